import { isDeepStrictEqual } from 'node:util'
import Type, { type Static } from 'typebox'
import { emailKey } from '../../platform/email-key.ts'
import { OperatorError } from '../../platform/errors.ts'
import { Text } from '../../platform/http/schemas/shapes.ts'
import { listPeople } from '../on-call/people-store.ts'
import { listSchedules } from '../on-call/schedule-store.ts'
import { ROLES, type Role } from '../reach/role.ts'
import { PortableSite } from '../reach/site-name.ts'
import {
  byName,
  type ConfigurationSection,
  changeOf,
  changesOf,
  type FieldChange,
  type FileContext,
  type ImportContext,
  type RecordChange,
} from '../sites/configuration-section.ts'
import { changePolicy, createPolicy } from './manage-policies.ts'
import { DEFAULT_PLAN, EVERYTHING, type PolicyScope, type PolicyStep } from './policy.ts'
import { type NewPolicy, NewPolicyBody, type Target } from './policy-shapes.ts'
import { listPolicies, saveLastPolicy } from './policy-store.ts'

const strict = { additionalProperties: false }
const { name, rounds, warning_rounds, scope, steps } = NewPolicyBody.properties
const { wait_s } = steps.items.properties

/** The recipient of a step, by names that are the same on another service. */
type PortableTarget = 'on_call' | { schedule: string } | { user: string } | { role: Role }

const TargetShape = Type.Unsafe<PortableTarget>({
  anyOf: [
    { type: 'string', const: 'on_call' },
    Type.Object({ schedule: Type.String({ maxLength: 100 }) }, strict),
    Type.Object({ user: Type.String({ maxLength: 254 }) }, strict),
    Type.Object({ role: Type.Enum([...ROLES]) }, strict),
  ],
})

/** An escalation policy with the names of schedules and the e-mail addresses of people: ids differ between services. */
const PortablePolicy = Type.Object(
  {
    ...{ name, site: PortableSite, scope, rounds, warning_rounds },
    steps: Type.Array(
      Type.Object({ wait_s, targets: Type.Array(TargetShape, { minItems: 1, maxItems: 20 }) }, strict),
      { minItems: 1, maxItems: 10 },
    ),
    is_last: Type.Optional(Type.Boolean()),
  },
  strict,
)
type PortablePolicy = Static<typeof PortablePolicy>

/**
 * Escalation policies, imported in the order of the file; those that it does not name keep their places. The last policy
 * of the file changes that of the service, whatever its name. Schedules and people that they name must exist.
 */
export const policiesInFiles: ConfigurationSection = {
  kind: 'policy',
  section: 'policies',
  shape: PortablePolicy,
  exportShape: Type.Object({ ...PortablePolicy.properties, name: Text }),
  isWrittenEmpty: true,
  list: listStored,
  async importAll(entries, context) {
    const policies = entries as PortablePolicy[]
    const { db, sites, dryRun, now } = context
    if (!dryRun && policies.some(({ is_last }) => is_last)) await saveLastPolicy(db, now)
    const changes: RecordChange[] = []
    for (const [siteId, own] of Map.groupBy(policies, (policy) => sites.idOf(policy, policy.name.trim()))) {
      changes.push(...(await importOfSite(siteId, own, context)))
    }
    return changes
  },
}

/** All policies in their order; the last one says so. As it was installed, every service has it. */
async function listStored({ db, reach }: FileContext) {
  const emails = new Map((await listPeople(db, reach)).map(({ id, email }) => [id, email]))
  const schedules = new Map((await listSchedules(db, reach)).map((schedule) => [schedule.id, schedule.name]))
  const portable = (target: Target): PortableTarget => {
    if (target.type === 'on_call') return 'on_call'
    if (target.type === 'role') return { role: target.role }
    if (target.type === 'user') return { user: emails.get(target.id) ?? `#${target.id}` }
    return { schedule: schedules.get(target.id) ?? `#${target.id}` }
  }
  return (await listPolicies(db, reach)).map(
    ({ id, site_id, site, name, scope, rounds, warning_rounds, steps, is_last }) => {
      const fields = {
        ...{ name, rounds, warning_rounds },
        ...(is_last ? { is_last } : { scope: scopeLimits(scope) }),
        steps: steps.map(({ wait_s, targets }) => ({ wait_s, targets: targets.map(portable) })),
      }
      return {
        id,
        site_id,
        site,
        name,
        is_last,
        fields,
        isCommon: site === null && isDeepStrictEqual(fields, INSTALLED),
      }
    },
  )
}

