import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startApp } from '../harness/app.ts'
import { addSource } from '../harness/senders.ts'
import { until } from '../harness/until.ts'

const LINES = (device: string, value: number) => `climate,device=${device} temperature=${value} 1795263620000000000`

test('what a source says of an adopted device becomes its readings, and of others waits in quarantine', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'influx' })
  assert.equal((await source.record()).state, 'waiting')

  const first = await source.post(LINES('cellar', 4.5), { path: '/write' })
  assert.equal(first.status, 204, first.text)
  const { counts, state } = await source.record()
  assert.deepEqual(
    { counts, state },
    { counts: { stored: 0, quarantined: 1, ignored: 0, pending: 1 }, state: 'working' },
  )
  const { body } = await source.call('GET', '/external-ids?state=pending')
  assert.deepEqual(
    body.data.map(({ external_id, state, messages, quarantined }: Record<string, unknown>) => [
      external_id,
      state,
      messages,
      quarantined,
    ]),
    [['cellar', 'pending', 1, 1]],
  )

  const [device] = await source.adopt('cellar')
  const history = await operator('GET', `/api/mobile/devices/${device}/readings`)
  assert.deepEqual(
    history.body.data.map(({ metrics }: { metrics: object }) => metrics),
    [{ temperature: 4.5 }],
  )

  await source.post(LINES('cellar', 5).replace('620', '630'), { path: '/write' })
  const after = await source.record()
  assert.deepEqual(after.counts, { stored: 2, quarantined: 0, ignored: 0, pending: 0 })
  const latest = await operator('GET', `/api/mobile/devices/${device}`)
  assert.equal(latest.body.data.latest.metrics.temperature, 5)
})

test('a source is let in by each credential that senders can show, and by no other', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'influx', settings: { header: 'X-Downlink-Apikey' } })
  const { token, url } = source
  const basic = `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}`
  const sha1 = createHash('sha1').update(token).digest('hex')
  const ways: [string, string, Record<string, string>, number][] = [
    ['a bearer token', '/write', { authorization: `Bearer ${token}` }, 204],
    ['the scheme of InfluxDB', '/api/v2/write', { authorization: `Token ${token}` }, 204],
    ['a password', '/write', { authorization: basic }, 204],
    ['its own header', '/write', { 'x-source-token': token }, 204],
    ['a header of its choice', '/write', { 'x-downlink-apikey': token }, 204],
    ['the parameters of InfluxDB 1', `/write?u=x&p=${token}`, {}, 204],
    ['the SHA-1 that Nightscout uploaders send', '/write', { 'api-secret': sha1 }, 204],
    ['a token in the address', `/t/${token}/write`, {}, 401],
    ['nothing', '/write', {}, 401],
    ['another token', '/write', { authorization: `Bearer ${'0'.repeat(64)}` }, 401],
    ['another header', '/write', { 'x-other': token }, 401],
  ]
  for (const [name, path, headers, status] of ways) {
    const answer = await fetch(url + path, { method: 'POST', headers, body: '' })
    assert.equal(answer.status, status, name)
  }
  const inAddress = () => fetch(`${url}/t/${token}/write`, { method: 'POST', body: '' })
  const inHeader = () => source.post('', { path: '/write' })
  for (const nobody of ['99999', 'constructor', '__proto__', '0', '1e3', '9'.repeat(15)]) {
    const headers = { 'x-source-token': token }
    const answer = await fetch(`${app.url}/api/sources/${nobody}/write`, { method: 'POST', headers, body: '' })
    assert.equal(answer.status, 401, nobody)
    assert.match(await answer.text(), /Invalid source token/)
  }
  const changes: [object, () => Promise<{ status: number }>, number][] = [
    [{ token_in_address: true }, inAddress, 204],
    [{ networks: ['192.0.2.0/24'] }, inHeader, 401],
    [{ networks: ['192.0.2.0/24', '127.0.0.0/8'] }, inHeader, 204],
    [{ enabled: false }, inHeader, 401],
    [{ enabled: true }, inHeader, 204],
  ]
  for (const [change, send, status] of changes) {
    const changed = await source.call('PATCH', '', change)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    // Nodes hear of it within a moment.
    await until(
      async () => (await send()).status,
      (seen) => seen === status,
    )
  }
})

