import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUrl } from '../harness/database.ts'
import { type Served, servedProgram } from '../harness/served.ts'

/** A keep-alive connection, like that of a phone or a proxy. */
async function connection({ url }: Served): Promise<{ socket: Socket; received: () => string }> {
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
  `Content-Length: ${LOGIN.length}\r\n\r\n${LOGIN}`

test('a stop answers requests in progress and does not wait for idle connections', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const { socket, received } = await connection(served)
  socket.write(SLOW_REQUEST)
  await sleep(50)
  assert.equal(await served.stop(), 0)
  assert.match(received(), /^HTTP\/1\.1 401 /)
})

test('a request received during a stop is answered, and its connection is closed', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const slow = await connection(served)
  const late = await connection(served)
  slow.socket.write(SLOW_REQUEST)
  late.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
  await sleep(50)
  const stopped = served.stop()
  await untilStopping(served)
  late.socket.write('\r\n')
  assert.equal(await stopped, 0)
  assert.match(late.received(), /^HTTP\/1\.1 200 /)
  assert.match(late.received(), /\r\nconnection: close\r\n/i)
})

test('with SHUTDOWN_DELAY_S, a stopping node is not ready, and keeps serving for that time', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t), SHUTDOWN_DELAY_S: '3' })
  await served.start()
  const stopped = served.stop()
  let ready = await fetch(`${served.url}/readyz`)
  while (ready.ok) ready = await fetch(`${served.url}/readyz`)
  assert.equal(((await ready.json()) as { message: string }).message, 'Not ready: stopping')
  const alive = await fetch(`${served.url}/healthz`)
  assert.deepEqual([alive.status, alive.headers.get('connection')], [200, 'close'])
  assert.equal(await stopped, 0)
})