const INSTALLED = {
  ...{
    name: DEFAULT_PLAN.name,
    rounds: DEFAULT_PLAN.rounds,
    warning_rounds: DEFAULT_PLAN.warning_rounds,
    is_last: true,
  },
  steps: DEFAULT_PLAN.steps.map(({ wait_s, targets }: PolicyStep) => ({
    wait_s,
    targets: targets.map((target) => (target.type === 'role' ? { role: target.role } : target.type)),
  })),
}

/** The fields that limit anything. */
function scopeLimits({ modules, tags, min_severity, rule_keys }: PolicyScope): Partial<PolicyScope> {
  return {
    ...(modules.length > 0 ? { modules } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(min_severity === 'info' ? {} : { min_severity }),
    ...(rule_keys.length > 0 ? { rule_keys } : {}),
  }
}

async function importOfSite(
  siteId: number | null,
  policies: readonly PortablePolicy[],
  context: ImportContext,
): Promise<RecordChange[]> {
  const { sites, dryRun } = context
  const targetOf = await targetReader(siteId, context)
  const { found, before, after } = await compared(context, siteId, policies.map(complete))
  const bodies = new Map(found.map(({ id, policy }) => [id, { ...bodyOf(policy, targetOf), site_id: siteId }]))
  if (!dryRun) await bringInOrder(context, { found, before, after }, bodies)
  const stored = after.filter((id) => id > 0)
  return found.map(({ id, policy, fields }) => {
    const [from, to] = [before.indexOf(id) + 1, stored.indexOf(id) + 1]
    const all = from === to ? fields : [...fields, { field: 'position', before: from, after: to }]
    const change = changeOf(id < 0 ? null : policy, all)
    return { kind: 'policy', name: sites.called(policy.name, siteId), change, fields: all }
  })
}

interface Comparison {
  /** The policies of the file. New ones have an id below zero. */
  found: { id: number; policy: CompletePolicy; fields: FieldChange[] }[]
  /** The order of the service, by id, as it is and as it is to be. */
  before: number[]
  after: number[]
}

async function compared(
  context: FileContext,
  siteId: number | null,
  policies: readonly CompletePolicy[],
): Promise<Comparison> {
  const stored = (await listStored(context)).filter(({ site_id }) => site_id === siteId)
  const [last, others] = [stored.find(({ is_last }) => is_last), stored.filter(({ is_last }) => !is_last)]
  const ordered = policies.filter(({ is_last }) => is_last !== true)
  const known = byName(
    'policies',
    others,
    ordered.map(({ name }) => name),
  )
  const found = policies.map((policy, place) => {
    const one = policy.is_last ? last : known(policy.name)
    return { id: one?.id ?? -1 - place, policy, fields: one ? changesOf(one.fields, policy) : [] }
  })
  const before = others.map(({ id }) => id)
  const after = orderFor(
    before,
    found.filter(({ policy }) => ordered.includes(policy)).map(({ id }) => id),
  )
  const end = last === undefined ? [] : [last.id]
  return { found, before: [...before, ...end], after: [...after, ...end] }
}

/** Slots that the file names take its order; a new policy goes before the next one of the file. Pure. */
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
  { db, by, now }: ImportContext,
  { found, before, after }: Comparison,
  bodies: ReadonlyMap<number, NewPolicy>,
): Promise<void> {
  const changed = new Set(found.filter(({ fields }) => fields.length > 0).map(({ id }) => id))
  const current = [...before]
  for (const [place, id] of after.entries()) {
    const position = current[place] === id ? {} : { position: place + 1 }
    const { site_id: _, ...body } = bodies.get(id) ?? { site_id: null }
    const fields = changed.has(id) ? body : {}
    if (id < 0) await createPolicy(db, { ...bodies.get(id)!, ...position }, by, now)
    else if ('position' in position || changed.has(id)) {
      await changePolicy(db, id, { ...fields, ...position }, by, now)
    }
    if (current.includes(id)) current.splice(current.indexOf(id), 1)
    current.splice(place, 0, id)
  }
}

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
async function targetReader(
  siteId: number | null,
  { db, reach, dryRun, changes }: ImportContext,
): Promise<TargetReader> {
  const people = new Map((await listPeople(db, reach)).map(({ id, email }) => [email, id]))
  const nearness = ({ site_id }: { site_id: number | null }) => (site_id === siteId ? 2 : site_id === null ? 1 : 0)
  const all = (await listSchedules(db, reach)).toSorted((one, other) => nearness(one) - nearness(other))
  const schedules = new Map(all.map(({ id, name }) => [name, id]))
  // A dry run has not created them.
  for (const { kind, name } of dryRun ? changes : [])
    if (kind === 'schedule') schedules.set(name, schedules.get(name) ?? 0)
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
