import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distanceM } from '../../platform/great-circle.ts'
import { areaAround, locationText, measuredArea, type Town, townIndex } from './nearest-town.ts'

const KRANJ = { name: 'Kranj', lat: 46.2389, lng: 14.3556 }
const CELJE = { name: 'Celje', lat: 46.2361, lng: 15.2677 }
const townsNear = (towns: readonly Town[]) => {
  const index = townIndex()
  towns.forEach(index.add)
  return index.nearest
}
const find = townsNear([KRANJ, CELJE])
const said = (lat: number, lng: number) => {
  const place = find({ lat, lng })
  return place === null ? null : locationText(place)
}

test('a place is told by the nearest town, the distance and the direction from it', () => {
  assert.equal(said(46.2569, 14.3556), '2 km N of Kranj')
  assert.equal(said(46.2389, 14.43), '6 km E of Kranj')
  assert.equal(said(46.23, 15.26), '1 km SW of Celje')
  assert.equal(said(46.2389, 14.3556), 'near Kranj')
  assert.equal(said(45, 10), null)
})

test('the nearest town is found across squares, at 180° and near the poles', () => {
  const place = fc.record({
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  const offset = fc.double({ min: -0.6, max: 0.6, noNaN: true })
  fc.assert(
    fc.property(place, fc.array(fc.tuple(offset, offset), { minLength: 1, maxLength: 6 }), (point, offsets) => {
      const towns = offsets.map(([lat, lng], at) => ({
        name: `${at}`,
        lat: point.lat + lat,
        lng: ((point.lng + lng * 4 + 540) % 360) - 180,
      }))
      const distances = towns.map((town) => distanceM(town, point) / 1_000)
      const nearest = Math.min(...distances)
      const found = townsNear(towns)(point)
      if (nearest > 50) assert.equal(found, null)
      else assert.equal(found?.of === 'town' && distances[Number(found.name)], nearest)
    }),
  )
})

test('of several geofences around a place the smallest names it', () => {
  const around = (radius_m: number) => ({ circle: { lat: 46, lng: 14, radius_m } })
  const yard = [
    [45.99, 13.99],
    [45.99, 14.01],
    [46.01, 14.0],
  ] as const
  const areas = [
    { name: 'Country', fence: around(50_000) },
    { name: 'Depot', fence: around(300) },
    { name: 'Yard', fence: { polygon: yard.map(([lat, lng]): [number, number] => [lat, lng]) } },
  ]
  const name = (lat: number, lng: number) => {
    const place = areaAround(areas.map(measuredArea), { lat, lng })
    return place === null ? null : locationText(place)
  }
  assert.equal(name(46, 14), 'Depot')
  assert.equal(name(46.005, 14), 'Yard')
  assert.equal(name(46.2, 14), 'Country')
  assert.equal(name(47, 14), null)
})

test('a polygon across 180° names places on both sides of it', () => {
  const polygon: [number, number][] = [
    [-18, 178.5],
    [-18, -179.5],
    [-16, -179.5],
    [-16, 178.5],
  ]
  const islands = measuredArea({ name: 'Islands', fence: { polygon } })
  for (const lng of [178.6, 180, -180, -179.6]) {
    assert.deepEqual(areaAround([islands], { lat: -17, lng }), { of: 'geofence', name: 'Islands' })
  }
  for (const lng of [178.4, -179.4, 0]) assert.equal(areaAround([islands], { lat: -17, lng }), null)
})
