import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { changeSchedule, createSchedule } from '../../../core/on-call/manage-schedules.ts'
import { listPeople } from '../../../core/on-call/people-store.ts'
import { listPortableSchedules, type PortableSchedule } from '../../../core/on-call/portable-schedules.ts'
import { listSchedules } from '../../../core/on-call/schedule-store.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import type { Database } from '../../../platform/database/database.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { changesOf, type FieldChange } from './field-changes.ts'
import type { FileSites } from './sites-as-files.ts'

interface ScheduleImport {
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
}

/** Brings schedules in; changes hold from now on. Everybody they name must have an account. */
export async function importSchedules(
  db: Database,
  schedules: readonly PortableSchedule[],
  sites: FileSites,
  { dryRun, now }: { dryRun: boolean; now: Date },
): Promise<ScheduleImport[]> {
  const ids = new Map((await listPeople(db, INSTALLATION)).map(({ id, email }) => [email, id]))
  const all = await listSchedules(db, INSTALLATION)
  const portable = await listPortableSchedules(db, INSTALLATION)
  const known = new Map(
    all.map((schedule, place) => [
      sites.called(schedule.name, schedule.site_id),
      { id: schedule.id, before: withoutSite(portable[place]!) },
    ]),
  )
  const changes: ScheduleImport[] = []
  for (const schedule of schedules) {
    const called = schedule.name.trim()
    const site_id = sites.idOf(schedule, called)
    const name = sites.called(called, site_id)
    const wanted = { ...withoutSite(schedule), name: called, layers: schedule.layers.map((layer) => ({ ...layer })) }
    const stored = known.get(name)
    const fields = stored === undefined ? [] : changesOf(stored.before, wanted)
    const change = stored === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same'
    changes.push({ name, change, fields })
    const body = {
      ...wanted,
      layers: wanted.layers.map((layer) => ({ ...layer, people: idsOf(layer.people, ids, name) })),
    }
    if (dryRun || change === 'same') continue
    if (stored === undefined) await createSchedule(db, { ...body, site_id }, BY_COMMAND, now)
    else await changeSchedule(db, stored.id, body, BY_COMMAND, now)
  }
  return changes
}

const withoutSite = ({ site: _, ...schedule }: PortableSchedule) => schedule

const idsOf = (emails: readonly string[], ids: ReadonlyMap<string, number>, schedule: string): number[] =>
  emails.map((email) => {
    const id = ids.get(emailKey(email))
    if (id === undefined) throw new OperatorError(`The schedule "${schedule}" names ${email}, who has no account`)
    return id
  })
