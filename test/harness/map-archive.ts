import { crc32, deflateSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

/** Tile types by their number in the format. */
const TILE_TYPES = { mvt: 1, png: 2 } as const
const UNCOMPRESSED = 1
const HEADER_BYTES = 127
const WORLD = { west: -180, south: -85, east: 180, north: 85 }

/** A complete PMTiles archive of the world, version 3, up to this zoom. */
export function mapArchive(kind: keyof typeof TILE_TYPES, maxZoom: number, tile: (z: number) => Buffer): Buffer {
  const ids = Array.from({ length: maxZoom + 1 }, (_, z) => z).flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, n) => ({ z, id: zxyToTileId(z, n % 2 ** z, Math.floor(n / 2 ** z)) })),
  )
  const tiles = ids.toSorted((one, other) => one.id - other.id).map(({ z, id }) => ({ id, body: tile(z) }))
  const directory = Buffer.from([
    ...varint(tiles.length),
    ...tiles.flatMap(({ id }, place) => varint(id - (tiles[place - 1]?.id ?? 0))),
    ...tiles.flatMap(() => varint(1)),
    ...tiles.flatMap(({ body }) => varint(body.length)),
    // 0 means: directly after the previous one.
    ...tiles.flatMap((_, place) => varint(place === 0 ? 1 : 0)),
  ])
  const metadata = Buffer.from(JSON.stringify({ attribution: '<a href="https://example.org">© Surveyors</a>' }))
  const data = Buffer.concat(tiles.map(({ body }) => body))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  const behind = HEADER_BYTES + directory.length
  const sizes = [HEADER_BYTES, directory.length, behind, metadata.length, 0, 0, behind + metadata.length, data.length]
  for (const [place, value] of [...sizes, ...Array<number>(3).fill(tiles.length)].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + place * 8)
  header.set([1, UNCOMPRESSED, UNCOMPRESSED, TILE_TYPES[kind], 0, maxZoom], 96)
  for (const [place, degrees] of [WORLD.west, WORLD.south, WORLD.east, WORLD.north].entries())
    header.writeInt32LE(degrees * 1e7, 102 + place * 4)
  return Buffer.concat([header, directory, metadata, data])
}

/** A single-colour picture of 256 × 256 pixels, as large as a real one. */
export function plainPng([red, green, blue]: readonly [number, number, number]): Buffer {
  const line = Buffer.from([0, ...Array.from({ length: 256 }, () => [red, green, blue]).flat()])
  const size = Buffer.alloc(13)
  size.writeUInt32BE(256, 0)
  size.writeUInt32BE(256, 4)
  size.set([8, 2], 8)
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(256).fill(line)), { level: 0 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A vector tile whose western half is land. */
export function halfLand(): Buffer {
  const [moveTo, lineTo, close] = [(1 << 3) | 1, (3 << 3) | 2, (1 << 3) | 7]
  const zigzag = (value: number) => (value << 1) ^ (value >> 31)
  const steps = [moveTo, 0, 0, lineTo, 2_048, 0, 0, 4_096, -2_048, 0, close]
  const isCommand = [0, 3, 10]
  const geometry = steps.flatMap((step, place) => varint(isCommand.includes(place) ? step : zigzag(step)))
  const feature = [...number(3, 3), ...bytes(4, geometry)]
  const layer = [...number(15, 2), ...bytes(1, [...Buffer.from('earth')]), ...bytes(2, feature), ...number(5, 4_096)]
  return Buffer.from(bytes(3, layer))
}

const number = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)]
const bytes = (field: number, content: number[]): number[] => [
  ...varint((field << 3) | 2),
  ...varint(content.length),
  ...content,
]

function varint(value: number): number[] {
  const low = value % 128
  return value < 128 ? [low] : [low + 128, ...varint(Math.floor(value / 128))]
}
