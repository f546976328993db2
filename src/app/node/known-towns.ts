import { worldTowns } from '../../console/assets/world-towns.ts'
import type { FindTown } from '../../core/headline/find-headlines.ts'
import { townIndex } from '../../core/headline/nearest-town.ts'
import { timeSlices } from '../../platform/long-work/time-slices.ts'

let known: Promise<FindTown> | null = null

/** Finds the nearest town of the map. The towns are read when the first place is asked for. */
export function knownTowns(): Promise<FindTown> {
  known ??= readTowns()
  return known
}

/** In slices: it takes a tenth of a second, for which readings would wait otherwise. */
async function readTowns(): Promise<FindTown> {
  const giveWay = timeSlices()
  const index = townIndex()
  for (const town of worldTowns()) {
    const pause = giveWay()
    if (pause !== undefined) await pause
    index.add(town)
  }
  return index.nearest
}
