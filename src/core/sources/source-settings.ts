import ipaddr from 'ipaddr.js'
import Type from 'typebox'
import { invalidField } from '../../platform/errors.ts'
import { schemaCheck } from '../../platform/http/schemas/schema-check.ts'
import { isStorable } from '../../platform/storable.ts'
import { isTimeZone } from '../../platform/weekly-windows.ts'
import { findFormat } from './formats/formats.ts'
import { compileMapping } from './mapping/read-mapped.ts'
import type { NewSourceBody, SourceSettings } from './source-shapes.ts'

/** A setting of every format: a header in which its sender presents the token. */
const header = Type.Optional(Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$" }))

/** By format, compiled once. */
const checks = new Map<string, (value: unknown) => unknown>()

function checkOf(format: string): (value: unknown) => unknown {
  const known = checks.get(format)
  if (known !== undefined) return known
  const found = findFormat(format)
  if (found === null) throw invalidField('/format', 'source_format_unknown')
  const shape = Type.Object({ ...found.settings.properties, header }, { additionalProperties: false })
  const check = schemaCheck(Type.Object({ settings: shape }))
  checks.set(format, check)
  return check
}

type Checked = Pick<SourceSettings, 'format' | 'settings' | 'time_zone' | 'networks' | 'mapping'>

/** The same with the defaults of its format. Throws 400 with the place of the fault. */
export function checkedSettings<Source extends Checked>(source: Source): Source {
  if (!isTimeZone(source.time_zone)) throw invalidField('/time_zone', 'no_time_zone')
  for (const [place, network] of source.networks.entries()) {
    if (!ipaddr.isValidCIDR(network)) throw invalidField(`/networks/${place}`, 'no_network')
  }
  for (const part of ['settings', 'mapping'] as const) {
    if (!isStorable(source[part])) throw invalidField(`/${part}`, 'unstorable')
  }
  if (source.mapping !== null) compileMapping(source.mapping)
  const { settings } = checkOf(source.format)({ settings: { ...source.settings } }) as Pick<Source, 'settings'>
  return { ...source, settings }
}

/** A new source with everything that people left out. Throws 400 with the place of the fault. */
export const newSource = ({ site_id: _site, kind: _kind, ...body }: NewSourceBody): SourceSettings =>
  checkedSettings({
    module: findFormat(body.format)!.module,
    tags: [],
    time_zone: 'UTC',
    settings: {},
    mapping: null,
    adopt: null,
    networks: [],
    token_in_address: false,
    rate_per_s: 50,
    burst: 1_000,
    enabled: true,
    ...body,
    name: body.name.trim(),
  })
