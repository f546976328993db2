import { partsOf } from '../../core/conditions/condition.ts'
import { withOwnSource } from '../../core/rules/editing/safety-rules.ts'
import type { Condition, RuleDefinition } from '../../core/rules/rule.ts'
import type { StoredRule } from '../../core/rules/rule-store.ts'
import { MODULES } from '../../core/vocabulary/modules.ts'
import { metricIn } from '../../core/vocabulary/own-metrics.ts'
import { unknownFlags } from '../../core/vocabulary/unknown-flags.ts'
import { sentenceOf } from '../../platform/error-messages/reasons.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { fieldFault } from '../../words/words.ts'
import { EMPTY_FORM, form } from '../frame/forms/forms.ts'
import { siteField } from '../frame/forms/site-field.ts'
import type { Reader } from '../frame/page/reader.ts'
import { diffView } from '../frame/parts/text-diff.ts'
import { builderView } from './form/builder-view.ts'
import { type FormPage, formPage, reasonsAgainst } from './form/controls.ts'
import type { RuleDraft } from './form/draft.ts'
import type { TextFault } from './form/rule-from-text.ts'
import { outcomeCard, reasonInput, scopeCard, whyCard } from './form/scope-and-outcome-view.ts'
import { type RehearsalPanel, rehearsalPanel } from './rehearsal/rehearsal-view.ts'
import { sentenceOfRule } from './rule-sentence.ts'

/** Another person has saved a version meanwhile. */
export interface Conflict {
  version: number
  mine: number
  who: string | null
  theirs: string
}

export interface Editor {
  draft: RuleDraft
  /** Null for a new rule. */
  stored: StoredRule | null
  seen: FormPage['seen']
  geofences: FormPage['geofences']
  /** Names of the devices in the rule's scope. */
  names: ReadonlyMap<number, string>
  /** Tags in the rule's scope that no device in reach has. */
  unknownTags: readonly string[]
  panel: Omit<RehearsalPanel, 'definition' | 'reasons'>
  conflict: Conflict | null
  /** Reason why it was not saved, if no field shows it. */
  problem: string | null
}

/** The editor: form and text, with the rehearsal beside it. */
export function ruleEditorView(reader: Reader, editor: Editor): Html {
  const { draft, stored, panel } = editor
  const ruleKey = stored?.key ?? null
  const words = reader.t.ruleForm
  const page = formPage(reader, draft, editor)
  const action = ruleKey === null ? '/rules/new' : `/rules/${ruleKey}`
  const asText = html`<section id="as-text"><h3>${words.asText}</h3>${textCard(page, stored)}</section>`
  const asForm = html`<section id="as-form"><h3>${words.asForm}</h3>${formCards(page, editor)}</section>`
  const isOnlyText = draft.definition !== null
  return form(
    { action, csrf: reader.csrf, label: reader.t.shared.places.rules },
    html`
  <input type="hidden" name="version" value="${draft.version}">
  ${ruleKey === null ? null : html`<input type="hidden" name="rule_key" value="${ruleKey}">`}
  ${page.fields.enabled?.[0] ? html`<input type="hidden" name="enabled" value="${page.fields.enabled[0]}">` : null}
  <div class="rule-editor" data-rule-builder>
    <div class="stack">
      ${conflictView(reader, editor)}
      ${ruleKey === null ? siteCard(reader, draft) : null}
      ${problemView(page, editor.problem)}
      ${sentenceView(reader, draft, editor)}
      ${draft.fields === null ? [isOnlyText && html`<p class="notice warn">${words.onlyText}</p>`, asText] : html`<div class="tabs" data-tabs>${asForm}${asText}</div>`}
    </div>
    ${rehearsalPanel(reader, { ...panel, definition: draft.definition, reasons: reasonsAgainst(reader, draft) })}
  </div>`,
  )
}

/** Not with one site; outside of what is replaced while the rule is built. */
function siteCard(reader: Reader, { site_id }: RuleDraft): Content {
  const field = siteField(
    reader,
    'operator',
    site_id === undefined ? EMPTY_FORM : { ...EMPTY_FORM, values: { site_id } },
  )
  return field && html`<div class="card">${field}</div>`
}

function formCards(page: FormPage, { names, conflict, stored }: Editor): Html {
  const words = page.reader.t.ruleForm
  return html`<div class="stack" id="form-cards">
  ${builderView(page)}
  ${scopeCard(page, names)}
  ${outcomeCard(page)}
  ${whyCard(page, stored)}
  <div class="save-bar"><button class="primary" name="do" value="save">${conflict === null ? words.save : words.keepMine}</button> <a class="button" href="/rules">${words.cancel}</a></div>
</div>`
}

