import Type from 'typebox'
import { DEFAULT_PLAN, type EscalationPolicy, type PolicyScope } from '../../core/escalation/policy.ts'
import type { Target } from '../../core/escalation/policy-shapes.ts'
import type { Role } from '../../core/reach/role.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../../core/vocabulary/severities.ts'
import { exactDurationText } from '../../platform/duration.ts'
import { invalidField } from '../../platform/errors.ts'
import { OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import { asList, OneOrMore, splitText } from '../frame/forms/form-fields.ts'
import { siteInForm } from '../frame/forms/site-field.ts'
import { parseDuration } from '../rules/form/field-texts.ts'

export const MOST_STEPS = 10
const MOST_TAGS = 100
const LONGEST_TAG = 50
const LONGEST_WAIT_S = 86_400
const USUAL_WAIT = '5 min'

const PLACES = Array.from({ length: MOST_STEPS }, (_, place) => place)
const perStep = PLACES.flatMap((place) => [
  [`wait_${place}`, Type.Optional(Type.String({ maxLength: 40 }))] as const,
  [
    `targets_${place}`,
    OneOrMore({ type: 'string', pattern: '^(on_call|role:(viewer|operator|admin)|(schedule|user):[1-9][0-9]{0,8})$' }),
  ] as const,
])

/** Fields of the form. Steps are numbered from 0; `what` is the button. */
export const PolicyForm = Type.Object({
  ...siteInForm,
  version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
  name: Type.Optional(PlainText({ maxLength: 100 })),
  modules: OneOrMore<Module>({ type: 'string', enum: [...MODULES] }),
  tags: Type.Optional(PlainText({ maxLength: 5_000 })),
  rule_keys: OneOrMore<string>({ type: 'string', minLength: 1, maxLength: 100 }),
  min_severity: Type.Optional(OneOf(SEVERITIES)),
  rounds: Type.Optional(Type.String({ pattern: '^[1-9]$' })),
  warning_rounds: Type.Optional(Type.String({ pattern: '^[0-9]$' })),
  steps: Type.Optional(Type.String({ pattern: '^([1-9]|10)$' })),
  what: Type.Optional(Type.String({ pattern: '^(save|add|remove-[0-9])$' })),
  ...Object.fromEntries(perStep),
})

/** A step as it is typed. */
export interface StepDraft {
  wait: string
  /** Values of checkboxes, such as `role:admin`. */
  targets: string[]
}

/** A policy as it is typed, valid or not. */
export interface PolicyDraft {
  /** Null for a new policy. */
  version: string | null
  /** The chosen site of a new one; undefined without a choice. */
  site_id?: string | undefined
  name: string
  modules: string[]
  tags: string
  rule_keys: string[]
  min_severity: Severity
  rounds: string
  warning_rounds: string
  steps: StepDraft[]
}

export const NEW_POLICY: PolicyDraft = {
  version: null,
  name: '',
  modules: [],
  tags: '',
  rule_keys: [],
  min_severity: 'info',
  rounds: String(DEFAULT_PLAN.rounds),
  warning_rounds: String(DEFAULT_PLAN.warning_rounds),
  steps: DEFAULT_PLAN.steps.map(({ wait_s, targets }) => ({
    wait: waitText(wait_s),
    targets: targets.map((target) => textOf(target)),
  })),
}

/** Reads the fields of a form as they were sent, valid or not. */
export function policyDraftIn(sent: unknown): PolicyDraft {
  const form = (sent ?? {}) as Record<string, string | string[] | undefined>
  const text = (name: string) => String(form[name] ?? '')
  const count = Math.min(MOST_STEPS, Math.max(1, Number(form.steps) || 1))
  return {
    version: form.version === undefined ? null : text('version'),
    ...(form.site_id === undefined ? {} : { site_id: text('site_id') }),
    name: text('name'),
    modules: asList(form.modules),
    tags: text('tags'),
    rule_keys: asList(form.rule_keys),
    min_severity: SEVERITIES.find((severity) => severity === form.min_severity) ?? 'info',
    rounds: text('rounds') || NEW_POLICY.rounds,
    warning_rounds: text('warning_rounds') || NEW_POLICY.warning_rounds,
    steps: PLACES.slice(0, count).map((place) => ({
      wait: text(`wait_${place}`),
      targets: asList(form[`targets_${place}`]),
    })),
  }
}

export const draftOfPolicy = ({
  version,
  name,
  scope,
  rounds,
  warning_rounds,
  steps,
}: EscalationPolicy): PolicyDraft => ({
  version: String(version),
  name,
  modules: scope.modules,
  tags: scope.tags.join(', '),
  rule_keys: scope.rule_keys,
  min_severity: scope.min_severity,
  rounds: String(rounds),
  warning_rounds: String(warning_rounds),
  steps: steps.map(({ wait_s, targets }) => ({ wait: waitText(wait_s), targets: targets.map(textOf) })),
})

/** The draft after one of the buttons that do not save. */
export function afterButton(draft: PolicyDraft, what: string): PolicyDraft {
  const { steps } = draft
  if (what === 'add') {
    return { ...draft, steps: [...steps, { wait: USUAL_WAIT, targets: [] }].slice(0, MOST_STEPS) }
  }
  const place = Number(what.slice('remove-'.length))
  return steps.length === 1 ? draft : { ...draft, steps: steps.toSpliced(place, 1) }
}

/** Converts the form to the body of the API. Throws 400. */
export function policyBody(draft: PolicyDraft) {
  const name = draft.name.trim()
  if (name === '') throw invalidField('/name', 'empty')
  const { modules, rule_keys, min_severity } = draft
  const scope: PolicyScope = { modules: modules as Module[], tags: tagsOf(draft.tags), min_severity, rule_keys }
  return {
    name,
    scope,
    rounds: Number(draft.rounds),
    warning_rounds: Number(draft.warning_rounds),
    steps: draft.steps.map(({ wait, targets }, place) => {
      if (targets.length === 0) throw invalidField(`/targets_${place}`, 'no_target')
      return { wait_s: waitOf(wait, place), targets: targets.map(targetOf) }
    }),
  }
}

function tagsOf(text: string): string[] {
  const tags = splitText(text, /,|\r?\n/)
  if (tags.length > MOST_TAGS) throw invalidField('/tags', 'too_many', MOST_TAGS)
  if (tags.some((tag) => tag.length > LONGEST_TAG)) throw invalidField('/tags', 'too_long', LONGEST_TAG)
  return tags
}

function waitOf(text: string, place: number): number {
  const seconds = text.trim() === '' ? 0 : parseDuration(text)
  if (seconds === null || seconds > LONGEST_WAIT_S) throw invalidField(`/wait_${place}`, 'no_wait')
  return Math.round(seconds)
}

function waitText(seconds: number): string {
  return seconds === 0 ? '' : exactDurationText(seconds)
}

function textOf(target: Target): string {
  if (target.type === 'on_call') return 'on_call'
  return target.type === 'role' ? `role:${target.role}` : `${target.type}:${target.id}`
}

function targetOf(text: string): Target {
  const [type, of] = text.split(':')
  if (type === 'on_call') return { type }
  return type === 'role' ? { type, role: of as Role } : { type: type as 'schedule' | 'user', id: Number(of) }
}
