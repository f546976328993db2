import { crc32, deflateSync } from 'node:zlib'
import { type Entry, TileType, zxyToTileId } from 'pmtiles'
import { archiveHead } from '../../src/core/streets/write-archive.ts'

const TILE_TYPES = { mvt: TileType.Mvt, png: TileType.Png } as const
const UNCOMPRESSED = 1
const WORLD = { west: -180, south: -85, east: 180, north: 85 }
const METADATA = { attribution: '<a href="https://example.org">© Surveyors</a>' }

/** A complete PMTiles archive of the world, version 3, up to this zoom. A tile that is given again is stored once. */
export async function mapArchive(
  kind: keyof typeof TILE_TYPES,
  maxZoom: number,
  tile: (z: number, x: number, y: number) => Buffer,
): Promise<Buffer> {
  const entries: Entry[] = []
  const bodies = new Map<Buffer, number>()
  let bytes = 0
  for (const { z, x, y, tileId } of tilesUntil(maxZoom)) {
    const body = tile(z, x, y)
    const offset = bodies.get(body) ?? bytes
    if (offset === bytes) bytes += body.length
    bodies.set(body, offset)
    entries.push({ tileId, offset, length: body.length, runLength: 1 })
  }
  const facts = { tileType: TILE_TYPES[kind], tileCompression: UNCOMPRESSED, minZoom: 0, maxZoom, box: WORLD }
  return Buffer.concat([await archiveHead(facts, METADATA, entries), ...bodies.keys()])
}

const tilesUntil = (maxZoom: number) =>
  Array.from({ length: maxZoom + 1 }, (_, z) => z)
    .flatMap((z) =>
      Array.from({ length: 4 ** z }, (_, n) => ({ z, x: n % 2 ** z, y: Math.floor(n / 2 ** z) })).map((place) => ({
        ...place,
        tileId: zxyToTileId(place.z, place.x, place.y),
      })),
    )
    .sort((one, other) => one.tileId - other.tileId)

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
