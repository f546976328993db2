import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUrl } from '../harness/database.ts'
import { type Served, servedProgram } from '../harness/served.ts'
import { until } from '../harness/until.ts'

interface Connection {
  socket: Socket
  received: () => string
}

/** A keep-alive connection, like that of a phone or a proxy. */
async function connection({ url }: Served): Promise<Connection> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  return { socket, received: () => text }
}

/** Resolves once no new connection is accepted. */
async function untilStopping(served: Served): Promise<void> {
  try {
    for (;;) {
      ;(await connection(served)).socket.destroy()
      await sleep(10)
    }
  } catch (error) {
    assert.match(String(error), /ECONNREFUSED/)
  }
}

/** A login takes a while, because passwords are hashed. */
const LOGIN = '{"email":"nobody@example.org","password":"a quiet harbour at dawn"}'
const SLOW_REQUEST =
  'POST /api/mobile/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${LOGIN.length}\r\nExpect: 100-continue\r\n\r\n`
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'

/** Sends a request that is in progress from now on, and takes a while. */
async function beginSlowly({ socket, received }: Connection): Promise<void> {
  socket.write(SLOW_REQUEST)
  await until(
    async () => received(),
    (text) => text === CONTINUE,
  )
  socket.write(LOGIN)
}

test('a stop answers requests in progress and does not wait for idle connections', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const slow = await connection(served)
  const idle = await connection(served)
  idle.socket.write(`${HEALTH}\r\n`)
  await until(
    async () => idle.received(),
    (text) => text.includes('200'),
  )
  await beginSlowly(slow)
  assert.equal(await served.stop(), 0)
  assert.match(slow.received().slice(CONTINUE.length), /^HTTP\/1\.1 401 /)
})

test('a request received during a stop is answered, and its connection is closed', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const slow = await connection(served)
  const late = await connection(served)
  await beginSlowly(slow)
  // The part of the second request has come with the first one.
  late.socket.write(`${HEALTH}\r\n${HEALTH}`)
  await until(
    async () => late.received(),
    (text) => text.endsWith('}'),
  )
  const before = late.received().length
  const stopped = served.stop()
  await untilStopping(served)
  late.socket.write('\r\n')
  assert.equal(await stopped, 0)
  const answer = late.received().slice(before)
  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.match(answer, /\r\nconnection: close\r\n/i)
})

test('with SHUTDOWN_DELAY_S, a stopping node is not ready, and keeps serving', async (t) => {
  // Longer than anything here takes, and not waited for.
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t), SHUTDOWN_DELAY_S: '60' })
  await served.start()
  const stopped = served.stop()
  let ready = await fetch(`${served.url}/readyz`)
  while (ready.ok) ready = await fetch(`${served.url}/readyz`)
  assert.equal(((await ready.json()) as { message: string }).message, 'Not ready: stopping')
  const alive = await fetch(`${served.url}/healthz`)
  assert.deepEqual([alive.status, alive.headers.get('connection')], [200, 'close'])
  await served.killService()
  assert.equal(await stopped, null)
})

test('a stopping node ends when SHUTDOWN_DELAY_S are over, and not before', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t), SHUTDOWN_DELAY_S: '2' })
  await served.start()
  const began = performance.now()
  assert.equal(await served.stop(), 0)
  assert.ok(performance.now() - began >= 2_000)
})
