import { worldTowns } from '../../console/assets/world-towns.ts'
import type { FindTown } from '../../core/headline/find-headlines.ts'
import { townsNear } from '../../core/headline/place.ts'

let find: FindTown | null = null

/** The nearest town of the map. The towns are read when the first place is asked for. */
export const findKnownTown: FindTown = (point) => {
  find ??= townsNear(worldTowns())
  return find(point)
}
