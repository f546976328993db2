import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addSource } from '../harness/senders.ts'

const WRITE = { path: '/write' }
const SECOND = 1_795_263_620
const line = (device: string, place: number) =>
  `climate,device=${device} temperature=${place} ${SECOND + place}000000000`
const lines = (count: number, of: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => of(place)).join('\n')

test('of a pending device, 50 messages are kept and the others counted', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  for (let place = 0; place < 53; place += 1) {
    assert.equal((await source.post(line('cellar', place), WRITE)).status, 204)
  }
  const { counts } = await source.record()
  assert.deepEqual(counts, { stored: 0, quarantined: 50, ignored: 3, pending: 1 })
  const { body } = await source.call('GET', '/external-ids')
  assert.deepEqual([body.data[0].messages, body.data[0].quarantined], [53, 50])
  assert.equal(body.data[0].proposal.name, 'cellar')
})

test('quarantine keeps a message for 30 days', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  await source.post(`${line('cellar', 1)}\nnot a line`, WRITE)
  assert.equal((await source.record()).counts.quarantined, 2)
  const drop = app.service.jobs.find(({ name }) => name === 'drop old messages of sources')!
  app.setClock({ seconds: 30 * 86_400 - 60 })
  await drop.step(app.now())
  assert.equal((await app.rows('select from source_messages')).length, 2)
  app.setClock({ seconds: 120 })
  await drop.step(app.now())
  assert.equal((await app.rows('select from source_messages')).length, 0)
  const [left] = await app.rows('select quarantined, quarantined_bytes::integer from source_states')
  assert.deepEqual(left, { quarantined: 0, quarantined_bytes: 0 })
  assert.deepEqual(await app.rows('select quarantined from external_ids'), [{ quarantined: 0 }])
})

test('a source has at most 1,000 pending devices', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  for (const hundred of [0, 1, 2]) {
    const body = lines(400, (place) => line(`device-${hundred * 400 + place}`, place))
    assert.equal((await source.post(body, WRITE)).status, 204)
  }
  const { counts } = await source.record()
  assert.equal(counts.pending, 1_000)
  assert.equal(counts.quarantined, 1_000)
})

test('more than 1,000 readings in a message are refused, and nothing of it is stored', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx', burst: 10_000 })
  assert.equal(
    (
      await source.post(
        lines(1_001, (place) => line('cellar', place)),
        WRITE,
      )
    ).status,
    413,
  )
  assert.equal((await source.record()).counts.pending, 0)
  assert.equal(
    (
      await source.post(
        lines(1_000, (place) => line('cellar', place)),
        WRITE,
      )
    ).status,
    204,
  )
})

test('a source beyond its rate is told when to come back', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx', rate_per_s: 1, burst: 10 })
  // One message may be more than what is left.
  assert.equal(
    (
      await source.post(
        lines(15, (place) => line('cellar', place)),
        WRITE,
      )
    ).status,
    204,
  )
  const { status, headers } = await source.post(line('cellar', 20), WRITE)
  assert.equal(status, 429)
  const wait = Number(headers.get('retry-after'))
  assert.ok(wait >= 5 && wait <= 7, String(wait))
  assert.equal(headers.get('connection'), 'keep-alive', 'a flood needs no new connections')
  const long = await source.post('x'.repeat(100_000), WRITE)
  assert.deepEqual([long.status, long.headers.get('connection')], [429, 'close'], 'nobody reads the body')
})

test('an ignored device costs its messages nothing, and what waited of it is dropped', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  await source.post(line('neighbour', 1), WRITE)
  const ignored = await source.call('POST', '/external-ids/ignore', { external_ids: ['neighbour'] })
  assert.deepEqual([ignored.status, ignored.body.data[0].state], [200, 'ignored'])
  assert.equal((await source.post(line('neighbour', 2), WRITE)).status, 204)
  assert.deepEqual((await source.record()).counts, { stored: 0, quarantined: 0, ignored: 2, pending: 0 })
  await source.call('POST', '/external-ids/release', { external_ids: ['neighbour'] })
  assert.equal((await source.record()).counts.pending, 1)
})

