import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { addSource } from '../harness/senders.ts'

const WRITE = { path: '/write' }
const line = (device: string, value: number) => `climate,device=${device} temperature=${value} 1795263620000000000`

/** Values of series that begin with `tocsin_` and are about sources, by their names with labels. */
async function scrape(app: TestApp): Promise<Map<string, number>> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  const series = [...text.matchAll(/^(tocsin_(?:sources?|quarantine)_?[^ ]*) (\S+)$/gm)]
  return new Map(series.map(([, name, value]) => [name!, Number(value)]))
}

test('metrics count messages of sources by what became of them, and what waits', async (t) => {
  const app = await startApp(t, { isNew: true })
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  const before = await scrape(app)
  assert.equal(before.get('tocsin_sources{state="waiting"}'), 1)
  assert.equal(before.get('tocsin_quarantine_fullest_ratio'), 0)

  await source.post(line('cellar', 4), WRITE)
  await source.adopt('cellar')
  await source.post(line('cellar', 5), WRITE)
  await source.post(line('attic', 21), WRITE)
  await source.post('not a line', WRITE)
  await source.record()
  const after = await scrape(app)
  assert.equal(after.get('tocsin_source_messages_total{format="influx",outcome="stored"}'), 1)
  assert.equal(after.get('tocsin_source_messages_total{format="influx",outcome="quarantined"}'), 3, 'also the first')
  assert.equal(after.get('tocsin_source_failures_total{format="influx"}'), 1, 'a device that waits is none')
  assert.equal(after.get('tocsin_sources{state="failing"}'), 1)
  assert.equal(after.get('tocsin_source_devices_pending'), 1)
  assert.equal(after.get('tocsin_quarantine_messages'), 2)
  assert.ok(after.get('tocsin_quarantine_bytes')! > 0)
  assert.ok(after.get('tocsin_quarantine_fullest_ratio')! > 0)
  assert.equal(after.get('tocsin_sources_silent'), 0)

  await app.rows(`update source_states set last_message_at = now() - interval '25 hours'`)
  assert.equal((await scrape(app)).get('tocsin_sources_silent'), 1)
})

test('metrics count messages that were beyond the rate of their source', async (t) => {
  const app = await startApp(t, { isNew: true })
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx', rate_per_s: 1, burst: 1 })
  const statuses: number[] = []
  for (let place = 0; place < 3; place += 1) statuses.push((await source.post(line('cellar', place), WRITE)).status)
  const refused = statuses.filter((status) => status === 429).length
  assert.ok(refused > 0, statuses.join())
  assert.equal((await scrape(app)).get('tocsin_source_rate_refusals_total{format="influx"}'), refused)
})
