import type { Town } from '../../core/headline/place.ts'
import { decodeWorld } from '../map/world-format.ts'
import { getAsset } from './assets.ts'

/** The towns that the map knows: about 35,000. */
export const worldTowns = (): Town[] =>
  ['world.bin', 'world-near.bin'].flatMap((name) => decodeWorld(getAsset(name).kept.bytes, { withLines: false }).towns)
