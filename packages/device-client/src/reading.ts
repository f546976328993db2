export type Module = 'health' | 'vehicle' | 'factory' | 'home_infra' | 'worker' | 'fleet'

/** What a device measured at one moment. */
export interface Reading {
  /** That of the client, if left out. */
  module?: Module
  /** Seconds or milliseconds since 1970. Now, if left out. */
  ts?: number
  /** Both or neither. */
  lat?: number
  lng?: number
  /** Percent. */
  battery?: number
  /** dBm. */
  signal?: number
  metrics?: Record<string, number | string | null>
  flags?: Record<string, boolean | number | null>
}
