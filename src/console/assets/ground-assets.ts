import { keptBody } from '../../platform/http/kept-body.ts'
import { type Asset, getAsset } from './assets.ts'
import { CELLS, unpackCell } from './ground-grid.ts'

const pack = getAsset('world-ground.bin')
const hash = pack.name.split('.')[1]!
const NAME = /^ground-(\d{1,4})\.(\w+)\.bin$/
const cells = new Map<number, Asset>()

/** The cells of the map's ground, with `*` for their number. They change together. */
export const groundAddress = (): string => `/assets/ground-*.${hash}.bin`

/** A cell by its name. One at sea has no bytes. */
export function findGroundCell(name: string): Asset | null {
  const [, number, version] = NAME.exec(name) ?? []
  const cell = Number(number)
  if (version !== hash || cell >= CELLS) return null
  const known = cells.get(cell)
  if (known !== undefined) return known
  const asset = { ...pack, name, kept: keptBody(Buffer.from(unpackCell(pack.kept.bytes, cell))) }
  cells.set(cell, asset)
  return asset
}
