import L from 'leaflet'
import type { MapData, Pin, TrackPlace } from '../../map/map-data.ts'
import { askJson } from '../page/ask.ts'
import { colour } from '../page/colours.ts'
import { afterReadings } from '../page/told-readings.ts'
import { whileShown } from '../page/while-shown.ts'
import { openMap } from './base-map.ts'
import { showGeofences } from './geofence-layer.ts'
import { pinIcon, tip } from './pins.ts'
import { mountPlayer } from './player.ts'
import { trackLine } from './track-line.ts'
import { wayHere } from './way-here.ts'

const EVERY_MS = 1_000
const NEAREST_ZOOM = 16

interface PageResponse {
  track: TrackPlace[]
  pin: Pin | null
}

/** The map of one device or position: its track, pins, and circles around them. */
export function mountPlaceMap(holder: HTMLElement): void {
  const data = JSON.parse(holder.dataset.placeMap!) as MapData
  const base = openMap(holder)
  const { map } = base
  const track = [...data.track]
  base.turnTo([...track.map(([, , lng]) => lng), ...data.pins.map(({ lng }) => lng)])
  showGeofences(base)
  const line = trackLine(base, data.pins.length > 0)
  const markers = data.pins.map(({ lat, lng, look, heading, label }) =>
    L.marker([lat, base.here(lng)], { icon: pinIcon(look, heading), keyboard: false, zIndexOffset: 500 })
      .bindTooltip(tip(label))
      .addTo(map),
  )
  const middle = data.pins[0]
  const around: L.Circle[] = []
  for (const radius of middle === undefined ? [] : (data.rings ?? [])) {
    const ring = L.circle([middle!.lat, base.here(middle!.lng)], {
      radius,
      fill: false,
      weight: 1,
      interactive: false,
    }).addTo(map)
    around.push(ring)
    const recolour = () => ring.setStyle({ color: colour('--text-3') })
    base.onRecolour(recolour)
    recolour()
  }
  base.onTurn(() => {
    for (const spot of [...markers, ...around]) {
      const { lat, lng } = spot.getLatLng()
      spot.setLatLng([lat, base.here(lng)])
    }
  })
  const bounds = L.latLngBounds([
    ...wayHere(
      track.map(([, lat, lng]) => [lat, lng]),
      base.here,
    ),
    ...data.pins.map(({ lat, lng }): [number, number] => [lat, base.here(lng)]),
  ])
  if (bounds.isValid()) map.fitBounds(bounds, { padding: [32, 32], maxZoom: NEAREST_ZOOM, animate: false })
  else map.fitWorld({ animate: false })
  line.set(track)
  const player = document.querySelector<HTMLElement>('[data-player]')
  if (player !== null && track.length > 1) mountPlayer(player, track, base.zone)

  if (data.source === null) return
  const look = async () => {
    const since = track.at(-1)?.[0]
    const response = await askJson<PageResponse>(
      since === undefined ? data.source! : `${data.source}&since=${since.toFixed(3)}`,
    )
    if (response === null) return
    track.push(...response.track.filter(([at]) => since === undefined || at > since))
    base.turnTo(track.map(([, , lng]) => lng))
    line.set(track)
    const { pin } = response
    if (pin !== null && markers[0] !== undefined) {
      markers[0].setLatLng([pin.lat, base.here(pin.lng)]).setIcon(pinIcon(pin.look, pin.heading))
    }
  }
  afterReadings(data.deviceId, EVERY_MS, look, whileShown(holder))
}
