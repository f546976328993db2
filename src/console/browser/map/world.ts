import L from 'leaflet'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { colour, faint } from '../page/colours.ts'

type World = Topology<{ land: GeometryCollection; countries: GeometryCollection }>
type Ring = [number, number][]

let world: Promise<World> | null = null

const loadWorld = (address: string): Promise<World> => {
  world ??= fetch(address).then((answer) => answer.json() as Promise<World>)
  return world
}

/** A shape that crosses the date line continues instead of starting again on the other side. */
function placesOf(ring: readonly number[][]): Ring {
  let turns = 0
  return ring.map(([lng, lat], place) => {
    const step = place === 0 ? 0 : lng! - ring[place - 1]![0]!
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [lat!, lng! + turns * 360]
  })
}

/** Land and borders from Natural Earth on one canvas, as two shapes regardless of the number of countries. */
export async function drawWorld(map: L.Map, address: string): Promise<{ recolour(): void }> {
  const pane = map.createPane('world')
  pane.style.zIndex = '150'
  const renderer = L.canvas({ pane: 'world', padding: 0.2 })
  const topology = await loadWorld(address)
  const land = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  )
  const borders = mesh(topology, topology.objects.countries, (one, other) => one !== other)
  const fixed = { renderer, pane: 'world', interactive: false, smoothFactor: 1.2 }
  const ground = L.polygon(
    land.map((polygon) => polygon.map(placesOf)),
    { ...fixed, weight: 0.8, fillOpacity: 1 },
  ).addTo(map)
  const lines = L.polyline(borders.coordinates.map(placesOf), { ...fixed, weight: 0.8 }).addTo(map)
  const recolour = () => {
    ground.setStyle({ fillColor: colour('--surface'), color: faint('--text-3', 0.6) })
    lines.setStyle({ color: faint('--text-3', 0.4) })
  }
  recolour()
  return { recolour }
}
