import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { processorMs } from '../harness/processor-ms.ts'
import { addSource } from '../harness/senders.ts'
import { until } from '../harness/until.ts'

const WRITE = { path: '/write' }
const SECOND = 1_795_263_620
const line = (device: string, place = 0) => `climate,device=${device} temperature=1 ${SECOND + place}000000000`
const lines = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, place) => line(`${prefix}-${place}`)).join('\n')
const AS_FAST = { rate_per_s: 10_000, burst: 100_000 }

test('a path of thousands of slashes costs no more than another one, before any credential is looked at', async (t) => {
  const app = await startApp(t)
  const timeOf = async (path: string) => {
    const start = processorMs()
    for (let times = 0; times < 20; times += 1) {
      const { status } = await fetch(`${app.url}/api/sources/1${path}`, { method: 'POST', body: '' })
      assert.ok(status === 401 || status === 429, String(status))
    }
    return (processorMs() - start) / 20
  }
  const [plain, slashes] = [`/${'a'.repeat(7_000)}`, `${'/'.repeat(7_000)}a`]
  let [usual, ms] = [Infinity, Infinity]
  for (let round = 0; round < 3; round += 1) {
    usual = Math.min(usual, await timeOf(plain))
    ms = Math.min(ms, await timeOf(slashes))
  }
  // As much, or a dozen times as much where an expression begins anew at each slash.
  assert.ok(ms < 4 * usual, `${ms} ms instead of ${usual} ms`)
})

test('a rule of adoption that is full costs a message of a thousand devices one look', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const adopt = { match: { id: '*' }, module: 'home_infra', limit: 1 }
  const source = await addSource(app, operator, { format: 'influx', adopt, ...AS_FAST })
  const looks = countAdopting(t, app)
  assert.equal((await source.post(line('first'), WRITE)).status, 204)
  assert.equal(looks(), 1)
  assert.equal((await source.post(lines(1_000, 'a'), WRITE)).status, 204)
  assert.equal(looks(), 2)
})

/** Counts how often a rule of adoption looks for room from now on, which locks its source. */
function countAdopting(t: TestContext, { service: { db } }: TestApp): () => number {
  let count = 0
  const { transaction } = db
  const counting: typeof transaction = (work) =>
    transaction((tx) => {
      const query: typeof tx.query = (statement, name) => {
        if (statement.text.includes('as adopted from external_ids')) count += 1
        return tx.query(statement, name)
      }
      return work({ ...tx, query })
    })
  t.mock.method(db, 'transaction', counting)
  return () => count
}

test('a rule of adoption adds at most a hundred devices for a message, and the others with their next one', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const adopt = { match: { id: '*' }, module: 'home_infra', limit: 1_000 }
  const source = await addSource(app, operator, { format: 'influx', adopt, ...AS_FAST })
  assert.equal((await source.post(lines(150, 'd'), WRITE)).status, 204)
  const states = async () => {
    const rows = await app.rows<{ state: string; count: number }>(
      'select state, count(*)::integer as count from external_ids group by state order by state',
    )
    return rows.map(({ state, count }) => `${count} ${state}`)
  }
  assert.deepEqual(await states(), ['100 adopted', '50 pending'])
  assert.equal((await source.post(lines(150, 'd'), WRITE)).status, 204)
  assert.deepEqual(await states(), ['150 adopted'])
  const replay = app.service.jobs.find(({ name }) => name === 'replay messages of sources')!
  while (await replay.step(app.now()));
  const [{ readings } = { readings: 0 }] = await app.rows<{ readings: number }>(
    'select count(*)::integer as readings from readings',
  )
  assert.equal(readings, 150)
})

test('bodies that a source has under way take a limited room, and those beyond it are told to come again', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx', ...AS_FAST })
  const other = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  const { hostname, port } = new URL(app.url)
  const head = `POST /api/sources/${source.id}/write HTTP/1.1\r\nHost: x\r\nX-Source-Token: ${source.token}\r\n`
  const answers: string[] = []
  const begin = async (rest: string): Promise<Socket> => {
    const socket = connect(Number(port), hostname)
    socket.on('data', (piece) => answers.push(piece.toString().split(' ')[1]!))
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`${head}${rest}\r\n\r\n#`)
    return socket
  }
  const stated = 'Content-Length: 1048576'
  const open: Socket[] = []
  for (let place = 0; place < 70; place += 1) open.push(await begin(stated))
  await until(
    async () => answers.length,
    (count) => count >= 6,
  )
  assert.deepEqual(answers, Array(6).fill('503'))
  // Neither the other source nor small messages of a device are in the way.
  assert.equal((await other.post(line('cellar'), WRITE)).status, 204)
  for (const socket of open) socket.destroy()
  await until(
    async () => (await source.post(line('cellar'), WRITE)).status,
    (status) => status === 204,
  )
})

