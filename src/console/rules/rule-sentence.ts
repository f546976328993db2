import { impliedLimit } from '../../core/conditions/condition.ts'
import type { RuleDefinition } from '../../core/rules/rule.ts'
import { rank, type Severity, worst } from '../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { Weekday } from '../../platform/weekly-windows.ts'
import { severityBadge } from '../frame/parts/badges.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { conditionText, type LimitReader, limitWithSign } from './condition-text.ts'

/** Default of `INCIDENT_MIN_SEVERITY`. */
const USUAL_MIN_SEVERITY: Severity = 'warning'

/**
 * A rule as a sentence: "When systolic pressure > 160 mmHg for 2 min on health devices → critical, opens an incident".
 * With several levels, each follows its limit.
 */
export function sentenceOfRule(reader: LimitReader, rule: RuleDefinition, minSeverity = USUAL_MIN_SEVERITY): Html {
  const { t } = reader
  const words = t.ruleSentence
  const levels = rule.levels.toSorted((one, other) => rank(one.severity) - rank(other.severity))
  const [only] = levels.length === 1 ? levels : []
  const phrases = levels.map((level) => levelText(reader, rule, level))
  const limits: Content = only
    ? phrases[0] && html` <strong>${phrases[0]}</strong>`
    : phrases.map(
        (phrase, place) =>
          html`${place === 0 ? null : html` ${words.or}`} <strong>${phrase || words.atOnce}</strong> ${severityBadge(t, levels[place]!.severity)}`,
      )
  const where = [words.on(scopeText(reader, rule.scope)), hoursText(reader, rule.schedule)].filter(Boolean).join(', ')
  const ends = [incidentText(reader, rule, minSeverity), rule.latch === true && words.latched]
    .filter(Boolean)
    .join(', ')
  return html`<span class="rule-sentence">${words.when} <strong>${conditionText(withUnit(reader, rule), rule.condition)}</strong>${limits} ${where} ${icon('arrow-right')}${only ? html` ${severityBadge(t, only.severity)}${ends === '' ? '' : ','}` : null} ${ends}</span>`
}

const withUnit = (reader: LimitReader, { unit }: RuleDefinition): LimitReader => ({
  t: reader.t,
  format: reader.format,
  preferences: reader.preferences,
  unit,
})

/** Limit and duration of a level. */
export function levelText(
  reader: LimitReader,
  rule: RuleDefinition,
  { value, for_s }: RuleDefinition['levels'][number],
): string {
  const { condition } = rule
  const limit = value ?? impliedLimit(condition)
  const hold = for_s ? reader.t.ruleSentence.for(reader.format.duration(for_s)) : ''
  return [limit === undefined ? '' : limitWithSign(withUnit(reader, rule), condition, limit), hold]
    .filter(Boolean)
    .join(' ')
}

/** The scope as text: "health devices tagged ward-3 except 2 devices". */
function scopeText({ t }: Pick<LimitReader, 't'>, scope: RuleDefinition['scope'] = {}): string {
  const words = t.ruleSentence
  const { modules = [], tags = [], device_ids = [], exclude_device_ids = [], exclude_tags = [] } = scope
  const names = modules.map((module) => words.module(t.shared.modules[module]))
  const ofModules = names.length === 0 ? words.allDevices : words.modules(words.list(names, 'and'))
  const tagged = tags.length === 0 ? ofModules : words.tagged(ofModules, words.list(tags, 'or'))
  const isPlain = names.length === 0 && tags.length === 0
  const chosen =
    device_ids.length === 0
      ? tagged
      : isPlain
        ? words.these(device_ids.length)
        : words.ofThese(tagged, device_ids.length)
  const excluded = [
    exclude_tags.length === 0 ? '' : words.taggedOnly(words.list(exclude_tags, 'or')),
    exclude_device_ids.length === 0 ? '' : words.devices(exclude_device_ids.length),
  ].filter(Boolean)
  return excluded.length === 0 ? chosen : words.except(chosen, words.list(excluded, 'and'))
}

/** "Mon, Tue 22:00–06:00 (Europe/Ljubljana)"; empty for a rule without hours. */
function hoursText({ t }: Pick<LimitReader, 't'>, schedule: RuleDefinition['schedule']): string {
  if (schedule === undefined) return ''
  const { daily, hours } = t.ruleSentence
  const nameOf = (day: Weekday) => t.silences.weekdays[day].short
  const stretches = schedule.hours.map(
    ({ days, from, to }) => `${days === undefined ? daily : days.map(nameOf).join(', ')} ${from}–${to}`,
  )
  return hours(stretches.join('; '), schedule.tz)
}

function incidentText({ t }: LimitReader, { incident = {}, levels }: RuleDefinition, minSeverity: Severity): string {
  const { mode = 'auto', own = false } = incident
  const reaches = rank(worst(levels.map(({ severity }) => severity))) >= rank(minSeverity)
  if (mode === 'never' || (mode === 'auto' && !reaches)) return t.ruleSentence.noIncident
  return own ? t.ruleSentence.ownIncident : t.ruleSentence.incident
}
