import type { Callable } from '../../core/actions/list-callable.ts'
import type { ActionLink } from '../../core/contact-methods/action-links.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { callFields } from '../incidents/incident/call-for-help.ts'
import type { Guest } from '../shell/reader.ts'
import type { Words } from '../words/catalogue.ts'

/** Calls others for help, folded unless the address asks for it by `?call`; like the buttons, its proof is the address of the page. Null: none can be called. */
export function callForm({ t }: Guest, incidentId: number, callable: Callable | null, isOpen: boolean): Content {
  if (callable === null) return null
  const fields = callFields(t, callable)
  return html`<details class="more" id="call"${isOpen ? html` open` : null}><summary>${t.calls.open}</summary>${
    fields === null
      ? html`<p>${t.calls.nobody}</p>`
      : html`<form method="post" class="answer">
    <input type="hidden" name="incident" value="${incidentId}">
    ${fields}
    <button class="big quiet" name="action" value="call">${t.calls.send}</button>
  </form>`
  }</details>`
}

/** What the reader was called for, and has not answered yet. */
export const isCalled = ({ call }: ActionLink): boolean => call !== null && !call.is_coming

/** Leads to the form on the same page, and unfolds it. */
export const callLink = ({ calls, headline }: Words, spoken: string): Html =>
  html`<a class="button" href="?call#call" aria-label="${headline.spoken(calls.open, spoken)}">${calls.open}</a>`
