/** Data of a map for the script. Times are seconds since 1970. */
export interface MapData {
  /** Oldest first. */
  track: TrackLocation[]
  pins: Pin[]
  /** Radii of circles around the first pin, in metres. */
  rings?: number[]
  /** Address for updates of the track, with `since` for newer points only; null if it is not live. */
  source: string | null
  deviceId: number | null
}

export type TrackLocation = [t: number, lat: number, lng: number, speedKmh: number | null, heading: number | null]

export type Look = 'good' | 'off' | 'critical' | 'warning' | 'info'

export interface Pin {
  lat: number
  lng: number
  look: Look
  label: string
  /** Degrees, for moving devices. */
  heading: number | null
}

/** Devices that drive: their pins point where they go. */
export const DRIVEN: readonly string[] = ['vehicle', 'fleet']

/** Degrees. West may be below -180 and east above 180. */
export type StreetBox = [south: number, west: number, north: number, east: number]

/** Source of a map's streets. */
export type Streets =
  | { kind: 'tiles'; url: string; attribution: string }
  /** `script` reads archives; pages without an archive do not load it. `boxes`: the areas of an
   * archive that the service fetches, and may not have yet. */
  | { kind: 'archive'; address: string; script: string; attribution: string; boxes: StreetBox[] | null }

/** A geofence with its name, as maps show it. */
export interface MapGeofence {
  id: number
  name: string
  fence: { circle: { lat: number; lng: number; radius_m: number } } | { polygon: [lat: number, lng: number][] }
}

/** Positions of all devices in a compact form; `look` is an index into good, off, critical, warning. */
export interface Positions {
  /** Time of the response, in seconds since 1970. */
  at: number
  rows: [id: number, lat: number, lng: number, look: number, heading: number | null, name: string][]
}
