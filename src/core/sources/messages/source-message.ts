import type { Module } from '../../vocabulary/modules.ts'
import type { SourceReason } from './not-understood.ts'

/** Parts of a message that is no large one. Formats stop soon behind it: millions of tiny ones would take seconds. */
export const MOST_PARTS = 20_000

/** A message as its sender posted it, unpacked. */
export interface SourceMessage {
  /** Below the address of the source, such as `/api/v2/write`; empty at the address itself. */
  path: string
  query: URLSearchParams
  /** In lower case, without parameters; empty if the sender names none. */
  media: string
  body: Buffer
}

/** Facts that a format needs besides a message. */
export interface ReadContext {
  /** Milliseconds since 1970; a message that is replayed keeps its own. */
  receivedAt: number
  /** The settings of the source for its format, by its shape. */
  settings: Readonly<Record<string, unknown>>
  /** IANA name, for times without an offset. */
  timeZone: string
}

/** The values of one moment in the units of readings (docs/devices.md). */
export interface SourceReading {
  /** Only if the message says so itself. Otherwise a reading has the module of its device. */
  module?: Module
  /** Milliseconds since 1970. Without it, the reading is of the time of receipt. */
  ts?: number
  lat?: number
  lng?: number
  /** Per cent. */
  battery?: number
  /** dBm. */
  signal?: number
  metrics: Record<string, number | string>
  flags: Record<string, boolean | number>
}

/** A statement of a part of a message about one device. */
export interface Statement {
  /** The name that the source has for the device. */
  externalId: string
  /** Its name and model, if the sender knows them; for those who adopt it. */
  label?: string
  model?: string
  /** Null: it says something of the device that is no measurement and no sign of life. */
  reading: SourceReading | null
  /** Names what was sent at the sender: with the same key within a day, it is the same message again. */
  key?: string
  /** Which of several statements of a part it is, such as the JSON pointer of its item. */
  place?: string
  /** Why the reading lacks something, or why there is none. */
  reason?: SourceReason
}
