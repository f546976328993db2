import type { Titled } from '../../../core/vocabulary/titles.ts'
import type { Content } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'
import { actionButton } from './forms.ts'

interface Named {
  device_name: string | null
}

/** The name of a row for those who do not see it: the title and the device. */
export const rowName = ({ titleOf }: Reader, row: Titled & Named): string =>
  row.device_name === null ? titleOf(row) : `${titleOf(row)} – ${row.device_name}`

/**
 * Acknowledges the alert or incident at `address`, and shows the present page again. Nothing for readers who may not, and
 * where somebody has acknowledged it already.
 */
export const acknowledgeButton = (
  reader: Reader,
  address: string,
  titled: Titled & Named & { status: 'firing' | 'open' | 'acknowledged' | 'resolved' },
): Content =>
  titled.status === 'acknowledged' || titled.status === 'resolved' || !reader.may('operator')
    ? null
    : actionButton(
        {
          action: `${address}/acknowledgement`,
          csrf: reader.csrf,
          label: reader.t.alerts.acknowledgeOne(rowName(reader, titled)),
          name: 'to',
          value: reader.address,
          shortcut: 'a',
        },
        reader.t.terms.acknowledge,
      )