test('a source adopts devices by its rule, up to its limit', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const adopt = { match: { id: 'cold-*' }, module: 'home_infra', tags: ['cold'], limit: 2 }
  const source = await addSource(app, operator, { format: 'influx', adopt })
  for (const [place, name] of ['cold-1', 'warm-1', 'cold-2', 'cold-3'].entries()) {
    assert.equal((await source.post(line(name, place), WRITE)).status, 204)
  }
  const { body } = await source.call('GET', '/external-ids')
  assert.deepEqual(
    body.data.map(({ external_id, state }: Record<string, string>) => [external_id, state]),
    [
      ['cold-1', 'adopted'],
      ['cold-2', 'adopted'],
      ['cold-3', 'pending'],
      ['warm-1', 'pending'],
    ],
  )
  const devices = await operator('GET', '/api/mobile/devices')
  assert.deepEqual(
    devices.body.data.map(({ name, tags, latest }: Record<string, object>) => [name, tags, latest !== null]).sort(),
    [
      ['cold-1', ['cold'], true],
      ['cold-2', ['cold'], true],
    ],
  )
})

test('a frame that two messages report makes one reading', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'the-things-stack' })
  const frame = (kind: string, values: object) => ({
    end_device_ids: { device_id: 'weather-1', dev_eui: '70B3D57ED005A1C2' },
    received_at: '2026-11-21T12:20:20.000Z',
    [kind]: {
      session_key_id: 'AXTFUoae2WV6TtuOUy0bHQ==',
      f_port: 1,
      f_cnt: 12,
      received_at: '2026-11-21T12:20:20.000Z',
      ...values,
    },
  })
  const uplink = frame('uplink_message', { decoded_payload: { temperature: 20.4 } })
  const normalized = frame('uplink_normalized', { normalized_payload: { air: { temperature: 20.42 } } })
  assert.equal((await source.post(uplink)).status, 204)
  const [id] = await source.adopt('70B3D57ED005A1C2')
  assert.equal((await source.post(uplink)).status, 204)
  assert.equal((await source.post(normalized)).status, 204)
  const readings = await operator('GET', `/api/mobile/devices/${id}/readings`)
  assert.equal(readings.body.data.length, 1)
  await source.record()
  const { body } = await source.call('GET', '/messages')
  assert.deepEqual(
    body.data.map(({ outcome, reason }: { outcome: string; reason: { code: string } }) => [outcome, reason.code]),
    [
      ['ignored', 'repeated'],
      ['ignored', 'repeated'],
    ],
  )
})

test('messages that come at once make a reading each, and the same one sent twice at once makes one', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const sources = [
    await addSource(app, operator, { format: 'the-things-stack' }),
    await addSource(app, operator, { format: 'the-things-stack' }),
  ]
  const uplink = (f_cnt: number) => ({
    end_device_ids: { device_id: 'weather-1', dev_eui: '70B3D57ED005A1C2' },
    uplink_message: { session_key_id: 'AXTF', f_port: 1, f_cnt, decoded_payload: { temperature: 20 + f_cnt / 10 } },
  })
  const ids: number[] = []
  for (const source of sources) {
    assert.equal((await source.post(uplink(0))).status, 204)
    ids.push(...(await source.adopt('70B3D57ED005A1C2')))
  }
  const frames = [1, 1, 2, 3, 3, 3, 4].flatMap((f_cnt) => sources.map((source) => source.post(uplink(f_cnt))))
  assert.deepEqual([...new Set((await Promise.all(frames)).map(({ status }) => status))], [204])
  const counts = await app.rows<{ count: number }>(
    'select count(*)::integer as count from readings where device_id = any ($1) group by device_id',
    [ids],
  )
  assert.deepEqual(
    counts.map(({ count }) => count),
    [5, 5],
  )
})

