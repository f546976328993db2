import { sortInSlices } from '../../../platform/long-work/sort-in-slices.ts'
import type { GiveWay } from '../../../platform/long-work/time-slices.ts'
import type { Device } from '../../devices/device.ts'
import type { RuleSet } from '../../rules/engine/rule-set.ts'
import { inOrderOfArrival, type RuleReading } from '../../telemetry/reading.ts'
import { rehearse } from '../rehearse.ts'
import type { RehearsedAlert } from '../rehearsed-alert.ts'

/** Most readings with the same time of arrival that are evaluated at once. */
const MOST_AT_ONCE = 100

/**
 * Runs the rules over the readings of one device in the order of arrival. The service's clock advances between readings,
 * and after the last one up to `until` (ms).
 */
export async function playReadings(
  rules: RuleSet,
  device: Device,
  readings: readonly RuleReading[],
  until: number,
  giveWay: GiveWay,
): Promise<RehearsedAlert[]> {
  const rehearsal = rehearse(rules, device)
  const arrived = await sortInSlices(readings, inOrderOfArrival, giveWay)
  let clock = Number.NEGATIVE_INFINITY
  for (let start = 0; start < arrived.length; ) {
    const { received_at } = arrived[start]!
    if (received_at > clock) rehearsal.passTo(received_at)
    clock = received_at
    let end = start + 1
    while (end < arrived.length && end - start < MOST_AT_ONCE && arrived[end]!.received_at === clock) end += 1
    rehearsal.hear(arrived.slice(start, end))
    start = end
    await giveWay()
  }
  rehearsal.passTo(Math.max(clock, until))
  return rehearsal.alerts()
}
