/** What a map shows, as the page hands it to the script. Times are seconds since 1970. */
export interface MapData {
  /** Oldest first. */
  track: TrackPlace[]
  pins: Pin[]
  /** Radii of circles around the first pin, in metres. */
  rings?: number[]
  /** Where the track is asked for again, with `since` only what is newer; null when it does not go on. */
  source: string | null
  deviceId: number | null
}

export type TrackPlace = [t: number, lat: number, lng: number, speedKmh: number | null, heading: number | null]

export type Look = 'good' | 'off' | 'critical' | 'warning' | 'info'

export interface Pin {
  lat: number
  lng: number
  look: Look
  label: string
  /** Degrees, for what drives. */
  heading: number | null
}

/** Devices that drive: their pins point where they go. */
export const DRIVEN: readonly string[] = ['vehicle', 'fleet']

/** Where the streets of a map are from. */
export type Streets =
  | { kind: 'tiles'; url: string; attribution: string }
  /** `script` reads archives; pages without one do not load it. */
  | { kind: 'archive'; address: string; script: string; attribution: string }

/** Where all devices are, as few bytes as will do; `look` counts from good, off, critical, warning. */
export interface Positions {
  /** When this was so, in seconds since 1970. */
  at: number
  rows: [id: number, lat: number, lng: number, look: number, heading: number | null, name: string][]
}
