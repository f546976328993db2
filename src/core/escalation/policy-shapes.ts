import Type, { type Static } from 'typebox'
import { Changed } from '../../platform/http/schemas/ignored-keys.ts'
import { Count, described, NameText, OneOf, PlainText, Text } from '../../platform/http/schemas/shapes.ts'
import { ROLES, type Role } from '../reach/role.ts'
import { AnySiteNameShape } from '../reach/site-name.ts'
import { siteChoice } from '../sites/site-choice.ts'
import { MODULES } from '../vocabulary/modules.ts'
import { ModuleShape, SeverityShape } from '../vocabulary/shapes.ts'

const MOST_STEPS = 10
const MOST_TARGETS = 20
const LONGEST_WAIT_S = 86_400
const TARGETS = ['on_call', 'schedule', 'user', 'role'] as const
const Position = { minimum: 1, maximum: 1_000 }
const strict = { additionalProperties: false }
const EXAMPLE_STEPS = [
  { wait_s: 0, targets: [{ type: 'on_call' }] },
  { wait_s: 300, targets: [{ type: 'role', role: 'admin' }] },
]

/** The recipients of a step. `on_call`: whoever is on call in any schedule; without one, administrators and operators. */
export type Target =
  | { type: 'on_call' }
  | { type: 'schedule' | 'user'; id: number }
  /** Exactly this role. */
  | { type: 'role'; role: Role }
const TargetShape = Type.Unsafe<Target>({
  ...Type.Object(
    {
      type: OneOf(TARGETS, {
        description: 'on_call: who is on call in any schedule, else administrators and operators',
      }),
      id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Of the schedule or user' })),
      role: Type.Optional(OneOf(ROLES, { description: 'Exactly this role' })),
    },
    strict,
  ),
})
const StepShape = Type.Object(
  {
    wait_s: Type.Integer({
      minimum: 0,
      maximum: LONGEST_WAIT_S,
      description: 'Since the step before; of the first, since the incident was opened or the round began',
    }),
    targets: Type.Array(TargetShape, { minItems: 1, maxItems: MOST_TARGETS }),
  },
  strict,
)
const scopeFields = {
  modules: Type.Array(OneOf(MODULES), { uniqueItems: true, maxItems: MODULES.length }),
  tags: Type.Array(PlainText({ minLength: 1, maxLength: 50 }), { uniqueItems: true, maxItems: 100 }),
  min_severity: SeverityShape,
  rule_keys: Type.Array(PlainText({ minLength: 1, maxLength: 100 }), { uniqueItems: true, maxItems: 100 }),
}
const ScopeBody = Type.Partial(Type.Object(scopeFields), {
  ...strict,
  description: 'Incidents it applies to; a field left out is no limit',
})

/** An escalation policy in the APIs. */
export const PolicyShape = Type.Object(
  {
    id: Count,
    site: AnySiteNameShape,
    name: Text,
    position: described<number>(
      Count,
      'Policies of a site, then those of the installation, are tried in this order; the first that fits is used',
    ),
    scope: Type.Object({ ...scopeFields, modules: Type.Array(ModuleShape) }),
    is_last: Type.Boolean({ description: 'Fits every incident; cannot be moved or deleted' }),
    rounds: Count,
    warning_rounds: Count,
    steps: Type.Array(StepShape),
    version: Count,
  },
  { title: 'EscalationPolicy' },
)

const rounds = Type.Integer({ minimum: 1, maximum: 9, description: 'How often its steps are taken' })
const warning_rounds = Type.Integer({ minimum: 0, maximum: 9, description: 'The same for warnings; 0: never' })
const steps = Type.Array(StepShape, { minItems: 1, maxItems: MOST_STEPS })

export const NewPolicyBody = Type.Object(
  {
    ...siteChoice,
    name: NameText({ maxLength: 100 }),
    position: Type.Optional(Type.Integer({ ...Position, description: 'By default before the last one' })),
    scope: Type.Optional(ScopeBody),
    rounds: Type.Optional(rounds),
    warning_rounds: Type.Optional(warning_rounds),
    steps,
  },
  {
    ...strict,
    title: 'NewEscalationPolicy',
    examples: [{ name: 'Ward 3', scope: { tags: ['ward-3'] }, steps: EXAMPLE_STEPS }],
  },
)
export type NewPolicy = Omit<Static<typeof NewPolicyBody>, 'site_id'> & { site_id?: number | null | undefined }

export const PolicyChangesBody = Changed(
  PolicyShape,
  {
    name: Type.Optional(NameText({ maxLength: 100 })),
    position: Type.Optional(Type.Integer(Position)),
    scope: Type.Optional(ScopeBody),
    rounds: Type.Optional(rounds),
    warning_rounds: Type.Optional(warning_rounds),
    steps: Type.Optional(steps),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version that was read; 409 if it is not the current one' }),
    ),
  },
  { title: 'EscalationPolicyChanges', examples: [{ rounds: 5 }] },
)
export type PolicyChanges = Static<typeof PolicyChangesBody>
