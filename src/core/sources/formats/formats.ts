import { chirpstackFormat } from './chirpstack.ts'
import { fhirFormat } from './fhir.ts'
import { healthAutoExportFormat } from './health-auto-export.ts'
import { influxFormat } from './influx.ts'
import { jsonFormat } from './json.ts'
import { nightscoutFormat } from './nightscout.ts'
import { otlpFormat } from './otlp.ts'
import { overlandFormat } from './overland.ts'
import { prometheusFormat } from './prometheus.ts'
import { READY_FORMATS } from './ready-formats.ts'
import type { SourceFormat } from './source-format.ts'
import { theThingsStackFormat } from './the-things-stack.ts'
import { traccarFormat } from './traccar.ts'

/** All formats of sources, in the order of forms and documents. */
const FORMATS = {
  'the-things-stack': theThingsStackFormat,
  chirpstack: chirpstackFormat,
  influx: influxFormat,
  traccar: traccarFormat,
  json: jsonFormat,
  ...READY_FORMATS,
  fhir: fhirFormat,
  nightscout: nightscoutFormat,
  'health-auto-export': healthAutoExportFormat,
  overland: overlandFormat,
  otlp: otlpFormat,
  prometheus: prometheusFormat,
} satisfies Record<string, SourceFormat>

type SourceFormatName = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as SourceFormatName[]

/** Null for one that only a later version knows. */
export const findFormat = (name: string): SourceFormat | null =>
  Object.hasOwn(FORMATS, name) ? ((FORMATS as Record<string, SourceFormat>)[name] ?? null) : null
