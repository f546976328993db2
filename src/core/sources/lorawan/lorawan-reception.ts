import { objectOr } from '../messages/json-text.ts'
import type { SourceReading } from '../messages/source-message.ts'
import { numberOf, putValue } from '../values/metric-keys.ts'

/** More gateways than hear one device. */
const MOST_GATEWAYS = 1_000

/**
 * Puts the signal in dBm and the signal-to-noise ratio at the gateway that received a frame best.
 *
 * @param gateways what each gateway says of its reception, with `rssi` and `snr` (older: `loRaSNR`)
 */
export function putReception(reading: SourceReading, gateways: unknown): void {
  if (!Array.isArray(gateways)) return
  let snr: unknown
  for (const gateway of gateways.slice(0, MOST_GATEWAYS).map(objectOr)) {
    const signal = numberOf(gateway.rssi)
    if (signal === null || (reading.signal !== undefined && signal <= reading.signal)) continue
    reading.signal = signal
    snr = gateway.snr ?? gateway.loRaSNR
  }
  putValue(reading, 'snr', snr)
}
