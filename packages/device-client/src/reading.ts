import type { Module } from './module.ts'

/** Values measured at one time. */
export interface Reading {
  /** Defaults to the module of the client. */
  module?: Module
  /** Seconds or milliseconds since 1970. Default: now. */
  ts?: number
  /** Latitude and longitude go together. */
  lat?: number
  lng?: number
  /** Percent. */
  battery?: number
  /** dBm. */
  signal?: number
  metrics?: Record<string, number | string | null>
  flags?: Record<string, boolean | number | null>
}
