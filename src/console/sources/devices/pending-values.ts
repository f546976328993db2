import type { PreviewedMessage } from '../../../core/rehearsal/preview/preview-messages.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { severityBadge } from '../../frame/parts/badges.ts'
import { valuesText } from '../messages/message-view.ts'

/** The newest reading that the messages of a pending device would make, and the alerts of all of them. */
export interface Said {
  reading: Record<string, unknown>
  alerts: PreviewedMessage['alerts']
}

/** By external ID. `messages`: oldest first. */
export function saidByDevice(messages: readonly PreviewedMessage[]): Map<string, Said> {
  const says = new Map<string, Said>()
  for (const { readings, alerts } of messages) {
    for (const { external_id, reading } of readings) {
      const before = says.get(external_id)?.alerts ?? []
      says.set(external_id, { reading, alerts: readings.length === 1 ? [...before, ...alerts] : before })
    }
  }
  return says
}

/** Values by which people recognise a device, and the alerts that adopting it raises. */
export function saidText(reader: Reader, { reading, alerts }: Said): Html {
  const { t } = reader
  const titles = new Map(alerts.map((alert) => [reader.titleOf(alert), alert.severity]))
  return html`<span class="meta">${valuesText(reader, reading)}</span>${titles.size === 0 ? null : html`<br>`}${[...titles].map(([title, severity]) => html` ${severityBadge(t, severity)} ${title}`)}`
}
