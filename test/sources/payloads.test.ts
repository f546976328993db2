import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cutMessage, readAs } from '../../src/core/sources/intake/read-message.ts'
import { toDeviceReading } from '../../src/core/sources/messages/to-device-reading.ts'
import { unsnappy } from '../../src/core/sources/messages/unsnappy.ts'
import { checkedSettings } from '../../src/core/sources/source-settings.ts'
import type { Module } from '../../src/core/vocabulary/modules.ts'
import { near } from '../harness/near.ts'

const FOLDER = join(import.meta.dirname, '..', 'payloads')

interface Expected {
  device: string
  module: Module
  /** Milliseconds, or `received`. */
  ts: number | 'received'
  lat?: number
  lng?: number
  battery?: number
  signal?: number
  metrics?: Record<string, number>
  flags?: Record<string, boolean>
}

interface Row {
  file: string
  format: string
  path: string
  query?: string
  media?: string
  settings?: Record<string, unknown>
  mapping?: object
  expect: Expected[]
}

const { received_at, messages } = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as {
  received_at: number
  messages: Row[]
}

/** The bytes as the door hands them over: unpacked. */
function bodyOf({ file, query }: Row): { body: Buffer; query: string } {
  const bytes = readFileSync(join(FOLDER, file))
  if (file.endsWith('.hex')) {
    return { body: unsnappy(Buffer.from(bytes.toString().trim(), 'hex'), 1_048_576), query: '' }
  }
  const text = bytes.toString()
  // A GET without a body.
  const [, getQuery] = /^\/[^?\n]*\?(.*)/.exec(text) ?? []
  if (getQuery !== undefined) return { body: Buffer.alloc(0), query: getQuery }
  return { body: bytes, query: query ?? '' }
}

for (const row of messages) {
  test(`${row.format}: ${row.file} makes the readings that it ought to make`, async () => {
    const { body, query } = bodyOf(row)
    const source = checkedSettings({
      ...{ format: row.format, settings: row.settings ?? {}, mapping: row.mapping ?? null },
      ...{ time_zone: 'Europe/Ljubljana', networks: [] },
    } as never) as Parameters<typeof readAs>[0]
    const message = { path: row.path, query: new URLSearchParams(query), media: row.media ?? '', body }
    const cut = cutMessage(source, message)
    assert.equal(cut.reason, null)
    const { gathered } = await readAs(source, cut.parts, received_at)
    const made = gathered.filter(({ reading }) => reading !== null)
    const wanted = row.expect.filter(({ device }) => device !== '?')
    assert.deepEqual(
      [...new Set(made.map(({ externalId }) => externalId))].sort(),
      [...new Set(wanted.map(({ device }) => device))].sort(),
    )
    for (const { device, module, ts, ...values } of wanted) {
      const at = ts === 'received' ? received_at : ts
      const own = made.filter(({ externalId }) => externalId === device)
      const readings = own.map(({ reading }) => toDeviceReading(reading!, { module }, received_at))
      const found = readings.find((reading) => 'at' in reading && 'digest' in reading && reading.at === at)
      assert.ok(found !== undefined && 'digest' in found, `${device} at ${at}: ${JSON.stringify(readings, bigints)}`)
      assert.equal(found.module, module)
      near(found, values)
    }
    if (wanted.length === 0) assert.deepEqual(made, [])
  })
}

const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
