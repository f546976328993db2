import type { GiveWay } from '../../../platform/long-work/time-slices.ts'
import type { RehearsedAlert } from '../rehearsed-alert.ts'
import { overlapsOf } from './alert-overlaps.ts'
import { type FirstAlerts, firstAlerts } from './first-alerts.ts'

/** Alerts of the new version while the old one had none on the device, the reverse, and the number of the others. */
export interface Difference {
  /** The first of them, at most `MOST_LISTED`. */
  added: RehearsedAlert[]
  added_count: number
  removed: RehearsedAlert[]
  removed_count: number
  kept: number
}

/** Compares the alerts of two versions of a rule, device by device. */
interface DifferenceTally {
  add(fresh: readonly RehearsedAlert[], old: readonly RehearsedAlert[], giveWay: GiveWay): Promise<void>
  difference(): Difference
}

/** Open alerts count until `openUntil` (ms). */
export function differenceTally(openUntil: number): DifferenceTally {
  const [added, removed] = [firstAlerts(), firstAlerts()]
  let all = 0
  async function addAlone(
    into: FirstAlerts,
    alerts: readonly RehearsedAlert[],
    others: readonly RehearsedAlert[],
    giveWay: GiveWay,
  ): Promise<void> {
    const overlaps = await overlapsOf(others, openUntil, giveWay)
    for (const alert of alerts) {
      if (!overlaps(alert)) into.add(alert)
      await giveWay()
    }
  }
  return {
    async add(fresh, old, giveWay) {
      all += fresh.length
      await addAlone(added, fresh, old, giveWay)
      await addAlone(removed, old, fresh, giveWay)
    },
    difference: () => ({
      added: added.list(),
      added_count: added.count,
      removed: removed.list(),
      removed_count: removed.count,
      kept: all - added.count,
    }),
  }
}
