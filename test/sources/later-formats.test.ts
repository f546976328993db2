import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSources } from '../../src/app/doctor/check-sources.ts'
import { SOURCE_CHANGED } from '../../src/core/sources/source-store.ts'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { addSource } from '../harness/senders.ts'
import { until } from '../harness/until.ts'

const WRITE = { path: '/write' }
const line = (device: string) => `climate,device=${device} temperature=4 1795263620000000000`

test('a format that only a later version knows is told to senders and people, and holds nothing else up', async (t) => {
  const app = await startApp(t, { isNew: true })
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'influx' })
  const other = await addSource(app, operator, { format: 'influx' })
  for (const each of [source, other]) await each.post(line('cellar'), WRITE)
  await app.rows(`update sources set format = 'moons' where id = $1`, [source.id])
  await app.service.db.notify(SOURCE_CHANGED, String(source.id))

  // The node hears of it within a moment.
  const answer = await until(
    () => source.post(line('cellar'), WRITE),
    ({ status }) => status === 503,
  )
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('retry-after'), '60')
  assert.match(answer.text, /does not know the format/)

  const { state, reason, format } = await source.record()
  const unknown = { state: 'failing', reason: { code: 'format_unknown', detail: 'moons' }, format: 'moons' }
  assert.deepEqual({ state, reason, format }, unknown)
  const { body: listed } = await operator('GET', '/api/admin/sources')
  assert.deepEqual(
    listed.data.map((each: { state: string }) => each.state),
    ['failing', 'working'],
  )
  const [found] = await checkSources(app.service.db, app.now())
  assert.match(found!.says, /does not know its format, moons/)

  await source.call('POST', '/replay')
  const [device] = await other.adopt('cellar')
  const { body: history } = await operator('GET', `/api/mobile/devices/${device}/readings`)
  assert.equal(history.data.length, 1, 'the other source is read again')
  assert.equal((await source.record()).counts.quarantined, 1)

  const messages = [{ body: line('attic') }]
  for (const [method, path, body] of [
    ['PATCH', '', { name: 'Attic' }],
    ['POST', '/preview', { messages }],
  ] as const) {
    const refused = await source.call(method, path, body)
    assert.equal(refused.status, 400, path)
    assert.deepEqual(refused.body.errors[0].field, '/format')
  }
  const browser = await openBrowserAs(app, 'operator')
  for (const path of ['', '/messages', '/quarantine', '/settings']) {
    const page = await browser.go(`/sources/${source.id}${path}`)
    assert.equal(page.status, 200, path)
  }
  const changed = await source.call('PATCH', '', { format: 'json' })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  // The node hears of this within a moment, too.
  await until(
    () => source.post({ device_id: 'a', t: 1 }),
    ({ status }) => status === 200,
  )
})
