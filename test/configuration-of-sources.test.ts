import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { compareFile, exported, importFile } from './harness/configuration.ts'
import { addSource } from './harness/senders.ts'

const MAPPING = { device: '/id', metrics: { temperature: { from: '/t', unit: '°F' } } }

test('sources move with their settings and mappings, and each gets a new token, which is shown once', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  assert.doesNotMatch(await exported(app), /sources/)
  const settings = { header: 'X-Downlink-Apikey' }
  const adopt = { match: { model: 'LHT65*' }, module: 'home_infra', tags: ['cold'], limit: 20 }
  const networks = ['192.0.2.0/24']
  const known = await addSource(app, operator, {
    ...{ name: 'Cold store', format: 'json', mapping: MAPPING, settings, adopt, networks, rate_per_s: 5 },
    ...{ time_zone: 'Europe/Ljubljana', tags: ['cellar'], token_in_address: true },
  })
  await addSource(app, operator, { name: 'Yard', format: 'influx', enabled: false })
  const text = await exported(app)
  assert.ok(!text.includes(known.token))
  assert.match(text, /sources:\n {2}- name: Cold store\n {4}format: json\n/)

  const second = await startApp(t)
  const changes = await importFile(second, text)
  assert.deepEqual(
    changes.map(({ kind, name, change }) => [kind, name, change]),
    [
      ['source', 'Cold store', 'added'],
      ['source', 'Yard', 'added'],
    ],
  )
  assert.equal(await exported(second), text)
  assert.ok((await importFile(second, text)).every(({ change }) => change === 'same'))
  const [{ id }] = (await second.rows<{ id: number }>('select id from sources order by id limit 1')) as [{ id: number }]
  const post = (token: string) =>
    fetch(`${second.url}/api/sources/${id}/t/${token}`, { method: 'POST', body: '{"id":"a","t":41}' })
  await importFile(second, text.replace(/networks:\n +- 192.0.2.0\/24/, 'networks: []'))
  assert.equal((await post(changes[0]!.secret!)).status, 200)
  assert.equal((await post(known.token)).status, 401)
})

test('a file changes what differs of a source, by its name, and leaves others as they are', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { name: 'Yard', format: 'influx' })
  await addSource(app, operator, { name: 'Gate', format: 'influx' })
  const file = `format: tocsin-configuration-1
sources:
  - name: Yard
    format: influx
    rate_per_s: 7
`
  const { changes, only_here } = await compareFile(app, file)
  assert.deepEqual(
    [changes.map(({ fields }) => fields), only_here],
    [[[{ field: 'rate_per_s', before: 50, after: 7 }]], [{ kind: 'source', name: 'Gate' }]],
  )
  await importFile(app, file)
  assert.equal((await source.record()).rate_per_s, 7)
  assert.equal((await source.post('', { path: '/write' })).status, 204)
})

test('what a source cannot be is an error of the file, with its place', async (t) => {
  const app = await startApp(t)
  const file = (lines: string) => `format: tocsin-configuration-1\nsources:\n  - name: Yard\n    ${lines}\n`
  const faults: [string, RegExp][] = [
    ['format: telepathy', /\/sources\/0\/format/],
    ['format: influx\n    settings: { colour: red }', /\/sources\/0\/settings/],
    ['format: influx\n    time_zone: Europe/Atlantis', /\/sources\/0\/time_zone/],
    ['format: influx\n    networks: [everywhere]', /\/sources\/0\/networks\/0/],
    ['format: json\n    mapping: { device: /id, metrics: { a: { calc: "1 +" } } }', /\/sources\/0\/mapping/],
    ['format: json\n    mapping: { device: "/i\\0", metrics: { a: /a } }', /\/sources\/0\/mapping .*cannot be stored/],
    ['format: json\n    settings: { device: "\\0" }', /\/sources\/0\/settings .*cannot be stored/],
  ]
  for (const [lines, message] of faults) await assert.rejects(importFile(app, file(lines)), message, lines)
})
