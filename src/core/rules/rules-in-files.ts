import Type from 'typebox'
import { OperatorError } from '../../platform/errors.ts'
import { AnyObject, NullableText, Text } from '../../platform/http/schemas/shapes.ts'
import { configurationSection, type ImportContext } from '../sites/configuration-section.ts'
import { saveRuleIn, switchRuleIn } from './editing/edit-rules.ts'
import { ruleInOrder } from './editing/rule-text.ts'
import { withoutNamedFences } from './geofences/named-fences.ts'
import { parseRules } from './packs/rule-packs.ts'
import type { RuleDefinition } from './rule.ts'
import { listRules, listRulesBehind, type StoredRule } from './rule-store.ts'

/** A rule, with the name of its site. */
export interface RuleInFile {
  definition: RuleDefinition
  site?: string | null | undefined
}

/** Rules, by their keys. Unchanged built-in rules come with the service and are left out. */
export const rulesInFiles = configurationSection<RuleInFile, RuleInFile & { site_id: number | null }, StoredInFile>({
  kind: 'rule',
  section: 'rules',
  shape: Type.Record(Type.String(), Type.Unknown()),
  exportShape: Type.Object({
    key: Text,
    site: NullableText,
    enabled: Type.Boolean(),
    origin: Text,
    definition: AnyObject,
  }),
  isWrittenEmpty: true,
  parsed: (rules, fileName) => rulesIn(rules as Record<string, unknown>[], fileName),
  list: async ({ db, reach }) => (await listRules(db, reach)).map(inFile),
  async exported({ db, reach }, last: StoredRule | null, limit) {
    const rules = await listRulesBehind(db, reach, last?.key ?? '', limit)
    return rules.map((rule) => ({ ...rule, site: rule.site?.name ?? null }))
  },
  reader:
    ({ sites }) =>
    ({ definition, site }) => {
      const body = { definition, site, site_id: sites.idOf({ site }, definition.key) }
      return { name: definition.key, site_id: null, fields: inForce({ definition }), body }
    },
  check({ name, body: { site, site_id } }, stored) {
    if (site == null || stored.site_id === site_id) return
    throw new OperatorError(`The rule "${name}" belongs to another site; that cannot be changed`)
  },
  add: ({ body }, context) => save(body, { site_id: body.site_id }, context),
  change: (_, { body }, context) => save(body, body.site == null ? {} : { site_id: body.site_id }, context),
})

async function save(
  { definition }: RuleInFile,
  site: { site_id?: number | null },
  { db, by, now }: ImportContext,
): Promise<void> {
  const edit = { version: null, ...site, by }
  const saved = await saveRuleIn(db, definition, edit, now)
  // The file decides, also over a switch made by a person since.
  const isOn = definition.enabled ?? true
  if (saved.enabled !== isOn) await switchRuleIn(db, definition.key, isOn, edit, now)
}

type StoredInFile = ReturnType<typeof inFile>

function inFile({ site_id, site, definition, enabled, origin, edited }: StoredRule) {
  const { enabled: _, ...switched } = definition
  const { key, name, ...rest } = ruleInOrder(enabled ? switched : { ...definition, enabled })
  return {
    ...{ name: key, site: null, site_id, fields: inForce({ definition, enabled }) },
    written: { key, name, ...(site === null ? {} : { site: site.name }), ...rest },
    isCommon: origin !== 'user' && !edited && enabled === (definition.enabled ?? true),
  }
}

/** The definition with every default filled in, without the shapes of geofences, which are compared by themselves. */
const inForce = ({ definition, enabled }: { definition: RuleDefinition; enabled?: boolean }): object => ({
  ...withoutNamedFences(definition),
  enabled: enabled ?? definition.enabled ?? true,
})

/** Parses the rules of a file. The API shows a rule's definition together with its state. Throws with all faults. */
export function rulesIn(rules: readonly Record<string, unknown>[], name: string): RuleInFile[] {
  const sites = rules.map(({ site }) => (typeof site === 'string' ? site : null))
  const definitions = rules.map(({ site: _, ...rule }) =>
    typeof rule.definition === 'object' && 'origin' in rule ? { ...rule.definition, enabled: rule.enabled } : rule,
  )
  try {
    const parsed = parseRules(JSON.stringify(definitions), name)
    return parsed.map((definition, place) => ({ definition, site: sites[place] }))
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}
