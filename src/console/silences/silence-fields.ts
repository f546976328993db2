import Type, { type Static } from 'typebox'
import type { Silence } from '../../core/notifications/silence.ts'
import type { SilenceBody } from '../../core/notifications/silence-shape.ts'
import { MODULES } from '../../core/vocabulary/modules.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import { invalidField } from '../../platform/errors.ts'
import { OneOf, PlainText } from '../../platform/http/schemas/shapes.ts'
import { WEEKDAYS } from '../../platform/weekly-windows.ts'
import { localText } from '../frame/formats/local-days.ts'
import { instantOf, listOf, OneOrMore, partsOf } from '../frame/forms/form-fields.ts'
import { siteInForm } from '../frame/forms/site-field.ts'

export const WHEN = ['now', 'range', 'weekly'] as const
export const DURATIONS_S = [1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 604_800] as const
const USUAL_DURATION_S = 7_200

const words = <const Words extends readonly string[]>(all: Words) =>
  OneOrMore<Words[number]>({ type: 'string', enum: [...all] })
const Local = Type.Optional(Type.String({ maxLength: 30 }))
const Clock = Type.Optional(Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$' }))

/** Fields of the form. */
export const SilenceForm = Type.Object({
  ...siteInForm,
  reason: Type.Optional(PlainText({ maxLength: 500 })),
  devices: Type.Optional(PlainText({ maxLength: 20_000 })),
  tags: Type.Optional(PlainText({ maxLength: 5_000 })),
  modules: words(MODULES),
  rule_keys: OneOrMore<string>({ type: 'string', minLength: 1, maxLength: 100 }),
  max_severity: Type.Optional(OneOf(SEVERITIES)),
  covers_safety: Type.Optional(Type.Literal('yes')),
  when: Type.Optional(OneOf(WHEN)),
  duration_s: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,7}$' })),
  starts_at: Local,
  ends_at: Local,
  days: words(WEEKDAYS),
  from: Clock,
  to: Clock,
  what: Type.Optional(OneOf(['save', 'preview'])),
})
export type SilenceForm = Static<typeof SilenceForm>

/** Names of devices, or ids after a `#`, one per line. */
export const deviceLinesOf = ({ devices }: SilenceForm): string[] => partsOf(devices, /\r?\n/)

/** Converts the form to the API's body. Times are in the reader's zone. Throws 400 for an invalid time. */
export function bodyOf(
  form: SilenceForm,
  deviceIds: number[],
  { zone, weeklyZone }: { zone: string; weeklyZone: string },
): SilenceBody {
  const scope = {
    device_ids: deviceIds,
    tags: partsOf(form.tags, /,|\r?\n/),
    modules: listOf(form.modules),
    rule_keys: listOf(form.rule_keys),
    max_severity: form.max_severity ?? 'critical',
    covers_safety: form.covers_safety === 'yes',
  }
  const reason = form.reason ?? ''
  if (form.when === 'weekly') {
    const days = listOf(form.days)
    if (days.length === 0) throw invalidField('/days', 'no_days')
    const weekly = { days, from: form.from || '00:00', to: form.to || '00:00', time_zone: weeklyZone }
    const until = form.ends_at ? { ends_at: instantOf('ends_at', form.ends_at, zone, 'last') } : { ends_at: null }
    return { reason, ...scope, weekly, ...until }
  }
  if (form.when === 'range') {
    const starts_at = instantOf('starts_at', form.starts_at, zone)
    return { reason, ...scope, weekly: null, starts_at, ends_at: instantOf('ends_at', form.ends_at, zone, 'last') }
  }
  return { reason, ...scope, weekly: null, duration_s: Number(form.duration_s ?? USUAL_DURATION_S) }
}

/** Converts a silence to form fields. */
export const formOf = (silence: Silence, zone: string): SilenceForm => ({
  reason: silence.reason,
  devices: silence.device_ids.map((id) => `#${id}`).join('\n'),
  tags: silence.tags.join(', '),
  modules: silence.modules,
  rule_keys: silence.rule_keys,
  max_severity: silence.max_severity,
  ...(silence.covers_safety ? { covers_safety: 'yes' as const } : {}),
  when: silence.weekly === null ? 'range' : 'weekly',
  starts_at: localText(silence.starts_at, zone),
  ...(silence.ends_at === null ? {} : { ends_at: localText(silence.ends_at, zone) }),
  ...(silence.weekly === null ? {} : { days: silence.weekly.days, from: silence.weekly.from, to: silence.weekly.to }),
})

export const isChosen = <Word>(chosen: Word | Word[] | undefined, word: Word): boolean => listOf(chosen).includes(word)
