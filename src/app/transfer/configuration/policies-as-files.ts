import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { changePolicy, createPolicy } from '../../../core/escalation/manage-policies.ts'
import { DEFAULT_PLAN, EVERYTHING, type Target } from '../../../core/escalation/policy.ts'
import type { NewPolicy } from '../../../core/escalation/policy-shapes.ts'
import { listPolicies, saveLastPolicy } from '../../../core/escalation/policy-store.ts'
import {
  listPortablePolicies,
  type PortablePolicy,
  type PortableTarget,
  scopeLimits,
} from '../../../core/escalation/portable-policies.ts'
import { listPeople } from '../../../core/on-call/people-store.ts'
import { listSchedules } from '../../../core/on-call/schedule-store.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import type { Database } from '../../../platform/database/database.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { changesOf, type FieldChange } from './field-changes.ts'
import { byName } from './match-by-name.ts'
import type { FileSites } from './sites-as-files.ts'

interface PolicyImport {
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
}

/**
 * Brings escalation policies in, in the order of the file; those that it does not name keep their places. The last policy
 * of the file changes that of the service, whatever its name. Schedules and people that they name must exist.
 */
export async function importPolicies(
  db: Database,
  policies: readonly PortablePolicy[],
  sites: FileSites,
  options: { dryRun: boolean; now: Date; newSchedules: readonly string[] },
): Promise<PolicyImport[]> {
  if (!options.dryRun && policies.some(({ is_last }) => is_last)) await saveLastPolicy(db, options.now)
  const bySite = Map.groupBy(policies, (policy) => sites.idOf(policy, policy.name.trim()))
  const changes: PolicyImport[] = []
  for (const [siteId, own] of bySite) {
    const imported = await importOfSite(db, siteId, own, options)
    changes.push(...imported.map((one) => ({ ...one, name: sites.called(one.name, siteId) })))
  }
  return changes
}

/** A policy of the service, as changes name it. */
export const portableName = ({ name, site }: { name: string; site?: string | null | undefined }): string =>
  site == null ? name : `${name} (${site})`

async function importOfSite(
  db: Database,
  siteId: number | null,
  policies: readonly PortablePolicy[],
  { dryRun, now, newSchedules }: { dryRun: boolean; now: Date; newSchedules: readonly string[] },
): Promise<PolicyImport[]> {
  const targetOf = await targetReader(db, siteId, dryRun ? newSchedules : [])
  const { found, before, after } = await compared(db, siteId, policies.map(complete))
  const bodies = new Map(found.map(({ id, policy }) => [id, { ...bodyOf(policy, targetOf), site_id: siteId }]))
  if (!dryRun) await bringInOrder(db, { found, before, after }, bodies, now)
  const stored = after.filter((id) => id > 0)
  return found.map(({ id, policy: { name }, fields }) => {
    const [from, to] = [before.indexOf(id) + 1, stored.indexOf(id) + 1]
    const all = from === to ? fields : [...fields, { field: 'position', before: from, after: to }]
    return { name, change: id < 0 ? 'added' : all.length > 0 ? 'changed' : 'same', fields: all }
  })
}

interface Comparison {
  /** The policies of the file. New ones have an id below zero. */
  found: { id: number; policy: CompletePolicy; fields: FieldChange[] }[]
  /** The order of the service, by id, as it is and as it is to be. */
  before: number[]
  after: number[]
}

async function compared(db: Database, siteId: number | null, policies: readonly CompletePolicy[]): Promise<Comparison> {
  const all = await listPolicies(db, INSTALLATION)
  const portable = await listPortablePolicies(db, INSTALLATION)
  const written = new Map(all.map(({ id }, place) => [id, withoutSite(portable[place]!)]))
  const stored = all.filter(({ site_id }) => site_id === siteId)
  const [last, others] = [stored.find(({ is_last }) => is_last), stored.filter(({ is_last }) => !is_last)]
  const ordered = policies.filter(({ is_last }) => is_last !== true)
  const known = byName(
    'policies',
    others,
    ordered.map(({ name }) => name),
  )
  const found = policies.map((policy, place) => {
    const id = (policy.is_last ? last : known(policy.name))?.id ?? -1 - place
    return { id, policy, fields: id < 0 ? [] : changesOf(written.get(id)!, policy) }
  })
  const before = others.map(({ id }) => id)
  const after = orderFor(
    before,
    found.filter(({ policy }) => ordered.includes(policy)).map(({ id }) => id),
  )
  const end = last === undefined ? [] : [last.id]
  return { found, before: [...before, ...end], after: [...after, ...end] }
}

