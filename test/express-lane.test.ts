import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from './harness/app.ts'
import { holdReadings } from './harness/held-tables.ts'

const TS = 1_795_263_600

/** A plain request of a device, plus the given header lines. */
function request(token: string, body: object | string, ...lines: string[]): string {
  const text = typeof body === 'string' ? body : JSON.stringify({ module: 'factory', ...body })
  const about = [
    `X-Device-Token: ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    ...lines,
  ]
  return `POST /api/telemetry/ingest HTTP/1.1\r\nHost: tocsin.example\r\n${about.join('\r\n')}\r\n\r\n${text}`
}

/** A connection and the answers received on it. */
function openConnection({ url }: TestApp): {
  socket: Socket
  answers: (count: number) => Promise<string[]>
  /** Those until the server closes its side. */
  all: () => Promise<string[]>
} {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  const answersSoFar = () => received.split(/(?=HTTP\/1\.1 )/)
  async function answers(count: number): Promise<string[]> {
    while (answersSoFar().filter(isWhole).length < count) {
      assert.ok(!socket.destroyed && !socket.readableEnded, `closed after ${received}`)
      await sleep(5)
    }
    return answersSoFar()
  }
  const ended = once(socket, 'end')
  ended.catch(() => undefined)
  async function all(): Promise<string[]> {
    await ended
    return answersSoFar().filter((answer) => answer !== '')
  }
  return { socket, answers, all }
}

function isWhole(answer: string): boolean {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return body !== '' && Buffer.byteLength(body) >= Number(/content-length: (\d+)/i.exec(head)?.[1])
}

const statusOf = (answer: string) => Number(answer.slice(9, 12))
const headersOf = (answer: string) =>
  answer
    .split('\r\n\r\n')[0]!
    .split('\r\n')
    .slice(1)
    .map((line) => line.toLowerCase())
    .filter((line) => !/^(x-request-id|date):/.test(line))
    .sort()

/** Counts requests handled by the framework. */
function usualWay({ service }: TestApp): { taken: number } {
  const usual = { taken: 0 }
  service.http.server.on('request', () => (usual.taken += 1))
  return usual
}

test('the express lane answers plain readings as the framework does', async (t) => {
  const app = await startApp(t)
  const usual = usualWay(app)
  const device = await app.createDevice()
  const { socket, answers } = openConnection(app)
  socket.write(request(device.token, { ts: TS }))
  await answers(1)
  assert.equal(usual.taken, 0)
  socket.write(request(device.token, { ts: TS + 1 }, 'TE: trailers'))
  const [express, framework] = await answers(2)
  assert.equal(usual.taken, 1)
  assert.deepEqual(headersOf(express!), headersOf(framework!))
  assert.match(express!, /\r\nx-request-id: [0-9a-f]{8}-[0-9a-z]+\r\n/)
  assert.ok(express!.endsWith(`{"status":"ok","ts":${TS}}`))
  assert.deepEqual(await app.rows('select ts from readings order by ts'), [{ ts: `${TS}` }, { ts: `${TS + 1}` }])
})

test('pipelined requests are answered in order', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  const { socket, answers } = openConnection(app)
  socket.write(
    request(device.token, { ts: TS }) +
      request(device.token, { ts: TS + 1 }) +
      'GET /healthz HTTP/1.1\r\nHost: tocsin.example\r\n\r\n' +
      request(device.token, '{"module":"spoon"}') +
      request(device.token, { ts: TS + 2 }),
  )
  const received = await answers(5)
  assert.deepEqual(received.map(statusOf), [200, 200, 200, 400, 200])
  assert.ok(received[1]!.endsWith(`"ts":${TS + 1}}`))
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 3 }])
})

test('the express lane rejects requests as the framework does', async (t) => {
  const app = await startApp(t)
  const usual = usualWay(app)
  const { token } = await app.createDevice()
  const { socket, answers } = openConnection(app)
  const bodies = [
    '{"module":',
    '[]',
    '{"module":"spoon"}',
    '{"module":"factory","metrics":{"\\u00e4":1}}',
    '{"module":"fleet","lat":1}',
  ]
  const refused = [...bodies.map((body) => [token, body]), ['x'.repeat(64), '{}'], ['', '{}']] as [string, string][]
  for (const [presented, body] of refused) socket.write(request(presented, body))
  await answers(refused.length)
  assert.equal(usual.taken, 0)
  for (const [presented, body] of refused) socket.write(request(presented, body, 'TE: trailers'))
  const all = await answers(2 * refused.length)
  assert.equal(usual.taken, refused.length)
  for (const [place, [, body]] of refused.entries()) {
    const [express, framework] = [all[place]!, all[place + refused.length]!]
    assert.equal(statusOf(express), statusOf(framework), body)
    const bodyOf = (answer: string) => JSON.parse(answer.split('\r\n\r\n')[1]!)
    assert.deepEqual(bodyOf(express), bodyOf(framework))
    const others = (answer: string) => headersOf(answer).filter((line) => !line.startsWith('content-length'))
    assert.deepEqual(others(express), others(framework), body)
  }
})

test('a valid reading after a rejected one on the same connection is answered', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  // Each is sent to the lane, and with a second header line to the framework.
  for (const lines of [[], ['TE: trailers']]) {
    const { socket, answers } = openConnection(app)
    socket.write(
      request(device.token, '{"module":', ...lines) +
        request(device.token, '{"module":"spoon"}', ...lines) +
        request(device.token, { ts: TS }, ...lines),
    )
    assert.deepEqual((await answers(3)).map(statusOf), [400, 400, 200])
  }
})

test('a request with Connection: close is answered as the framework does, and its connection is closed', async (t) => {
  const app = await startApp(t)
  const usual = usualWay(app)
  const device = await app.createDevice()
  const received: string[] = []
  for (const [place, lines] of [['Connection: close'], ['Connection: close', 'TE: trailers']].entries()) {
    const { socket, answers } = openConnection(app)
    const ended = once(socket, 'end')
    socket.write(request(device.token, { ts: TS + place }, ...lines))
    received.push(...(await answers(1)))
    await ended
    assert.equal(usual.taken, place)
  }
  const [express, framework] = received
  assert.equal(statusOf(express!), 200)
  assert.ok(headersOf(express!).includes('connection: close'))
  assert.deepEqual(headersOf(express!), headersOf(framework!))
})

test('a client that closes its side gets the responses to all that it has sent', async (t) => {
  const app = await startApp(t)
  const { token } = await app.createDevice()
  let ts = TS
  const reading = () => request(token, { ts: ++ts })
  const batch = () => request(token, '[{"module":"factory"}]').replace('ingest', 'batch')
  const healthz = 'GET /healthz HTTP/1.1\r\nHost: tocsin.example\r\n\r\n'
  const half = () => reading().slice(0, 60)
  const short = () => reading().slice(0, -2)
  const sent: [name: string, pieces: string[], ...statuses: number[]][] = [
    ['a reading', [reading()], 200],
    ['a reading in pieces, the first of them half a head', at(reading(), 60), 200],
    ['a reading in pieces, the first of them half a body', at(reading(), -5), 200],
    ['a reading in many pieces', at(reading(), 20, 60, -5), 200],
    ['two readings', [reading() + reading()], 200, 200],
    ['a reading and a request for the framework', [reading() + healthz], 200, 200],
    ['two readings in pieces', at(reading() + reading(), 60, -60), 200, 200],
    ['requests for the framework', [batch() + healthz + reading()], 200, 200, 200],
    ['a request for the framework in pieces', at(batch(), 60, -5), 200],
    ['half a head', [half()], 400],
    ['half a body', [short()], 400],
    ['half a body in pieces', at(short(), 60), 400],
    ['half a body for the framework', [batch().slice(0, -2)], 400],
    ['a reading and half a head', [reading() + half()], 200, 400],
    ['a reading and half a body', [reading() + short()], 200, 400],
    ['a reading and half a body later', [reading(), short()], 200, 400],
    ['nothing', []],
  ]
  const received: unknown[] = []
  for (const [name, pieces] of sent) {
    const { socket, all } = openConnection(app)
    socket.setNoDelay(true)
    for (const piece of pieces.slice(0, -1)) {
      socket.write(piece)
      await sleep(10)
    }
    socket.end(pieces.at(-1) ?? '')
    received.push([name, ...(await all()).map(statusOf)])
  }
  assert.deepEqual(
    received,
    sent.map(([name, , ...statuses]) => [name, ...statuses]),
  )
  // The two batches are alike.
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 14 }])
})

/** The pieces of a text that is cut at these places. */
const at = (text: string, ...places: number[]) =>
  [0, ...places].map((place, turn) => text.slice(place, places[turn] ?? text.length))

test('a stop answers requests in progress, and closes their connections and idle ones', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  const idle = openConnection(app)
  idle.socket.write(request(device.token, { ts: TS }))
  await idle.answers(1)
  const held = await holdReadings(t, app)
  const busy = openConnection(app)
  busy.socket.write(request(device.token, { ts: TS + 1 }))
  await held.isWaitedFor()
  const closing = app.close()
  await sleep(100)
  await held.release()
  const [answer] = await busy.answers(1)
  assert.equal(statusOf(answer!), 200)
  assert.match(answer!, /\r\nconnection: close\r\n/i)
  await closing
})

test('before a stop, each response closes its connection', async (t) => {
  const app = await startApp(t)
  const { token } = await app.createDevice()
  const usual = usualWay(app)
  app.service.retire()
  const { socket, answers } = openConnection(app)
  socket.write(request(token, { ts: TS }))
  const [answer] = await answers(1)
  assert.equal(statusOf(answer!), 200)
  assert.ok(headersOf(answer!).includes('connection: close'))
  assert.equal(usual.taken, 0)
})
