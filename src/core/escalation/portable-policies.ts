import { isDeepStrictEqual } from 'node:util'
import Type, { type Static } from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { listPeople } from '../on-call/people-store.ts'
import { listSchedules } from '../on-call/schedule-store.ts'
import type { Reach } from '../reach/reach.ts'
import { ROLES, type Role } from '../reach/role.ts'
import { PortableSite } from '../reach/site-name.ts'
import { DEFAULT_PLAN, type PolicyScope, type PolicyStep, type Target } from './policy.ts'
import { NewPolicyBody } from './policy-shapes.ts'
import { listPolicies } from './policy-store.ts'

const strict = { additionalProperties: false }
const { name, rounds, warning_rounds, scope, steps } = NewPolicyBody.properties
const { wait_s } = steps.items.properties

/** The recipients of a step, by names that are the same on another service. */
export type PortableTarget = 'on_call' | { schedule: string } | { user: string } | { role: Role }

const TargetShape = Type.Unsafe<PortableTarget>({
  anyOf: [
    { type: 'string', const: 'on_call' },
    Type.Object({ schedule: Type.String({ maxLength: 100 }) }, strict),
    Type.Object({ user: Type.String({ maxLength: 254 }) }, strict),
    Type.Object({ role: Type.Enum([...ROLES]) }, strict),
  ],
})

/** An escalation policy with the names of schedules and the e-mail addresses of people: ids differ between services. */
export const PortablePolicy = Type.Object(
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
export type PortablePolicy = Static<typeof PortablePolicy>

/** All policies in their order; the last one says so. */
export async function listPortablePolicies(db: Queryable, reach: Reach) {
  const emails = new Map((await listPeople(db, reach)).map(({ id, email }) => [id, email]))
  const schedules = new Map((await listSchedules(db, reach)).map((schedule) => [schedule.id, schedule.name]))
  const portable = (target: Target): PortableTarget => {
    if (target.type === 'on_call') return 'on_call'
    if (target.type === 'role') return { role: target.role }
    if (target.type === 'user') return { user: emails.get(target.id) ?? `#${target.id}` }
    return { schedule: schedules.get(target.id) ?? `#${target.id}` }
  }
  return (await listPolicies(db, reach)).map(({ site, name, scope, rounds, warning_rounds, steps, is_last }) => ({
    ...{ name, ...(site === null ? {} : { site: site.name }), rounds, warning_rounds },
    ...(is_last ? { is_last } : { scope: scopeLimits(scope) }),
    steps: steps.map(({ wait_s, targets }) => ({ wait_s, targets: targets.map(portable) })),
  }))
}

/** Without the last policy as it was installed: every service has it. */
export async function listPoliciesToKeep(db: Queryable, reach: Reach) {
  const { name, rounds, warning_rounds, steps } = DEFAULT_PLAN
  const installed = { name, rounds, warning_rounds, is_last: true, steps: steps.map(portableByRole) }
  return (await listPortablePolicies(db, reach)).filter((policy) => !isDeepStrictEqual(policy, installed))
}

const portableByRole = ({ wait_s, targets }: PolicyStep) => ({
  wait_s,
  targets: targets.map((target) => (target.type === 'role' ? { role: target.role } : target.type)),
})

/** The fields that limit anything. */
export function scopeLimits({ modules, tags, min_severity, rule_keys }: PolicyScope): Partial<PolicyScope> {
  return {
    ...(modules.length > 0 ? { modules } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(min_severity === 'info' ? {} : { min_severity }),
    ...(rule_keys.length > 0 ? { rule_keys } : {}),
  }
}