/** The rule as a sentence, as shown in lists. Updated by the script after each change. */
function sentenceView(reader: Reader, draft: RuleDraft, { unknownTags, stored, seen }: Editor): Html {
  const words = reader.t.ruleForm
  const { definition } = draft
  const [reason] = reasonsAgainst(reader, draft)
  const warning =
    unknownTags.length === 0 ? null : html`<p class="notice warn">${reader.t.silences.unknownTags(unknownTags)}</p>`
  const source = definition?.source
  const isForeign = definition !== null && withOwnSource(definition, stored).source !== source
  const sourceGoes = isForeign && html`<p class="notice warn">${words.sourceGoes(source!)}</p>`
  return html`<div id="sentence" class="card rule-said" aria-live="polite"><p>${
    definition !== null
      ? sentenceOfRule(reader, definition)
      : reason === undefined
        ? words.incomplete
        : words.notYet(reason)
  }</p>${warning}${definition && flagHints(reader, definition, seen.flags)}${sourceGoes}</div>`
}

/** Flags that no module of the rule knows, unless devices have sent them. */
function flagHints({ t, format }: Reader, { condition, scope }: RuleDefinition, seen: readonly string[]): Content {
  const names = fieldsIn(condition)
    .filter((field) => field.startsWith('flags.') && !seen.includes(field))
    .map(metricIn)
  const { modules = [] } = scope ?? {}
  const who = modules.length === 0 ? null : format.list(modules.map((module) => t.shared.modules[module]))
  return unknownFlags(modules.length === 0 ? MODULES : modules, [...new Set(names)]).map(
    ({ name, meant }) => html`<p class="notice info">${t.onboarding.unknownFlag(who, name, meant)}</p>`,
  )
}

const fieldsIn = (condition: Condition): string[] => [
  ...('field' in condition && condition.field ? [condition.field] : []),
  ...partsOf(condition).flatMap(({ part }) => fieldsIn(part)),
]

/** Reasons why the rule was not saved that are not shown beside a field. Kept until the next submission. */
function problemView({ draft, reader, state }: FormPage, problem: string | null): Content {
  if (draft.isUnderWay) return null
  const { read } = draft
  const beside = (read?.faults ?? []).filter(({ field }) => read!.fieldFor(field) === null)
  const faults = beside.map((fault) => `${fault.field}: ${fieldFault(reader.t, fault)}`)
  const said = [
    problem ?? (Object.keys(state.errors).length > 0 ? reader.t.ruleForm.notSaved : null),
    ...faults,
  ].filter((text) => text !== null)
  return said.length === 0
    ? null
    : html`<div class="notice bad" role="alert">${said.map((text) => html`<p>${text}</p>`)}</div>`
}

function textCard(page: FormPage, stored: StoredRule | null): Html {
  const { reader } = page
  const { text, textFaults } = page.draft
  const words = reader.t.ruleForm
  const lines = Math.max(18, text.split('\n').length + 1)
  return html`<div class="card">
  ${faultList(reader, textFaults)}
  <div class="field wide"><label for="text">${words.textLabel}</label>
    <textarea id="text" name="text" rows="${Math.min(40, lines)}" spellcheck="false" class="code-area" aria-describedby="text-hint"${textFaults.length > 0 ? html` aria-invalid="true"` : null}>
${text}</textarea>
    <p class="hint" id="text-hint">${words.textHint}</p></div>
  ${stored && reasonInput(page, stored, 'text_reason')}
  <div class="save-bar"><button class="primary" name="do" value="save_text">${words.saveText}</button>
    <button class="without-scripts" name="do" value="rehearse_text" formaction="/rules/new/draft">${reader.t.rehearsal.run}</button></div>
</div>`
}

/** The faults with their lines. */
const faultList = ({ t }: Reader, faults: readonly TextFault[]): Html =>
  html`<div id="text-faults">${
    faults.length === 0
      ? null
      : html`<div class="notice bad" role="alert"><p>${t.ruleForm.wrong}</p><ul>${faults.map(
          (fault) =>
            html`<li data-line="${fault.line}">${t.ruleForm.line(fault.line)}: ${fault.field} ${sentenceOf(fault, t.reasons)}</li>`,
        )}</ul></div>`
  }</div>`

function conflictView(reader: Reader, { conflict, draft, stored }: Editor): Content {
  if (conflict === null || stored === null) return null
  const words = reader.t.ruleForm
  return html`<section class="card conflict" aria-labelledby="conflict-title">
  <h2 id="conflict-title">${words.difference}</h2>
  <p class="notice warn" role="alert">${words.conflict(conflict.version, conflict.mine, conflict.who ?? words.somebody)}</p>
  ${diffView(conflict.theirs, draft.text, words.difference)}
  <div class="save-bar"><a class="button" href="/rules/${stored.key}">${words.takeTheirs}</a></div>
</section>`
}
