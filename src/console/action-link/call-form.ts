import type { Callable } from '../../core/actions/list-callable.ts'
import type { ActionLink } from '../../core/contact-methods/action-links.ts'
import { type Content, html } from '../../platform/html.ts'
import type { Guest } from '../frame/reader.ts'
import { callFields } from '../incidents/incident/call-for-help.ts'
import { linkForm } from './link-form.ts'

/** Calls others for help, folded unless the address has `?call`. Null: none can be called. */
export function callForm(
  { t }: Pick<Guest, 't'>,
  { incidentId, callable, isCalling }: { incidentId: number; callable: Callable | null; isCalling: boolean },
  spoken: string,
): Content {
  if (callable === null) return null
  const fields = callFields(t, callable)
  return html`<details class="disclosure" id="call"${isCalling ? html` open` : null}><summary class="button quiet" aria-label="${t.headline.spoken(t.calls.open, spoken)}">${t.calls.open}</summary><div class="unfolded">${
    fields === null
      ? html`<p>${t.calls.nobody}</p>`
      : linkForm(incidentId, html`${fields}<button class="primary" name="action" value="call">${t.calls.send}</button>`)
  }</div></details>`
}

/** Whether the reader was called, and has not answered yet. */
export const isCalled = ({ call }: ActionLink): boolean => call !== null && !call.is_coming
