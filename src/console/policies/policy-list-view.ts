import type { EscalationPolicy } from '../../core/escalation/policy.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { type FormState, form, formMessage } from '../frame/forms/forms.ts'
import { siteName } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { type PolicyNames, policyScopeText, roundsText, stepSentences } from './policy-texts.ts'

interface PolicyList {
  policies: readonly EscalationPolicy[]
  names: PolicyNames
  notice: Content
  state: FormState
}

export function policyListView(reader: Reader, { policies, names, notice, state }: PolicyList): Html {
  const { t, may } = reader
  const { policies: words } = t
  const add = html`<a class="button primary" href="/escalation-policies/new">${icon('plus')}${words.add}</a>`
  const readiness = html`<a class="button quiet" href="/readiness">${t.shared.places.readiness}</a>`
  return shell(
    reader,
    {
      title: words.title,
      place: 'policies',
      actions: html`${may('operator') ? readiness : null}${may('admin') ? add : null}`,
    },
    html`${notice}${formMessage(state)}<p>${words.what}</p>
    <ol class="policies">${policies.map((policy) => policyItem(reader, policy, policies, names))}</ol>`,
  )
}

function policyItem(
  reader: Reader,
  policy: EscalationPolicy,
  all: readonly EscalationPolicy[],
  names: PolicyNames,
): Html {
  const { id, site_id, site, name, scope, is_last } = policy
  const mayChange = reader.may('admin', site_id)
  const { policies: words } = reader.t
  const title = mayChange ? html`<a href="/escalation-policies/${id}">${name}</a>` : html`${name}`
  return html`<li class="card" id="policy-${id}">
    <header><h2>${title}</h2>${mayChange && !is_last ? moves(reader, policy, all) : null}</header>
    <p class="meta">${reader.sites.length < 2 ? null : html`${siteName(reader, site)} · `}${is_last ? words.last : policyScopeText(reader, scope, names)}</p>
    <ol class="policy-steps">${stepSentences(reader, policy, names).map((sentence) => html`<li>${sentence}</li>`)}</ol>
    <p>${roundsText(reader, policy)}</p>
  </li>`
}

/** Among the policies of its site. The last policy stays behind all others. */
function moves(reader: Reader, policy: EscalationPolicy, all: readonly EscalationPolicy[]): Html {
  const movable = all.filter(({ site_id, is_last }) => site_id === policy.site_id && !is_last)
  const place = movable.indexOf(policy)
  const { up, down } = reader.t.policies
  return html`<div class="row-of-buttons">
    ${place === 0 ? null : moveButton(reader, policy, place, html`${icon('arrow-up')}`, up(policy.name))}
    ${place === movable.length - 1 ? null : moveButton(reader, policy, place + 2, html`${icon('arrow-down')}`, down(policy.name))}
  </div>`
}

const moveButton = ({ csrf }: Reader, { id, version }: EscalationPolicy, to: number, picture: Html, label: string) =>
  form(
    { action: `/escalation-policies/${id}/position`, csrf, inPlace: true },
    html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="position" value="${to}">
    <button class="quiet" aria-label="${label}" title="${label}">${picture}</button>`,
  )
