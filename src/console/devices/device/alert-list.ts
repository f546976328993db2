import Type from 'typebox'
import { type AlertRecord, findAlert } from '../../../core/alerts/list-alerts.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type Content, each, type Html, html } from '../../../platform/html.ts'
import { NumberText } from '../../../platform/http/schemas/shapes.ts'
import { actionNotice } from '../../alerts/action-notice.ts'
import { acknowledgeButton } from '../../frame/forms/acknowledge-button.ts'
import { doneQuery } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { progressBadge, reachedBadge } from '../../frame/parts/badges.ts'

/** A short list of the device's alerts, with buttons to acknowledge them. */
export const alertList = (reader: Reader, alerts: readonly AlertRecord[]): Html => html`
<ul class="rows">${each(
  alerts,
  (alert) => html`<li>
  <span>${reachedBadge(reader.t, alert)} <a href="/alerts/${alert.alert_id}">${reader.titleOf(alert)}</a></span>
  <span class="meta beside">${progressBadge(reader.t, reader.format, alert)} ${reader.format.ago(alert.triggered_at)} ${acknowledgeButton(reader, `/alerts/${alert.alert_id}`, alert)}</span>
</li>`,
)}</ul>`

export const noticeQuery = {
  ...doneQuery,
  about: Type.Optional(NumberText('^[1-9][0-9]{0,14}$', {})),
}

/** Result of an action on one of them, for the reloaded page. */
export async function alertActionNotice(
  db: Queryable,
  reader: Reader,
  asked: { done?: string; about?: string },
): Promise<Content> {
  const { done, about } = asked
  const alert = done === undefined || about === undefined ? null : await findAlert(db, reader.reach, Number(about))
  return alert === null ? null : actionNotice(reader, alert, done!)
}
