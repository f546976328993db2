import { findUnknownTags } from '../../core/devices/lists/browse-devices.ts'
import { listDeviceNames } from '../../core/devices/lists/list-devices.ts'
import { findUser } from '../../core/people/user-store.ts'
import type { Reach } from '../../core/reach/reach.ts'
import { noiseReport } from '../../core/rehearsal/preview/noise-report.ts'
import type { Asker } from '../../core/rehearsal/preview/preview-rule.ts'
import { findRuleActivity } from '../../core/rules/editing/rule-activity.ts'
import { ruleText } from '../../core/rules/editing/rule-text.ts'
import { listGeofences } from '../../core/rules/geofences/geofence-store.ts'
import { withNamedFences } from '../../core/rules/geofences/named-fences.ts'
import type { RuleDefinition } from '../../core/rules/rule.ts'
import { listRules, listRuleVersions, type StoredRule } from '../../core/rules/rule-store.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { chosenSite } from '../frame/forms/site-field.ts'
import type { Reader } from '../frame/page/reader.ts'
import type { RuleDraft } from './form/draft.ts'
import { fieldsIn, textIn } from './form/fields.ts'
import { listSeenFields } from './form/known-fields.ts'
import { newRuleView } from './new-rule-view.ts'
import type { RehearsalPanel } from './rehearsal/rehearsal-view.ts'
import { type Days, RANGES, rehearseDraft } from './rehearsal/rehearse-draft.ts'
import type { Conflict, Editor } from './rule-editor-view.ts'
import { rulePageView } from './rule-page-view.ts'

const NOISE_DAYS = 30
/** For a rule with more alerts, the newest are enough. */
const MOST_NOISE = 1_000
const DAY_S = 86_400
const MOST_NAMES = 50

/** State of the editor page. */
export interface EditorPage {
  draft: RuleDraft
  /** Null for a new rule. */
  rule: StoredRule | null
  days?: Days
  outcome?: RehearsalPanel['outcome']
  conflict?: Conflict | null
  problem?: string | null
  /** Whether templates are offered. */
  isBlank?: boolean
  done?: string | undefined
}

/** The editor page of a new or existing rule. */
export async function editorPage({ db }: ConsoleContext, reader: Reader, page: EditorPage): Promise<Html> {
  const { draft, rule, days = 1, outcome = null, conflict = null, problem = null } = page
  const { device_ids = [], exclude_device_ids = [], tags = [], exclude_tags = [] } = draft.definition?.scope ?? {}
  const named = [...device_ids, ...exclude_device_ids].slice(0, MOST_NAMES)
  const devices = named.length === 0 ? [] : await listDeviceNames(db, reader.reach, named)
  const editor: Editor = {
    draft,
    stored: rule,
    seen: await listSeenFields(db, reader.reach),
    geofences: await geofencesFor(db, reader, rule, draft),
    names: new Map(devices.map(({ id, name }) => [id, name])),
    unknownTags: await findUnknownTags(db, reader.reach, [...tags, ...exclude_tags]),
    panel: { days, outcome },
    conflict,
    problem,
  }
  if (rule !== null) return rulePage({ db }, reader, rule, editor, page.done)
  const presets = page.isBlank ? (await listRules(db, reader.reach)).filter(({ origin }) => origin === 'pack') : null
  return newRuleView(reader, { editor, presets, done: page.done })
}

/** The page of an existing rule; without an editor for viewers. */
export async function rulePage(
  { db }: Pick<ConsoleContext, 'db'>,
  reader: Reader,
  rule: StoredRule,
  editor: Editor | null,
  done?: string,
): Promise<Html> {
  const { key } = rule
  const activity = (await findRuleActivity(db, reader.listed, [key], reader.now)).get(key)
  const [noise] = await noiseReport(db, reader.listed, secondsAfter(reader.now, -NOISE_DAYS * DAY_S), key, MOST_NOISE)
  return rulePageView(reader, { rule, facts: { activity, noise, isCut: noise?.alerts === MOST_NOISE }, editor, done })
}

/** The rehearsal settings in a form. */
export function askedIn(body: unknown): { days: Days; deviceId: number | null } {
  const fields = fieldsIn(body)
  const device = textIn(fields, 'device')
  return {
    days: RANGES.find((days) => String(days) === textIn(fields, 'days')) ?? 1,
    deviceId: /^[1-9]\d{0,8}$/.test(device) ? Number(device) : null,
  }
}

/** Handles buttons that do not save: other fields, or a rehearsal. */
export async function workOn(
  context: ConsoleContext,
  draft: RuleDraft,
  rule: StoredRule | null,
  body: unknown,
  asker: Asker,
): Promise<Partial<EditorPage>> {
  const asked = askedIn(body)
  const isRehearsed = textIn(fieldsIn(body), 'do').startsWith('rehearse')
  if (!isRehearsed || draft.definition === null) return { days: asked.days }
  const site_id = rule === null ? (chosenSite(draft) ?? usualSite(asker.reach)) : rule.site_id
  const definition = await shapedDraft(context.db, asker.reach, site_id, draft.definition)
  if (definition === null) return { days: asked.days }
  const ofSite = { definition, site_id }
  const outcome = await rehearseDraft(context.db, ofSite, asked, context, asker, context.now())
  return { days: asked.days, outcome }
}

/** The site of a new rule without a choice. */
const usualSite = ({ everywhere, sites }: Reach): number | null =>
  everywhere === null && sites.size === 1 ? [...sites.keys()][0]! : null

/** Names of the geofences that the rule may use: those of its site, and of the whole installation. */
async function geofencesFor(
  db: ConsoleContext['db'],
  { reach }: Reader,
  rule: StoredRule | null,
  draft: RuleDraft,
): Promise<string[]> {
  const chosen = rule === null ? chosenSite(draft) : rule.site_id
  const all = await listGeofences(db, reach)
  // Without a choice the only site is meant, and the list has no other.
  const usable = all.filter(({ site_id }) => site_id === null || chosen === undefined || site_id === chosen)
  return usable.map(({ name }) => name)
}

/** With the shapes of its geofences; null if it names one that there is not, which saving it reports. */
async function shapedDraft(
  db: ConsoleContext['db'],
  reach: Reach,
  siteId: number | null,
  definition: RuleDefinition,
): Promise<RuleDefinition | null> {
  return withNamedFences(db, reach, siteId, definition).catch((error: unknown) => {
    if (error instanceof RequestError) return null
    throw error
  })
}

/** The versions saved since the one that the person started with. */
export async function conflictOver(
  { db }: ConsoleContext,
  reach: Reach,
  draft: RuleDraft,
  theirs: StoredRule,
): Promise<Conflict> {
  const [newest] = await listRuleVersions(db, reach, theirs.key)
  const user = newest?.saved_by ? await findUser(db, reach, newest.saved_by) : null
  return {
    version: theirs.version,
    mine: draft.version,
    who: user?.name ?? null,
    theirs: ruleText(theirs.definition),
  }
}
