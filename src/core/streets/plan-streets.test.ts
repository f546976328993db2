import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, type Header, TileType } from 'pmtiles'
import type { RequestError } from '../../platform/errors.ts'
import { planStreets } from './plan-streets.ts'

const HEADER = { minZoom: 0, maxZoom: 15, tileDataOffset: 0, tileType: TileType.Mvt, tileCompression: 1 } as Header
const around = (radius_km: number) => ({
  source: 'https://maps.example.org/world.pmtiles',
  areas: [{ lat: 46.05, lng: 14.51, radius_km }],
})
const archive = (findEntry: (tileId: number) => Entry | null) => ({
  ...{ header: HEADER, attribution: '', metadata: {} },
  findEntry: async (tileId: number) => findEntry(tileId),
  read: async () => Buffer.alloc(0),
})
const refused = (reason: string) => (error: RequestError) => error.fault.reason === reason

test('areas of which an archive has nothing are refused, and those of too many bytes', async () => {
  const none = archive(() => null)
  await assert.rejects(planStreets(none, around(5)), refused('streets_none'))
  const huge = archive((tileId) => ({ tileId, offset: tileId * 2_000_000, length: 2_000_000, runLength: 1 }))
  await assert.rejects(planStreets(huge, around(25)), refused('streets_large'))
})

test('larger areas have less detail, which the plan says', async () => {
  const sea = archive((tileId) => ({ tileId, offset: 0, length: 100, runLength: 1 }))
  const [city, region] = [await planStreets(sea, around(5)), await planStreets(sea, around(200))]
  assert.deepEqual([city.maxZoom, city.isReduced], [15, false])
  assert.deepEqual([region.maxZoom, region.isReduced], [14, true])
  // One tile, however often it is there.
  assert.equal(region.bytes - region.head.length, 100)
  assert.equal(region.parts.length, 1)
})
