import { readFileSync } from 'node:fs'
import Type from 'typebox'
import { yamlOf } from '../../../platform/files/yaml-text.ts'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { type Mapping, MappingShape } from '../mapping/mapping.ts'
import { type CompiledMapping, compileMapping } from '../mapping/read-mapped.ts'
import { isJsonObject } from '../messages/json-text.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { eventGridResponse, isValidation, webhookHandshake } from './event-grid.ts'
import { jsonParts } from './json-parts.ts'
import { decodedRuuviTag } from './ruuvi-tags.ts'
import type { SourceFormat } from './source-format.ts'

const MAPPINGS = new URL('../ready-mappings/', import.meta.url)

/** The text of a ready mapping, as a start for one's own. */
export const readyMapping = (name: string): Mapping => {
  const file = `${name}.yaml`
  return schemaCheck(MappingShape)(yamlOf(readFileSync(new URL(file, MAPPINGS), 'utf8'), file)) as Mapping
}

interface MappedFormat extends Pick<SourceFormat, 'stored' | 'other' | 'takesQueries'> {
  module: Module
  /** Brings what a sender posts into the form that the mapping is for. */
  shaped?: (message: unknown) => unknown
  decode?: (item: unknown) => unknown
}

/** A sender of JSON with a mapping, which is read from its file when it is first needed. */
function mappedFormat(name: string, { module, shaped, decode, ...responses }: MappedFormat): SourceFormat {
  let compiled: CompiledMapping | null = null
  return {
    module,
    settings: Type.Object({}),
    paths: [''],
    split: (message) => {
      const parts = jsonParts(message)
      return shaped === undefined ? parts : parts.map(shaped)
    },
    read(part, context) {
      if (typeof part === 'string') throw new NotUnderstood('not_json')
      if (typeof part !== 'object' || part === null) throw new NotUnderstood('wrong_form')
      compiled ??= compileMapping(readyMapping(name), decode)
      return compiled.read(part, context)
    },
    ...responses,
  }
}

const listed = (message: unknown): unknown => (isJsonObject(message) ? [message] : message)

/** `json_batch_format = false` posts one metric. */
const inBatch = (message: unknown): unknown =>
  isJsonObject(message) && message.metrics === undefined && message.fields !== undefined
    ? { metrics: [message] }
    : message

const ok = () => ({ status: 200, media: 'application/json', body: '{}' })

/** Formats that are a mapping of JSON, by name. */
export const READY_FORMATS = {
  ruuvi: mappedFormat('ruuvi', { module: 'home_infra', decode: decodedRuuviTag, stored: ok }),
  // Without a body: with one, Sigfox would look for a message to the device in it.
  sigfox: mappedFormat('sigfox', { module: 'home_infra', takesQueries: true }),
  blues: mappedFormat('blues', { module: 'fleet', stored: ok }),
  particle: mappedFormat('particle', { module: 'home_infra', stored: ok }),
  flespi: mappedFormat('flespi', { module: 'fleet', shaped: listed, stored: ok }),
  'opcua-json': mappedFormat('opcua-json', { module: 'factory' }),
  'azure-event-grid': {
    ...mappedFormat('azure-event-grid', { module: 'factory', shaped: listed }),
    split: (message) =>
      jsonParts(message)
        .map(listed)
        .filter((part) => !isValidation(part)),
    stored: eventGridResponse,
    other: webhookHandshake,
  },
  'telegraf-json': mappedFormat('telegraf-json', { module: 'factory', shaped: inBatch }),
} satisfies Record<string, SourceFormat>
