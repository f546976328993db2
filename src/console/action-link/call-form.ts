import type { ActionLink } from '../../core/contact-methods/action-links.ts'
import { type Content, html } from '../../platform/html.ts'
import { callFields } from '../incidents/incident/call-for-help.ts'
import type { Guest } from '../shell/reader.ts'
import type { LinkPage } from './action-link-view.ts'

/** Calls others for help, folded unless the address has `?call`; like the buttons, its proof is the address of the page. Null: none can be called. */
export function callForm(
  { t }: Pick<Guest, 't'>,
  { incident, callable, isCalling }: Pick<LinkPage, 'incident' | 'callable' | 'isCalling'>,
  spoken: string,
): Content {
  if (callable === null) return null
  const fields = callFields(t, callable)
  return html`<details class="disclosure" id="call"${isCalling ? html` open` : null}><summary class="button quiet" aria-label="${t.headline.spoken(t.calls.open, spoken)}">${t.calls.open}</summary><div class="unfolded">${
    fields === null
      ? html`<p>${t.calls.nobody}</p>`
      : html`<form method="post">
    <input type="hidden" name="incident" value="${incident.incident_id}">
    ${fields}
    <button class="primary" name="action" value="call">${t.calls.send}</button>
  </form>`
  }</div></details>`
}

/** What the reader was called for, and has not answered yet. */
export const isCalled = ({ call }: ActionLink): boolean => call !== null && !call.is_coming
