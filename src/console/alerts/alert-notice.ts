import type { AlertRecord } from '../../core/alerts/list-alerts.ts'
import { type Content, html } from '../../platform/html.ts'
import { doneOf } from '../shell/done-of.ts'
import { done } from '../shell/forms.ts'
import type { Reader } from '../shell/reader.ts'

/** Result of an action. If another person was first, it names them. */
export function alertNotice(reader: Reader, alert: AlertRecord, what: string): Content {
  const { t } = reader
  if (what === 'acknowledged' || what === 'resolved') {
    const by = what === 'acknowledged' ? alert.acknowledged_by : alert.resolved_by
    const at = what === 'acknowledged' ? alert.acknowledged_at : alert.resolved_at
    return doneBy(reader, { what: t.alerts.done[what], by, at, says: t.alerts[`${what}By`] })
  }
  return doneOf(t.alerts.done, what)
}

interface Done {
  what: string
  by: Record<string, unknown> | null
  at: Date | null
  says: (who: string) => string
}

export const doneBy = ({ user, format }: Reader, { what, by, at, says }: Done): Content =>
  by === null || at === null || by.id === user.id
    ? done(what)
    : html`<p class="notice good" role="status">${says(String(by.email ?? 'Tocsin'))} ${format.ago(at)}</p>`
