import type { Town } from '../../core/headline/nearest-town.ts'
import { getAsset } from './assets.ts'
import { townsIn } from './world-format.ts'

/** The towns that the map knows: about 35,000. */
export function* worldTowns(): Generator<Town> {
  for (const name of ['world.bin', 'world-near.bin']) yield* townsIn(getAsset(name).kept.bytes)
}
