import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { addSource } from '../harness/senders.ts'

const MAPPING = { device: '/sensor', metrics: { temperature: '/t' } }

test('a message kept as an example must make the same readings after any change of its source', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'json', mapping: MAPPING })
  await source.post({ sensor: 'attic', t: 21 })
  await source.adopt('attic')
  await source.post({ sensor: 'attic', t: 22 })
  await source.record()
  const [message] = (await source.call('GET', '/messages')).body.data
  const kept = await source.call('POST', '/examples', { message: message.id })
  assert.equal(kept.status, 201, JSON.stringify(kept.body))
  assert.deepEqual(kept.body.data.readings[0].reading.metrics, { temperature: 22 })

  const broken = { ...MAPPING, metrics: { temperature: { from: '/t', unit: '°F' } } }
  const refused = await source.call('PATCH', '', { mapping: broken })
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /would make other readings/)
  const wider = { ...MAPPING, battery: '/b', metrics: { temperature: ['/t', '/temp'] } }
  assert.equal((await source.call('PATCH', '', { mapping: wider })).status, 200)

  // The module is that of the device, whatever the source proposes for new ones.
  assert.equal((await source.call('PATCH', '', { module: 'factory' })).status, 200)
  assert.equal((await source.call('PATCH', '', { mapping: { ...wider, module: 'vehicle' } })).status, 409)

  // It stays when later messages have taken the place of the last ones.
  for (let place = 0; place < 25; place += 1) await source.post({ sensor: 'attic', t: place })
  await source.record()
  const { body: listed } = await source.call('GET', '/messages')
  assert.equal(listed.data.length, 20)
  assert.ok(listed.data.every(({ id }: { id: number }) => id !== kept.body.data.id))
  const [example] = (await source.call('GET', '/examples')).body.data
  assert.deepEqual([example.passes, example.body], [true, '{"sensor":"attic","t":22}'])

  assert.equal((await source.call('DELETE', `/examples/${example.id}`)).status, 200)
  assert.equal((await source.call('DELETE', `/examples/${example.id}`)).status, 404)
  assert.equal((await source.call('PATCH', '', { mapping: broken })).status, 200)
})

test('a message that makes no reading or is large is no example, and a source has at most 20, each once', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'json', mapping: MAPPING })
  const keep = (message: number) => source.call('POST', '/examples', { message })
  await source.post('no JSON')
  await source.post({ sensor: 'attic', t: 21, text: 'x'.repeat(65_536) })
  for (let t = 0; t < 21; t += 1) await source.post({ sensor: 'attic', t })
  const { data } = (await source.call('GET', '/quarantine')).body
  const [large, unread] = data.slice(-2) as { id: number }[]
  for (const [{ id }, message] of [
    [unread!, 'must make a reading'],
    [large!, 'must have at most 64 kB to be an example'],
  ] as const) {
    const { status, body } = await keep(id)
    assert.deepEqual([status, body.errors], [400, [{ field: '/message', message }]])
  }
  assert.equal((await keep(999_999)).status, 404)
  const [last, ...others] = data.slice(0, 21) as { id: number }[]
  const first = await keep(others[0]!.id)
  const again = await keep(others[0]!.id)
  assert.deepEqual([again.status, again.body.data], [201, first.body.data])
  for (const { id } of others.slice(1)) assert.equal((await keep(id)).status, 201)
  assert.equal((await keep(last!.id)).status, 409)
  assert.equal((await keep(others[0]!.id)).status, 201)
  assert.equal((await source.call('GET', '/examples')).body.data.length, 20)
})

test('examples of a device go when it is deleted or moves to another site', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const source = await addSource(app, admin, { format: 'json', mapping: MAPPING })
  const keep = async (list: string) => {
    const [message] = (await source.call('GET', list)).body.data
    assert.equal((await source.call('POST', '/examples', { message: message.id })).status, 201)
  }
  const kept = async () => {
    const { data } = (await source.call('GET', '/examples')).body
    return data.map(({ body }: { body: string }) => JSON.parse(body).sensor)
  }
  await source.post({ sensor: 'attic', t: 21 })
  const [attic] = await source.adopt('attic')
  await source.post({ sensor: 'attic', t: 22 })
  await source.record()
  await keep('/messages')
  await source.post({ sensor: 'cellar', t: 8 })
  await keep('/quarantine')
  const [cellar] = await source.adopt('cellar')
  await source.post({ sensor: 'yard', t: 4 })
  await keep('/quarantine')
  assert.deepEqual(await kept(), ['attic', 'cellar', 'yard'])

  const { body: south } = await admin('POST', '/api/admin/sites', { name: 'South' })
  const moved = await admin('POST', `/api/admin/devices/${attic}/move`, { site_id: south.data.id })
  assert.equal(moved.status, 200)
  assert.deepEqual(await kept(), ['cellar', 'yard'])
  assert.equal((await admin('DELETE', `/api/admin/devices/${cellar}`)).status, 200)
  assert.deepEqual(await kept(), ['yard'])
})

test('on the page of messages one is kept as an example, and the mapping is tried on it', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'json', mapping: MAPPING })
  await source.post({ sensor: 'attic', t: 21 })
  await source.adopt('attic')
  await source.post({ sensor: 'attic', t: 22 })
  await source.record()
  const browser = await openBrowserAs(app, 'operator')
  const page = `/sources/${source.id}/messages`
  const [, id] = /name="message" value="(\d+)"/.exec((await browser.go(page)).text)!
  const csrf = (await browser.go(page)).csrf()
  assert.equal((await browser.post(`/sources/${source.id}/examples`, { _csrf: csrf, message: id! })).status, 303)
  assert.match((await browser.go(page)).text, /As it was kept/)
  const send = (what: string) =>
    browser.post(page, {
      ...{ _csrf: csrf, version: '1', what },
      mapping: 'device: /sensor\nmetrics: { temperature: /other }',
    })
  const tried = await send('preview')
  assert.match(tried.text, /Reads differently/)
  const refused = await send('save')
  assert.equal(refused.status, 409)
  assert.match(refused.text, /would make other readings/)
  assert.match(refused.text, /Reads differently/)
})
