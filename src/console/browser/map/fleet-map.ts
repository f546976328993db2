import L from 'leaflet'
import type { Look, Positions, TrackPlace } from '../../map/map-data.ts'
import { askJson } from '../page/ask.ts'
import { afterReadings } from '../page/told-readings.ts'
import { openMap } from './base-map.ts'
import { fleetPins } from './fleet-pins.ts'
import { mountSide } from './fleet-side.ts'
import type { FleetSpot } from './fleet-spot.ts'
import { showGeofences } from './geofence-layer.ts'
import { trackLine } from './track-line.ts'

const EVERY_MS = 1_000
/** Interval for changes without a reading: statuses, alerts, new and deleted devices. */
const ALL_EVERY_MS = 10_000
const NEAR_ZOOM = 13
const LOOKS: readonly Look[] = ['good', 'off', 'critical', 'warning', 'info']

/** A map of all devices. Fetches and moves those with new positions at most once a second. */
export function mountFleetMap(holder: HTMLElement): void {
  const source = holder.dataset.fleetMap!
  const base = openMap(holder)
  const { map } = base
  const spots = new Map<number, FleetSpot>()
  const pins = fleetPins(base, spots, (id) => void side.choose(id))
  const line = trackLine(base, true)
  showGeofences(base)
  let newest = 0
  let chosen: number | null = null
  let isFollowing = false
  let isReady = false
  const isStill = holder.dataset.mapStill !== undefined

  async function load(since: number | null): Promise<void> {
    const separator = source.includes('?') ? '&' : '?'
    const response = await askJson<Positions>(since === null ? source : `${source}${separator}since=${since}`)
    if (response === null) return
    newest = response.at
    if (since === null) spots.clear()
    for (const [id, lat, lng, look, heading, name] of response.rows) {
      spots.set(id, { id, lat, lng: base.here(lng), look: LOOKS[look]!, heading, name })
    }
    pins.show(chosen)
    follow()
    if (isStill && isReady && !map.getBounds().contains(placesOf(spots))) fitAll()
  }

  base.onTurn(() => {
    for (const spot of spots.values()) spot.lng = base.here(spot.lng)
    pins.show(chosen)
  })

  function fitAll(): void {
    base.turnTo([...spots.values()].map(({ lng }) => lng))
    const all = placesOf(spots)
    if (!all.isValid()) return
    map.fitBounds(all, { padding: [40, 40], maxZoom: NEAR_ZOOM, animate: false })
    holder.dataset.fitted = String(Number(holder.dataset.fitted ?? 0) + 1)
  }

  function follow(): void {
    const spot = chosen === null ? undefined : spots.get(chosen)
    if (isFollowing && spot !== undefined) map.panTo([spot.lat, spot.lng])
  }

  async function showChosen(id: number | null, trackSource: string | null, goes: boolean): Promise<void> {
    chosen = id
    pins.show(chosen)
    const spot = id === null ? undefined : spots.get(id)
    if (goes && spot !== undefined && trackSource === null) {
      map.setView([spot.lat, spot.lng], Math.max(map.getZoom(), NEAR_ZOOM))
    }
    const response = trackSource === null ? null : await askJson<{ track: TrackPlace[] }>(trackSource)
    if (chosen !== id) return
    const track = response?.track ?? []
    if (goes) base.turnTo([...track.map(([, , lng]) => lng), ...(spot === undefined ? [] : [spot.lng])])
    line.set(track)
    const bounds = line.bounds() ?? L.latLngBounds([])
    if (spot !== undefined) bounds.extend([spot.lat, spot.lng])
    if (goes && response !== null && bounds.isValid()) map.fitBounds(bounds, { padding: [48, 48], maxZoom: 15 })
  }

  const side = mountSide({
    onChosen: showChosen,
    onFollow: (following) => {
      isFollowing = following
      follow()
    },
  })

  async function begin(): Promise<void> {
    map.fitWorld({ animate: false })
    await load(null)
    fitAll()
    isReady = true
    await side.begin()
    holder.dataset.ready = 'yes'
  }

  void begin()
  map.on('moveend zoomend', () => pins.show(chosen))
  map.on('dragstart', () => side.stopFollowing())
  afterReadings(null, EVERY_MS, () => load(newest === 0 ? null : newest))
  let allAt = Date.now()
  document.addEventListener('tocsin:told', (event) => {
    const { topic } = (event as CustomEvent<{ topic: string }>).detail
    if (topic === 'reading' || Date.now() - allAt < ALL_EVERY_MS) return
    allAt = Date.now()
    setTimeout(() => void load(null), EVERY_MS)
  })
}

const placesOf = (spots: ReadonlyMap<number, FleetSpot>): L.LatLngBounds =>
  L.latLngBounds([...spots.values()].map(({ lat, lng }): [number, number] => [lat, lng]))