test('with the token of a source, nothing can be read, and nothing else is let in by it', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const [source, other] = [
    await addSource(app, operator, { format: 'influx', networks: ['192.0.2.0/24', '127.0.0.0/8'] }),
    await addSource(app, operator, { format: 'influx' }),
  ]
  await source.post(line('cellar'), WRITE)
  const [device] = await source.adopt('cellar')
  const headers = {
    authorization: `Bearer ${source.token}`,
    'x-source-token': source.token,
    'x-device-token': source.token,
  }
  const tried: [string, string][] = [
    ['GET', `/api/admin/sources/${source.id}`],
    ['GET', `/api/admin/sources/${source.id}/messages`],
    ['POST', `/api/admin/sources/${source.id}/external-ids/adopt`],
    ['GET', `/api/mobile/devices/${device}/readings`],
    ['GET', '/api/mobile/devices'],
    ['POST', '/api/telemetry/ingest'],
    ['GET', '/api/telemetry/state'],
    ['POST', `/api/sources/${other.id}/write`],
    ['POST', `/api/sources/${other.id}/../${source.id}/write/../../${other.id}/write`],
    ['POST', `/api/sources/${source.id}/t/${source.token}/write`],
    ['POST', `/api/sources/${other.id}/t/${source.token}/write`],
    ['GET', `/devices/${device}`],
  ]
  for (const [method, path] of tried) {
    const body = method === 'POST' ? { body: '{}' } : {}
    const typed = { ...headers, 'content-type': 'application/json' }
    const response = await fetch(app.url + path, { method, headers: typed, redirect: 'manual', ...body })
    assert.ok([302, 303, 401, 403, 404].includes(response.status), `${method} ${path}: ${response.status}`)
  }
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/query?q=select'],
    ['GET', '/ping'],
    ['GET', '/api/v2/query'],
    ['DELETE', ''],
    ['PATCH', ''],
  ] as const) {
    const response = await fetch(source.url + path, { method, headers })
    assert.doesNotMatch(await response.text(), /cellar|temperature/, `${method} ${path}`)
  }
})

test('what a sender says of its address counts only from a proxy that is trusted', async (t) => {
  const source = { format: 'influx', networks: ['192.0.2.0/24'] }
  const lies = { 'x-forwarded-for': '192.0.2.7', 'x-real-ip': '192.0.2.7', forwarded: 'for=192.0.2.7' }
  const direct = await startApp(t)
  const sender = await addSource(direct, await direct.logIn('operator'), source)
  assert.equal((await sender.post(line('cellar'), { ...WRITE, headers: lies })).status, 401)
  const behind = await startApp(t, { env: { TRUST_PROXY: '127.0.0.1' } })
  const proxied = await addSource(behind, await behind.logIn('operator'), source)
  const from = async (address: string) =>
    (await proxied.post(line('cellar'), { ...WRITE, headers: { 'x-forwarded-for': address } })).status
  assert.equal(await from('192.0.2.7'), 204)
  // The proxy appends the address that it has seen itself.
  assert.equal(await from('192.0.2.7, 198.51.100.9'), 401)
  assert.equal(await from('192.0.2.7.evil'), 401)
})

test('thousands of external IDs leave a thousand, one message each, and nothing in the audit log', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx', ...AS_FAST, rate_per_s: 10_000 })
  const [before] = await app.rows<{ count: number }>('select count(*)::integer as count from audit_entries')
  for (let place = 0; place < 5; place += 1) {
    for (let status = 0; status !== 204; ) {
      ;({ status } = await source.post(lines(1_000, `n${place}`), WRITE))
      assert.ok(status === 204 || status === 429, String(status))
      if (status === 429) app.setClock({ seconds: 10 })
    }
  }
  const [rows] = await app.rows(`
    select
      (select count(*)::integer from external_ids) as external_ids,
      (select count(*)::integer from source_messages where outcome = 'quarantined') as messages,
      (select count(*)::integer from audit_entries) as audited`)
  await source.record()
  assert.deepEqual(rows, { external_ids: 1_000, messages: 1_000, audited: before!.count })
})

test('a frame that comes to two nodes at the same moment makes one reading', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const node = await startApp(t, { connection: app.connection })
  const source = await addSource(app, operator, { format: 'the-things-stack', ...AS_FAST })
  const frame = (f_cnt: number, times = {}) =>
    JSON.stringify({
      end_device_ids: { dev_eui: '70B3D57ED005A1C2' },
      uplink_message: {
        session_key_id: 'AXTFUoae2WV6TtuOUy0bHQ==',
        f_port: 1,
        f_cnt,
        decoded_payload: { f_cnt },
        ...times,
      },
    })
  await source.post(frame(0))
  const [device] = await source.adopt('70B3D57ED005A1C2')
  for (let count = 1; count <= 20; count += 1) {
    const at = { received_at: new Date((SECOND + count) * 1_000).toISOString() }
    const body = frame(count, count % 2 === 0 ? at : {})
    const headers = { 'x-source-token': source.token, 'content-type': 'application/json' }
    const answers = await Promise.all(
      [app, node, app, node].map(({ url }) =>
        fetch(`${url}/api/sources/${source.id}`, { method: 'POST', headers, body }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(4).fill(answers[0]!.status),
    )
    assert.ok(answers[0]!.ok)
  }
  const stored = await app.rows<{ f_cnt: number; count: number }>(
    `select (metrics ->> 'f_cnt')::integer as f_cnt, count(*)::integer as count
    from readings where device_id = $1 group by 1 order by 1`,
    [device],
  )
  assert.deepEqual(
    stored,
    Array.from({ length: 21 }, (_, f_cnt) => ({ f_cnt, count: 1 })),
  )
})