test('values that a message lists under one key are a reading each, once, and one that is mended later is not lost', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const mapping = { device: '//id', key: '//n', each: '/list/*', ts: '/at', metrics: { temperature: '/t' } }
  const wrong = { ...mapping, ts: '/when' }
  const source = await addSource(app, operator, { format: 'json', mapping: wrong })
  const at = (second: number) => new Date(app.now().getTime() - 60_000 + second * 1_000).toISOString()
  const message = (n: number, ...values: object[]) => ({
    ...{ id: 'pump', n, list: values.map((value, place) => ({ at: at(place), when: at(place), ...value })) },
  })
  await source.post(message(1, { t: 20 }))
  const [id] = await source.adopt('pump')
  for (const _ of [1, 2])
    assert.equal((await source.post(message(7, { t: 21 }, { t: 23, when: 'now' }, { t: 22 }))).status, 200)
  const temperatures = async () => {
    const { body } = await operator('GET', `/api/mobile/devices/${id}/readings`)
    return body.data.map(({ metrics }: { metrics: Record<string, number> }) => metrics.temperature).sort()
  }
  assert.deepEqual(await temperatures(), [20, 21, 22])
  assert.equal((await source.call('PATCH', '', { mapping })).status, 200)
  await source.call('POST', '/replay')
  const replay = app.service.jobs.find(({ name }) => name === 'replay messages of sources')!
  while (await replay.step(app.now()));
  assert.deepEqual(await temperatures(), [20, 21, 22, 23])
})

test('hostile bodies are answered like others, whatever the format, and change nothing of the service', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const deep = '['.repeat(500_000)
  const bodies: [string, string][] = [
    ['brackets', deep],
    ['nested', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['empty objects', `[${'{},'.repeat(300_000)}{}]`],
    ['a poisoned key', '{"__proto__":{"polluted":1},"device":"x","t":1}'],
    ['a huge number', '{"device":"x","t":1e999,"u":123456789012345678901234567890}'],
    ['NUL', '{"device":"x\\u0000y","t":1}'],
    ['no text', '\ufffd\u0000\u0001'],
    ['nothing', ''],
  ]
  for (const format of [
    'json',
    'the-things-stack',
    'chirpstack',
    'traccar',
    'overland',
    'ruuvi',
    'fhir',
    'nightscout',
    'otlp',
    'influx',
    'health-auto-export',
  ]) {
    const source = await addSource(app, operator, { format, burst: 100_000, rate_per_s: 10_000 })
    const path = { otlp: '/v1/metrics', influx: '/write', nightscout: '/api/v1/entries' }[format] ?? ''
    for (const [name, body] of bodies) {
      const { status } = await source.post(body, { path, headers: { 'content-type': 'application/json' } })
      assert.ok(status < 300, `${format}, ${name}: ${status}`)
    }
    assert.equal(({} as { polluted?: number }).polluted, undefined)
    await source.call('DELETE', '')
  }
})

test('what senders do besides is answered: a query without a body, a path of their own, a handshake', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const asked = async (format: string, how: RequestInit & { path?: string }) => {
    const source = await addSource(app, operator, { format })
    const headers = { 'x-source-token': source.token }
    const response = await fetch(source.url + (how.path ?? ''), { ...how, headers })
    return { status: response.status, ...(await source.record()).counts }
  }
  const pending = { stored: 0, quarantined: 1, ignored: 0, pending: 1 }
  const sigfox = await asked('sigfox', { path: '?device=33827B&time=1795263620&snr=8.8' })
  assert.deepEqual(sigfox, { status: 204, ...pending })
  const frame = JSON.stringify({
    end_device_ids: { dev_eui: '70B3D57ED005A1C2' },
    received_at: '2026-11-21T12:20:20Z',
    join_accept: {},
  })
  const lorawan = await asked('the-things-stack', { method: 'POST', path: '/join', body: frame })
  assert.deepEqual([lorawan.status < 300, lorawan.pending], [true, 1])
  assert.equal((await asked('azure-event-grid', { method: 'OPTIONS' })).status, 200)
  assert.equal((await asked('influx', { path: '/ping' })).status, 204)
  assert.equal((await asked('influx', { path: '/other' })).status, 404)
})
