import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { changeSchedule, createSchedule } from '../../../core/on-call/manage-schedules.ts'
import { listPeople } from '../../../core/on-call/people-store.ts'
import { listPortableSchedules, type PortableSchedule } from '../../../core/on-call/portable-schedules.ts'
import { listSchedules } from '../../../core/on-call/schedule-store.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import type { Database } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { changesOf, type FieldChange } from './field-changes.ts'

export interface ScheduleImport {
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
}

/** Brings schedules in; changes hold from now on. Everybody they name must have an account. */
export async function importSchedules(
  db: Database,
  schedules: readonly PortableSchedule[],
  { dryRun, now }: { dryRun: boolean; now: Date },
): Promise<ScheduleImport[]> {
  const ids = new Map((await listPeople(db, INSTALLATION)).map(({ id, email }) => [email, id]))
  const stored = new Map((await listSchedules(db, INSTALLATION)).map((schedule) => [schedule.name, schedule]))
  const before = new Map((await listPortableSchedules(db, INSTALLATION)).map((schedule) => [schedule.name, schedule]))
  const changes: ScheduleImport[] = []
  for (const schedule of schedules) {
    const name = schedule.name.trim()
    const wanted = { ...schedule, name, layers: schedule.layers.map((layer) => ({ ...layer })) }
    const known = stored.get(name)
    const fields = known === undefined ? [] : changesOf(before.get(name)!, wanted)
    const change = known === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same'
    changes.push({ name, change, fields })
    const body = {
      ...wanted,
      layers: wanted.layers.map((layer) => ({ ...layer, people: idsOf(layer.people, ids, name) })),
    }
    if (dryRun || change === 'same') continue
    if (known === undefined) await createSchedule(db, body, BY_COMMAND, now)
    else await changeSchedule(db, known.id, body, BY_COMMAND, now)
  }
  return changes
}

const idsOf = (emails: readonly string[], ids: ReadonlyMap<string, number>, schedule: string): number[] =>
  emails.map((email) => {
    const id = ids.get(email.trim().toLowerCase())
    if (id === undefined) throw new OperatorError(`The schedule "${schedule}" names ${email}, who has no account`)
    return id
  })
