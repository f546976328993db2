import { findUnknownTags } from '../../core/devices/lists/browse-devices.ts'
import { listDeviceNames } from '../../core/devices/lists/list-devices.ts'
import { findUser } from '../../core/people/user-store.ts'
import type { Reach } from '../../core/reach/reach.ts'
import { noiseReport } from '../../core/rehearsal/preview/noise-report.ts'
import type { Asker } from '../../core/rehearsal/preview/preview-rule.ts'
import { findRuleActivity } from '../../core/rules/editing/rule-activity.ts'
import { ruleText } from '../../core/rules/editing/rule-text.ts'
import { listRules, listRuleVersions, type StoredRule } from '../../core/rules/rule-store.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { chosenSite } from '../parts/site-field.ts'
import type { Reader } from '../shell/reader.ts'
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
    ruleKey: rule?.key ?? null,
    seen: await listSeenFields(db, reader.reach),
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
  const site_id = rule === null ? (chosenSite(draft) ?? null) : rule.site_id
  const ofSite = { definition: draft.definition, site_id }
  const outcome = await rehearseDraft(context.db, ofSite, asked, context, asker, context.now())
  return { days: asked.days, outcome }
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
