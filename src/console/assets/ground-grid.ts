/** The ground of city zoom is cut into cells, so that a map loads only those that it shows. In degrees. */
export const CELL = 5
const COLUMNS = 360 / CELL
const ROWS = 180 / CELL
export const CELLS = COLUMNS * ROWS

/** The number of a cell: from the south-west corner of the world to the east, then row by row. */
export const cellAt = (lng: number, lat: number): number => cellOf(Math.floor(lng / CELL), Math.floor(lat / CELL))

/** By its column and row from the equator and the meridian. Columns go on over the date line. */
export function cellOf(column: number, row: number): number {
  const fromWest = (((column + COLUMNS / 2) % COLUMNS) + COLUMNS) % COLUMNS
  return Math.min(ROWS - 1, Math.max(0, row + ROWS / 2)) * COLUMNS + fromWest
}

/** Its south-west corner. */
export const cornerOf = (cell: number): { west: number; south: number } => ({
  west: (cell % COLUMNS) * CELL - 180,
  south: Math.floor(cell / COLUMNS) * CELL - 90,
})

/** The cells of a part of the map. Longitudes may go on over the date line. */
export function cellsIn(west: number, south: number, east: number, north: number): number[] {
  const cells = new Set<number>()
  for (let column = Math.floor(west / CELL); column <= Math.floor(east / CELL); column++)
    for (let row = Math.floor(south / CELL); row <= Math.floor(north / CELL); row++) cells.add(cellOf(column, row))
  return [...cells]
}

const LENGTH_BYTES = 4

/** All cells in one file: their lengths, then their bytes. */
export function packCells(bodies: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(bodies.reduce((sum, { length }) => sum + length, CELLS * LENGTH_BYTES))
  const lengths = new DataView(all.buffer)
  let at = CELLS * LENGTH_BYTES
  for (const [cell, body] of bodies.entries()) {
    lengths.setUint32(cell * LENGTH_BYTES, body.length, true)
    all.set(body, at)
    at += body.length
  }
  return all
}

/** One cell of the file. */
export function unpackCell(pack: Uint8Array, cell: number): Uint8Array {
  const lengths = new DataView(pack.buffer, pack.byteOffset)
  const lengthOf = (each: number) => lengths.getUint32(each * LENGTH_BYTES, true)
  let at = CELLS * LENGTH_BYTES
  for (let before = 0; before < cell; before++) at += lengthOf(before)
  return pack.subarray(at, at + lengthOf(cell))
}
