import type { Titled } from '../../../core/vocabulary/titles.ts'
import type { Content } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'
import { actionButton } from './forms.ts'

/**
 * Acknowledges the alert or incident at `address`, and shows the present page again. Nothing for readers who may not, and
 * where somebody has acknowledged it already.
 */
export const acknowledgeButton = (
  reader: Reader,
  address: string,
  titled: Titled & { status: 'firing' | 'open' | 'acknowledged' | 'resolved' },
): Content =>
  titled.status === 'acknowledged' || titled.status === 'resolved' || !reader.may('operator')
    ? null
    : actionButton(
        {
          action: `${address}/acknowledgement`,
          csrf: reader.csrf,
          label: reader.t.alerts.acknowledgeOne(reader.titleOf(titled)),
          name: 'to',
          value: reader.address,
          shortcut: 'a',
        },
        reader.t.terms.acknowledge,
      )
