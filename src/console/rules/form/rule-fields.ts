import { isDeepStrictEqual } from 'node:util'
import { comparedAs } from '../../../core/conditions/condition.ts'
import { ruleFaults } from '../../../core/rules/editing/check-rule.ts'
import { type RuleDefinition, TRANSLATED } from '../../../core/rules/rule.ts'
import { MODULES } from '../../../core/vocabulary/modules.ts'
import { SEVERITIES } from '../../../core/vocabulary/severities.ts'
import { exactDurationText } from '../../../platform/duration.ts'
import { type FieldError, fieldError } from '../../../platform/errors.ts'
import type { Language } from '../../../words/words.ts'
import { conditionFields, conditionOf } from './condition-fields.ts'
import { labelsOf, labelsText, limitFieldText } from './field-texts.ts'
import { type FieldReader, type Fields, formReader, present, unlessEmpty } from './fields.ts'
import { kindNamed } from './leaf-fields.ts'

/** Ranges of hours that a form shows; a rule may have more. */
export const STRETCHES = 4
export const DURATIONS = [
  'clear_for_s',
  'cooldown_s',
  'max_gap_s',
  'late_max_s',
  'ack_timeout_s',
  'expire_after_s',
] as const
const TEXTS = ['key', 'name', 'title', 'unit', 'source', 'runbook_url'] as const

/** Placeholder for the name of a new rule. */
export const UNNAMED = 'unnamed'

/** The rule described by a form, with its faults. */
export interface ReadRule {
  definition: RuleDefinition
  /** Faults of the rule as a whole; empty if it can be saved. */
  faults: FieldError[]
  /** Fields that could not be parsed, with the expected kind. */
  unreadable: FieldReader['faults']
  /** Name of the field for a path in the rule. */
  fieldFor(place: string): string | null
}

/** Converts form fields to a rule. The reverse of `ruleFields`. */
export function ruleOf(fields: Fields): ReadRule {
  const reader = formReader(fields)
  const texts = Object.fromEntries(TEXTS.map((name) => [name, reader.text(name, `/${name}`)]))
  const durations = Object.fromEntries(DURATIONS.map((name) => [name, reader.duration(name, `/${name}`)]))
  const definition = present({
    ...texts,
    // The title defaults to the name.
    title: texts.title ?? texts.name,
    enabled: reader.truth('enabled', '/enabled'),
    scope: unlessEmpty(scopeOf(reader)),
    condition: conditionOf(reader, fields),
    levels: levelsOf(reader, fields),
    ...durations,
    latch: reader.truth('latch', '/latch'),
    late: reader.text('late', '/late'),
    schedule: scheduleOf(reader),
    incident: unlessEmpty(
      present({
        mode: reader.text('incident_mode', '/incident/mode'),
        own: reader.truth('incident_own', '/incident/own'),
      }),
    ),
    labels: reader.read('labels', '/labels', labelsOf),
    translations: unlessEmpty(
      present(Object.fromEntries(TRANSLATED.map((language) => [language, translationOf(reader, language)]))),
    ),
  }) as unknown as RuleDefinition
  const fieldFor = (place: string): string | null => {
    for (let at = place; at !== ''; at = at.slice(0, at.lastIndexOf('/')))
      if (reader.places.has(at)) return reader.places.get(at)!
    return null
  }
  return { definition, faults: faultsOf(definition), unreadable: reader.faults, fieldFor }
}

/** Key and title are derived from the name, so only the name can be missing. */
function faultsOf(definition: RuleDefinition): FieldError[] {
  if (definition.name !== undefined) return ruleFaults(definition)
  const { key = UNNAMED, title = UNNAMED } = definition
  return [fieldError('/name', 'empty'), ...ruleFaults({ ...definition, key, title, name: UNNAMED })]
}

const translationOf = (reader: FieldReader, language: Language) =>
  unlessEmpty(
    present({
      name: reader.text(`name_${language}`, `/translations/${language}/name`),
      title: reader.text(`title_${language}`, `/translations/${language}/title`),
    }),
  )

const scopeOf = (reader: FieldReader) =>
  present({
    modules: reader.ticks('modules', '/scope/modules'),
    tags: reader.list('tags', '/scope/tags'),
    device_ids: reader.ids('device_ids', '/scope/device_ids'),
    exclude_device_ids: reader.ids('exclude_device_ids', '/scope/exclude_device_ids'),
    exclude_tags: reader.list('exclude_tags', '/scope/exclude_tags'),
  })

