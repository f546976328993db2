import { ROLES } from '../../core/reach/role.ts'
import { MODULES } from '../../core/vocabulary/modules.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { boxes, choice, errorOf, type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { siteField } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, dangerZone, icon } from '../frame/parts/page-parts.ts'
import { MOST_STEPS, type PolicyDraft, type StepDraft } from './policy-fields.ts'
import type { PolicyNames } from './policy-texts.ts'

export interface PolicyFormPage {
  /** The policy to change; null for a new one. */
  policy: { id: number; name: string; is_last: boolean } | null
  draft: PolicyDraft
  names: PolicyNames
  tags: readonly string[]
  /** People with an enabled account. */
  choosable: readonly { id: number; name: string; email: string }[]
  state: FormState
}

export function policyFormView(reader: Reader, page: PolicyFormPage): Html {
  const { t, csrf } = reader
  const { policy, draft, state } = page
  const { policies: words } = t
  const title = policy === null ? words.add : policy.name
  const site = draft.site_id === undefined ? {} : { site_id: draft.site_id }
  const shown: FormState = { ...state, values: { name: draft.name, tags: draft.tags, ...site } }
  const [otherError] = Object.entries(state.errors).flatMap(([name, text]) => (isShown(name) ? [] : [text]))
  const action = policy === null ? '/escalation-policies' : `/escalation-policies/${policy.id}`
  return shell(
    reader,
    { title, place: 'policies', trail: [{ name: words.title, address: '/escalation-policies' }] },
    html`${formMessage({ ...state, message: state.message ?? otherError ?? null })}
    ${state.reason === 'policy_behind' ? html`<p><a class="button" href="${action}">${words.showCurrent}</a></p>` : null}
    ${form(
      { action, csrf, label: title },
      html`<input type="hidden" name="steps" value="${draft.steps.length}">
      ${draft.version === null ? null : html`<input type="hidden" name="version" value="${draft.version}">`}
      <div class="stack policy-form">
        <section class="card">${policy === null ? siteField(reader, 'admin', shown) : null}${field({ name: 'name', label: t.terms.name, maxlength: 100, autofocus: policy === null && draft.name === '' }, shown)}</section>
        ${policy?.is_last ? null : scopeCard(reader, page, shown)}
        ${draft.steps.map((step, place) => stepCard(reader, page, step, place))}
        ${draft.steps.length < MOST_STEPS ? html`<p><button name="what" value="add" formnovalidate>${icon('plus')}${words.form.addStep}</button></p>` : null}
        ${roundsCard(reader, draft, shown)}
        <p><button class="primary" name="what" value="save">${policy === null ? words.form.create : t.shared.save}</button></p>
      </div>`,
    )}
    ${policy === null || policy.is_last ? null : removal(reader, policy.id)}`,
  )
}

const isShown = (name: string): boolean => /^(name|site_id|tags|(wait|targets)_\d)$/.test(name)

function scopeCard({ t }: Reader, { draft, names, tags }: PolicyFormPage, shown: FormState): Html {
  const { form: words } = t.policies
  const modules = MODULES.map((value) => ({
    value,
    text: t.shared.modules[value],
    isTicked: draft.modules.includes(value),
  }))
  const rules = [...names.rules].map(([value, text]) => ({ value, text, isTicked: draft.rule_keys.includes(value) }))
  const severities = SEVERITIES.map((value) => ({ value, text: t.shared.severities[value] }))
  const known = tags.length === 0 ? words.tagsHint : `${words.tagsHint} ${words.knownTags(tags.join(', '))}`
  return card(
    t.terms.scope,
    html`<p>${words.scopeHint}</p>
    ${boxes('modules', t.terms.modules, modules)}
    ${field({ name: 'tags', label: words.tags, hint: known, optional: true, maxlength: 5_000, offers: { of: 'tags' } }, shown)}
    <details class="rule-boxes"${draft.rule_keys.length > 0 ? html` open` : null}><summary>${t.shared.places.rules}</summary>${boxes('rule_keys', words.rulesHint, rules, { isLong: true })}</details>
    ${choice({ name: 'min_severity', label: words.minSeverity, options: severities, chosen: draft.min_severity }, shown)}`,
  )
}

function stepCard(reader: Reader, page: PolicyFormPage, { wait, targets }: StepDraft, place: number): Html {
  const { t } = reader
  const { form: words, targets: who } = t.policies
  const { draft, names, choosable, state } = page
  const name = `targets_${place}`
  const box = (value: string, text: string) => ({ value, text, isTicked: targets.includes(value) })
  const remove =
    draft.steps.length === 1
      ? null
      : html`<button class="quiet" name="what" value="remove-${place}" formnovalidate>${words.removeStep(place + 1)}</button>`
  const waitField = { name: `wait_${place}`, label: place === 0 ? words.firstWait : words.wait, hint: words.waitHint }
  return card(
    t.terms.step(place + 1),
    html`${field({ ...waitField, maxlength: 40, optional: true }, { ...state, values: { [`wait_${place}`]: wait } })}
    ${boxes(name, words.notify, [
      box('on_call', who.on_call),
      ...ROLES.toReversed().map((role) => box(`role:${role}`, who.roles[role])),
      ...[...names.schedules].map(([id, schedule]) => box(`schedule:${id}`, who.schedule(schedule))),
    ])}
    ${people(
      name,
      words,
      choosable.map(({ id, name: person, email }) => box(`user:${id}`, `${person} (${email})`)),
    )}
    ${errorOf(name, state.errors)}`,
    remove,
  )
}

function people(
  name: string,
  { people: title, peopleHint }: Reader['t']['policies']['form'],
  all: Parameters<typeof boxes>[2],
): Content {
  const isOpen = all.some(({ isTicked }) => isTicked)
  return html`<details class="rule-boxes"${isOpen ? html` open` : null}><summary>${title}</summary>${boxes(name, peopleHint, all, { isLong: true })}</details>`
}

function roundsCard({ t }: Reader, draft: PolicyDraft, shown: FormState): Html {
  const { form: words } = t.policies
  const numbers = (first: number) =>
    Array.from({ length: 10 - first }, (_, place) => ({ value: String(place + first), text: String(place + first) }))
  return card(
    words.rounds,
    html`${choice({ name: 'rounds', label: words.criticalRounds, hint: words.roundsHint, options: numbers(1), chosen: draft.rounds }, shown)}
    ${choice({ name: 'warning_rounds', label: words.warningRounds, hint: words.warningRoundsHint, options: numbers(0), chosen: draft.warning_rounds }, shown)}`,
  )
}

const removal = ({ t, csrf }: Reader, id: number): Html =>
  dangerZone(
    t.policies.remove,
    html`<p>${t.policies.removeHint}</p>${form({ action: `/escalation-policies/${id}/removal`, csrf }, html`<button class="danger">${t.policies.remove}</button>`)}`,
  )