/** Places that the file names take its order; a new policy goes before the next one of the file. Pure. */
function orderFor(stored: readonly number[], file: readonly number[]): number[] {
  const known = file.filter((id) => stored.includes(id))
  const order = stored.map((id) => (file.includes(id) ? known.shift()! : id))
  for (const [place, id] of [...file.entries()].reverse()) {
    if (order.includes(id)) continue
    const next = file[place + 1]
    order.splice(next === undefined ? order.length : order.indexOf(next), 0, id)
  }
  return order
}

/** From the first place to the last one: what is before a place stays. */
async function bringInOrder(
  db: Database,
  { found, before, after }: Comparison,
  bodies: ReadonlyMap<number, NewPolicy>,
  now: Date,
): Promise<void> {
  const changed = new Set(found.filter(({ fields }) => fields.length > 0).map(({ id }) => id))
  const current = [...before]
  for (const [place, id] of after.entries()) {
    const position = current[place] === id ? {} : { position: place + 1 }
    const { site_id: _, ...body } = bodies.get(id) ?? { site_id: null }
    const fields = changed.has(id) ? body : {}
    if (id < 0) await createPolicy(db, { ...bodies.get(id)!, ...position }, BY_COMMAND, now)
    else if ('position' in position || changed.has(id)) {
      await changePolicy(db, id, { ...fields, ...position }, BY_COMMAND, now)
    }
    if (current.includes(id)) current.splice(current.indexOf(id), 1)
    current.splice(place, 0, id)
  }
}

const withoutSite = ({ site: _, ...policy }: PortablePolicy) => policy

interface CompletePolicy extends PortablePolicy {
  rounds: number
  warning_rounds: number
}

/** With the defaults, as an export has it. */
function complete({
  name,
  rounds,
  warning_rounds,
  scope = {},
  steps,
  is_last = false,
}: PortablePolicy): CompletePolicy {
  return {
    name: name.trim(),
    rounds: rounds ?? DEFAULT_PLAN.rounds,
    warning_rounds: warning_rounds ?? DEFAULT_PLAN.warning_rounds,
    ...(is_last ? { is_last } : { scope: scopeLimits({ ...EVERYTHING, ...scope }) }),
    steps,
  }
}

const bodyOf = ({ is_last: _, steps, ...given }: CompletePolicy, targetOf: TargetReader): NewPolicy => ({
  ...given,
  steps: steps.map(({ wait_s, targets }) => ({
    wait_s,
    targets: targets.map((target) => targetOf(target, given.name)),
  })),
})

type TargetReader = (target: PortableTarget, policy: string) => Target

/** A schedule of the site itself counts before one of the installation with the same name. */
async function targetReader(db: Database, siteId: number | null, announced: readonly string[]): Promise<TargetReader> {
  const people = new Map((await listPeople(db, INSTALLATION)).map(({ id, email }) => [email, id]))
  const nearness = ({ site_id }: { site_id: number | null }) => (site_id === siteId ? 2 : site_id === null ? 1 : 0)
  const all = (await listSchedules(db, INSTALLATION)).toSorted((one, other) => nearness(one) - nearness(other))
  const schedules = new Map(all.map(({ id, name }) => [name, id]))
  // A dry run has not created them.
  for (const name of announced) schedules.set(name, schedules.get(name) ?? 0)
  return (target, policy) => {
    if (target === 'on_call') return { type: 'on_call' }
    if ('role' in target) return { type: 'role', role: target.role }
    if ('user' in target) {
      const id = people.get(emailKey(target.user))
      if (id === undefined) throw new OperatorError(`The policy "${policy}" names ${target.user}, who has no account`)
      return { type: 'user', id }
    }
    const id = schedules.get(target.schedule.trim())
    if (id === undefined) {
      throw new OperatorError(`The policy "${policy}" names the schedule "${target.schedule}", which does not exist`)
    }
    return { type: 'schedule', id }
  }
}