function levelsOf(reader: FieldReader, fields: Fields): object[] {
  reader.places.set('/levels', 'levels')
  const chosen = SEVERITIES.filter((severity) => fields[`${severity}_on`]?.includes('yes'))
  return chosen.map((severity, place) => {
    const at = `/levels/${place}`
    const level = {
      severity,
      value: levelValue(reader, fields, `${severity}_value`, `${at}/value`),
      clear: reader.limit(`${severity}_clear`, `${at}/clear`),
      for_s: reader.duration(`${severity}_for`, `${at}/for_s`),
    }
    reader.places.set(at, `${severity}_value`)
    return present(level)
  })
}

/** The limit of a stale condition is a duration. */
const levelValue = (reader: FieldReader, fields: Fields, name: string, at: string) =>
  isOfTime(fields) ? (reader.duration(name, at) ?? undefined) : reader.limit(name, at)

const isOfTime = (fields: Fields): boolean =>
  kindNamed(fields.p0_kind?.at(-1)).compares === 'duration' && (fields.join?.at(-1) ?? 'one') === 'one'

function scheduleOf(reader: FieldReader): object | undefined {
  const stretches = Array.from({ length: STRETCHES }, (_, place) => {
    const at = `/schedule/hours/${place}`
    return unlessEmpty(
      present({
        days: reader.ticks(`hours${place}_days`, `${at}/days`),
        from: reader.text(`hours${place}_from`, `${at}/from`),
        to: reader.text(`hours${place}_to`, `${at}/to`),
      }),
    )
  }).filter((stretch) => stretch !== undefined)
  const tz = reader.text('tz', '/schedule/tz')
  return stretches.length === 0 ? undefined : present({ tz, hours: stretches })
}

/** Converts a rule to form fields; null if the form cannot express it. */
export function ruleFields(definition: RuleDefinition): Fields | null {
  const condition = conditionFields(definition.condition)
  if (condition === null) return null
  const fields = { ...listsOf(definition), ...inLists({ ...textsOf(definition), ...condition }) }
  // The form is not used if it would change the rule.
  return isDeepStrictEqual(plain(ruleOf(fields).definition), plain(definition)) ? fields : null
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const inLists = (texts: Record<string, string | undefined>): Fields =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, [text]]])))

function listsOf({ scope = {}, schedule }: RuleDefinition): Fields {
  const days = schedule?.hours.slice(0, STRETCHES).map(({ days = [] }, place) => [`hours${place}_days`, days])
  return { modules: MODULES.filter((module) => scope.modules?.includes(module)), ...Object.fromEntries(days ?? []) }
}

const idsText = (ids: readonly number[] | undefined): string | undefined => ids?.map((id) => `#${id}`).join(', ')

const yesOrNo = (truth: boolean | undefined): string | undefined =>
  truth === undefined ? undefined : truth ? 'yes' : 'no'

function textsOf(definition: RuleDefinition): Record<string, string | undefined> {
  const { scope = {}, incident = {}, schedule, levels } = definition
  const isOfTime = comparedAs(definition.condition) === 'duration'
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, definition[name]])),
    ...Object.fromEntries(
      DURATIONS.map((name) => [name, definition[name] === undefined ? undefined : exactDurationText(definition[name])]),
    ),
    ...Object.fromEntries(
      TRANSLATED.flatMap((language) => {
        const { name, title } = definition.translations?.[language] ?? {}
        return [
          [`name_${language}`, name],
          [`title_${language}`, title],
        ]
      }),
    ),
    enabled: yesOrNo(definition.enabled),
    latch: yesOrNo(definition.latch),
    late: definition.late,
    tags: scope.tags?.join(', '),
    device_ids: idsText(scope.device_ids),
    exclude_device_ids: idsText(scope.exclude_device_ids),
    exclude_tags: scope.exclude_tags?.join(', '),
    incident_mode: incident.mode,
    incident_own: yesOrNo(incident.own),
    labels: definition.labels === undefined ? undefined : labelsText(definition.labels),
    tz: schedule?.tz,
    ...Object.fromEntries(
      schedule?.hours.flatMap(({ from, to }, place) => [
        [`hours${place}_from`, from],
        [`hours${place}_to`, to],
      ]) ?? [],
    ),
    ...Object.fromEntries(
      levels.flatMap(({ severity, value, clear, for_s }) => [
        [`${severity}_on`, 'yes'],
        [
          `${severity}_value`,
          value === undefined
            ? undefined
            : isOfTime && typeof value === 'number'
              ? exactDurationText(value)
              : limitFieldText(value),
        ],
        [`${severity}_clear`, clear === undefined ? undefined : limitFieldText(clear)],
        [`${severity}_for`, for_s === undefined ? undefined : exactDurationText(for_s)],
      ]),
    ),
  }
}
