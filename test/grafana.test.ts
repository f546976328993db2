import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { newReportReader, readerStatements } from '../src/platform/database/report-reader.ts'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { freePort, servedProgram } from './harness/served.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const PAGE = readFileSync(join(import.meta.dirname, '../docs/grafana.md'), 'utf8')
const QUERIES = [...PAGE.matchAll(/```sql\n([\s\S]+?)```/g)].map(([, query]) => query!)

/** Substitutes variables like Grafana's PostgreSQL data source, for the last day and an interval of five minutes. */
const filledIn = (query: string): string =>
  query
    .replace(/\$__timeFilter\((\w+)\)/g, "$1 between '2026-11-20T12:00:00Z' and '2026-11-21T12:30:00Z'")
    .replace('$__timeFrom()', "'2026-11-20T12:00:00Z'")
    .replace('$__timeTo()', "'2026-11-21T12:30:00Z'")
    .replace(/\$__timeGroup\((\w+), \$__interval\)/g, 'floor(extract(epoch from $1) / 300) * 300')

test('every query of the Grafana guide returns rows', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice({ tags: ['cellar'], offline_after_s: 120 })
  const ts = NOW.getTime() / 1_000
  await boiler.send({ ts: ts - 7_200, metrics: { temperature: 20, gas_type: 'CO' } })
  await boiler.send({ ts: ts - 7_100, metrics: { temperature: 90 }, battery: 80 })
  await boiler.send({ ts: ts, metrics: { temperature: 21.5 } })
  // Alert and incident resolve by themselves, the hour is aggregated, and the device goes offline.
  await app.fastForward({ minutes: 6 })
  const answers = []
  for (const query of QUERIES) answers.push(await app.rows<Record<string, unknown>>(filledIn(query)))
  const [values, means, hours, silent, alerts, incidents] = answers
  assert.deepEqual(
    values!.map(({ metric, value }) => [metric, value]),
    [20, 90, 21.5].map((value) => ['Boiler room', value]),
  )
  assert.deepEqual(
    means!.map(({ value }) => value),
    [55, 21.5],
  )
  assert.deepEqual(
    hours!.map(({ value }) => value),
    [90],
  )
  assert.deepEqual(
    silent!.map(({ device }) => device),
    ['Boiler room'],
  )
  assert.deepEqual(
    alerts!.map(({ metric, value }) => [metric, value]),
    [
      ['critical', '1'],
      ['warning', '1'],
    ],
  )
  assert.deepEqual(
    incidents!.map(({ device, incidents }) => [device, incidents]),
    [['Boiler room', '1']],
  )
})

test('the URLs of the Grafana guide return the rows and columns that it names', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const boiler = await app.createDevice({ module: 'vehicle' })
  const values = { metrics: { temperature: 21.5 }, flags: { geofence_breach: true } }
  await boiler.send({ ts: NOW.getTime() / 1_000, lat: 46.05, lng: 14.5, battery: 80, ...values })
  const viewer = await app.logIn('viewer')
  const panels = [...PAGE.matchAll(/^\| [^|]+ \| `(\/api[^`]+)` \| `([\w.]+)` \| (.+) \|$/gm)]
  assert.equal(panels.length, 4)
  for (const [, address, place, columns] of panels) {
    const path = address!
      .replace(/\$\{__from:date:iso\}/, '2026-11-20T12:00:00.000Z')
      .replace(/\$\{__to:date:iso\}/, '2026-11-21T12:30:00.000Z')
    const { status, body } = await viewer('GET', path)
    assert.equal(status, 200, path)
    const [row] = place!.split('.').reduce((part, key) => part[key], body)
    assert.ok(row, path)
    const named = [...columns!.replace(/\(.*?\)/, '').matchAll(/`(\w+)`/g)].map(([, name]) => name!)
    assert.deepEqual(
      named.filter((name) => !(name in row)),
      [],
      path,
    )
  }
})

test('a reader role can read only the report views, until it is dropped', async (t) => {
  const port = await freePort()
  const served = await servedProgram(t, { POSTGRES_PORT: String(port) })
  await served.start()
  const { name, password } = JSON.parse((await served.run('reader', 'add', 'grafana_test', '--json')).stdout)
  const connection = { host: '127.0.0.1', port, user: name, password, database: 'tocsin' }
  const reader = new pg.Client(connection)
  await reader.connect()
  cleanUp(t, () => reader.end().catch(() => undefined))
  const views = [
    'report_alerts',
    'report_devices',
    'report_hours',
    'report_incidents',
    'report_readings',
    'report_stored_readings',
    'report_stored_values',
    'report_values',
  ]
  for (const view of views) await reader.query(`select * from ${view} limit 1`)
  await reader.query("select * from report_hours_between(now() - interval '1 day', now())")
  for (const table of [
    'devices',
    'readings',
    'reading_rows',
    'reading_chunks',
    'users',
    'access_tokens',
    'webhooks',
    'audit_entries',
    'sessions',
  ]) {
    await assert.rejects(reader.query(`select * from ${table} limit 1`), /permission denied/, table)
  }
  await assert.rejects(
    reader.query('set transaction_read_only = off; create table mine (id integer)'),
    /permission denied/,
  )
  await reader.end()
  assert.equal((await served.run('reader', 'drop', 'grafana_test')).code, 0)
  await assert.rejects(new pg.Client(connection).connect(), /password authentication failed|does not exist/)
})

test('a reader role has a simple name, and its statements can be printed first', () => {
  for (const name of ['Grafana; drop table devices', '', '1st', 'x'.repeat(64)]) {
    assert.throws(() => newReportReader(name), /lower-case letters/)
  }
  const [first, ...others] = readerStatements(newReportReader('grafana'), ['report_devices', 'report_values'])
  assert.match(first!, /^create role grafana login password '[\w-]{32}' connection limit 5$/)
  assert.equal(others.at(-1), 'grant select on public.report_devices, public.report_values to grafana')
})
