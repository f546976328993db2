import { createHash } from 'node:crypto'
import { MAX_LEAVES } from '../../../core/conditions/condition.ts'
import { ruleText } from '../../../core/rules/editing/rule-text.ts'
import { withoutNamedFences } from '../../../core/rules/geofences/named-fences.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { partsIn } from './condition-fields.ts'
import { type Fields, fieldsIn, textIn } from './fields.ts'
import { withFollowingClears } from './following-clears.ts'
import { FLAG_FIELDS, KNOWN_VALUES } from './known-fields.ts'
import { kindNamed } from './leaf-fields.ts'
import { readRuleText } from './read-rule-text.ts'
import { type ReadRule, ruleFields, ruleOf, UNNAMED } from './rule-fields.ts'
import type { TextFault } from './rule-from-text.ts'

/** The field of most rules. */
const FIRST_VALUE = 'metrics.temperature'

/** A rule that is being edited: as fields, as text, and as a definition if it is valid. */
export interface RuleDraft {
  /** Null for a rule that only text can express. */
  fields: Fields | null
  text: string
  /** The version that is being changed; 0 for a new rule. */
  version: number
  /** Null while it is invalid. */
  definition: RuleDefinition | null
  /** Result of reading the fields, if fields were submitted. */
  read: ReadRule | null
  textFaults: readonly TextFault[]
  /** Faults of fields that are no part of the rule, by name. */
  refused?: Readonly<Record<string, string>>
  /** Whether somebody is still typing: nothing is missing yet, but what is there can be wrong. */
  isUnderWay?: boolean
  /** The chosen site of a new rule; undefined without a choice. */
  site_id?: string | undefined
}

/** The form for an existing rule, or for a copy of one. */
export function ruleDraft(stored: RuleDefinition, version: number): RuleDraft {
  const definition = withoutNamedFences(stored)
  return {
    fields: ruleFields(definition),
    text: ruleText(definition),
    version,
    definition,
    read: null,
    textFaults: [],
  }
}

/** The form for a new rule, with common defaults. */
export const emptyDraft = (zone: string): RuleDraft => ({
  fields: {
    join: ['one'],
    p0_kind: ['threshold'],
    p0_field: [FIRST_VALUE],
    p0_op: ['gt'],
    warning_on: ['yes'],
    tz: [zone],
  },
  text: '',
  version: 0,
  definition: null,
  read: null,
  textFaults: [],
})

/** The submitted text as it is, for somebody who has too many texts under way. */
export function unreadDraftIn(body: unknown): RuleDraft {
  const sent = fieldsIn(body)
  const [text, version] = [sent.text?.at(-1) ?? '', Number(textIn(sent, 'version')) || 0]
  return { fields: null, text, version, definition: null, read: null, textFaults: [], site_id: sent.site_id?.[0] }
}

/** The submitted draft, valid or not; `key` is the key of an existing rule. */
export async function draftIn(body: unknown, key: string | null, person: number): Promise<RuleDraft> {
  return { ...(await contentIn(body, key, person)), site_id: fieldsIn(body).site_id?.[0] }
}

async function contentIn(body: unknown, key: string | null, person: number): Promise<RuleDraft> {
  const sent = fieldsIn(body)
  const version = Number(textIn(sent, 'version')) || 0
  if (textIn(sent, 'do').endsWith('_text')) {
    const text = sent.text?.at(-1) ?? ''
    const { definition, faults } = await readRuleText(text, person)
    const fields = definition === null ? null : ruleFields(definition)
    return { fields, text, version, definition, read: null, textFaults: faults }
  }
  const isSaved = textIn(sent, 'do') === 'save'
  const followed = withFollowingClears(sent)
  const shown = isSaved ? followed : withFields(withParts(followed))
  const own = key ?? (textIn(sent, 'key') || keyFrom(textIn(sent, 'name')))
  // A key derived from the name is not put into the field: it would survive a change of the name.
  const keyed = own === '' ? shown : { ...shown, key: [own] }
  // A rehearsal needs no name yet.
  const read = ruleOf(
    isSaved || textIn(keyed, 'name') !== '' ? keyed : { ...keyed, key: [own || UNNAMED], name: [UNNAMED] },
  )
  const definition = read.faults.length === 0 && read.unreadable.size === 0 ? read.definition : null
  return {
    fields: shown,
    text: definition === null ? '' : ruleText(definition),
    version,
    definition,
    read,
    textFaults: [],
  }
}

/** Matches the field to the chosen condition type: flags for flag conditions, values for the others. */
function withFields(sent: Fields): Fields {
  const changed: Record<string, string[]> = {}
  for (let place = 0; place < partsIn(sent); place += 1) {
    const [kind, name] = [textIn(sent, `p${place}_kind`), `p${place}_field`]
    const field = textIn(sent, name)
    const of = kindNamed(kind).form.find((part) => part.as === 'field')?.of
    if (of === 'flag' && (field === '' || KNOWN_VALUES.includes(field))) changed[name] = [FLAG_FIELDS[0]!]
    if (of === 'value' && (field === '' || FLAG_FIELDS.includes(field))) changed[name] = [FIRST_VALUE]
  }
  return { ...sent, ...changed }
}

/**
 * "Boiler too hot" becomes boiler_too_hot. `new` is reserved for the address of a new rule. A name without Latin
 * letters or digits gets a generated key.
 */
function keyFrom(name: string): string {
  const key = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 80)
  if (key === '' && name !== '') return `rule_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
  return key === 'new' ? 'new_rule' : key
}

/** Adds or removes a part if one of these buttons was pressed. */
function withParts(sent: Fields): Fields {
  const parts = partsIn(sent)
  const gone = textIn(sent, 'remove')
  if (gone !== '') return withoutPart(sent, Number(gone), parts)
  return textIn(sent, 'do') === 'add' ? { ...sent, parts: [String(Math.min(MAX_LEAVES, parts + 1))] } : sent
}

/** Later parts move up. */
function withoutPart(sent: Fields, gone: number, parts: number): Fields {
  const moved = Object.entries(sent).flatMap(([name, texts]) => {
    const part = /^p(\d+)_(.*)$/.exec(name)
    if (part === null) return [[name, texts] as const]
    const place = Number(part[1])
    return place === gone ? [] : [[`p${place > gone ? place - 1 : place}_${part[2]}`, texts] as const]
  })
  return { ...Object.fromEntries(moved), parts: [String(parts - 1)] }
}
