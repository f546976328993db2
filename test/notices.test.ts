import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ALLOWED, BUNDLED, listNotices, NOTICES, writtenNotices } from '../scripts/notices.ts'

const ROOT = join(import.meta.dirname, '..')

test('all dependencies have allowed licences', () => {
  const strangers = listNotices().filter(({ licence }) => !ALLOWED.includes(licence))
  assert.deepEqual(strangers, [], 'look at the licence, then add it to ALLOWED in scripts/notices.ts or do without')
})

test('the notices match the installed packages', () => {
  assert.equal(readFileSync(NOTICES, 'utf8'), writtenNotices(), 'npm run notices')
})

test('each package is listed with its author', () => {
  for (const { name, copyright } of listNotices()) assert.match(copyright, /copyright|\(c\)|see above/i, name)
})

test('the notices include nested dependencies, but no development tools', () => {
  const inside = listNotices().flatMap(({ name, isInside }) => (isInside ? [name] : []))
  for (const name of [...BUNDLED, '@mapbox/vector-tile', 'pbf', 'fflate', 'quickselect'])
    assert.ok(inside.includes(name))
  for (const name of ['resolve-protobuf-schema', 'commander', 'fastify']) assert.ok(!inside.includes(name), name)
})

test('the notices include libraries for browsers', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  // The service reads archives as well.
  const { pmtiles } = dependencies
  const names = { ...devDependencies, pmtiles }
  const used = new Set<string>()
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.test\.ts$/.test(file)) continue
    const source = readFileSync(join(ROOT, 'src', file), 'utf8')
    const found = source.matchAll(/(?<!import type .*)['`]((?:@[\w-]+\/)?[a-z][\w.-]+)(?:\/[^'`]*)?['`]/g)
    for (const [, name] of found) if (Object.hasOwn(names, name!)) used.add(name!)
  }
  // Build tools, which are not in the built files, a protocol and a format.
  for (const name of ['esbuild', 'topojson-client', 'mqtt', 'influx']) used.delete(name)
  assert.deepEqual([...used].sort(), BUNDLED)
})