test('a token is replaced with an overlap', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'influx' })
  const rotated = await source.call('POST', '/token', { overlap_s: 60 })
  const next = rotated.body.data.token as string
  assert.notEqual(next, source.token)
  const status = async (token: string) => {
    const headers = { authorization: `Token ${token}` }
    return (await fetch(`${source.url}/write`, { method: 'POST', headers, body: '' })).status
  }
  assert.deepEqual([await status(source.token), await status(next)], [204, 204])
  app.setClock({ seconds: 61 })
  assert.deepEqual([await status(source.token), await status(next)], [401, 204])
})

test('packed messages are unpacked within limits', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'influx' })
  const packed = gzipSync(LINES('cellar', 4.5))
  const headers = { 'content-encoding': 'gzip' }
  assert.equal((await source.post(packed, { path: '/write', headers })).status, 204)
  assert.equal((await source.record()).counts.pending, 1)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '#'))
  assert.ok(bomb.length < 1024 * 1024)
  assert.equal((await source.post(bomb, { path: '/write', headers })).status, 413)
  assert.equal((await source.post('#'.repeat(1024 * 1024 + 1), { path: '/write' })).status, 413)
  const broken = await source.post('this is not gzip', { path: '/write', headers })
  assert.equal(broken.status, 204)
  const { reason } = await source.record()
  assert.deepEqual(reason, { code: 'wrong_form', detail: 'Content-Encoding' })
})

test('what is not understood is answered like a success, kept, and read again once that is mended', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'influx' })
  const body = `${LINES('cellar', 4.5)}\nclimate temperature=21 1795263620000000000\nnot a line\n`
  assert.equal((await source.post(body, { path: '/write' })).status, 204)
  const [cellar] = await source.adopt('cellar')
  const { body: kept } = await source.call('GET', '/quarantine')
  assert.deepEqual(
    kept.data
      .map(({ reason, outcome }: { reason: { code: string }; outcome: string }) => [outcome, reason.code])
      .sort(),
    [
      ['quarantined', 'no_device'],
      ['quarantined', 'wrong_form'],
    ],
  )
  await source.call('PATCH', '', { settings: { default_device: 'attic' } })
  const replay = await source.call('POST', '/replay', { reason: 'no_device' })
  assert.equal(replay.status, 202)
  const [attic] = await source.adopt('attic')
  const readings = async (id: number) =>
    (await operator('GET', `/api/mobile/devices/${id}/readings`)).body.data.map(
      ({ metrics }: { metrics: object }) => metrics,
    )
  assert.deepEqual(await readings(cellar!), [{ temperature: 4.5 }])
  assert.deepEqual(await readings(attic!), [{ climate_temperature: 21 }])
  assert.equal((await source.record()).counts.quarantined, 1)
})

test('a preview shows what messages would make with other settings, and which alerts, and stores nothing', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'json', module: 'home_infra' })
  await source.post({ sensor: 'attic', temp_f: 122, wet: 'yes' })
  await source.record()
  const mapping = {
    device: 'sensor',
    metrics: { temperature: { from: 'temp_f', unit: '°F' } },
    flags: { water_leak: { from: 'wet', true: ['yes'], false: ['no'] } },
  }
  const { status, body } = await source.call('POST', '/preview', { mapping })
  assert.equal(status, 200, JSON.stringify(body))
  const [message] = body.data
  assert.equal(message.outcome, 'stored')
  assert.equal(message.readings[0].external_id, 'attic')
  assert.deepEqual(message.readings[0].reading.metrics, { temperature: 50 })
  assert.ok(
    message.alerts.some(({ field }: { field: string }) => field === 'flags.water_leak'),
    JSON.stringify(message.alerts),
  )
  assert.equal((await source.record()).counts.pending, 0)

  const wrong = await source.call('POST', '/preview', {
    mapping: { metrics: { temperature: { from: 'a', unit: 'furlong' } } },
  })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, '/mapping/metrics/temperature/unit'])

  await source.call('PATCH', '', { mapping })
  await source.call('POST', '/replay')
  const [device] = await source.adopt('attic')
  const history = await operator('GET', `/api/mobile/devices/${device}/readings`)
  assert.deepEqual(history.body.data[0].metrics, { temperature: 50 })
})
