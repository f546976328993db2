import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from './harness/app.ts'

const LIMIT = 1_048_576
const PIECE = ' '.repeat(65_536)
const PIECES = 32
/** More than the limit. The others are sent behind the answer. */
const PIECES_BEFORE = 20

/** Sends pieces of a body that no longer matters, to the end, and returns what came back; null if it was cut off. */
async function sendAll({ url }: TestApp, head: readonly string[], piece: string): Promise<string | null> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  const isWhole = new Promise<boolean>((resolve) =>
    socket.once('error', () => resolve(false)).once('close', () => resolve(true)),
  )
  socket.write(`POST /api/telemetry/batch HTTP/1.1\r\nHost: localhost\r\n${head.join('\r\n')}\r\n\r\n`)
  const answered = Promise.race([once(socket, 'data'), isWhole])
  for (let sent = 0; sent < PIECES && socket.writable; sent += 1) {
    if (sent === PIECES_BEFORE) await answered
    await new Promise((written) => socket.write(piece, written))
    // A connection that was reset says so in a later turn.
    await sleep(1)
  }
  socket.end()
  return (await isWhole) ? answer : null
}

test('a client that sends a refused body to its end is not cut off, and has its answer', async (t) => {
  const app = await startApp(t)
  const { token } = await app.createDevice()
  const json = ['Content-Type: application/json', `X-Device-Token: ${token}`]
  const declared = `Content-Length: ${PIECE.length * PIECES}`
  assert.ok(PIECE.length * PIECES > LIMIT)
  for (const [name, status, head, piece] of [
    ['of a length that is too large', 413, [...json, declared], PIECE],
    ['in chunks that become too large', 413, [...json, 'Transfer-Encoding: chunked'], `10000\r\n${PIECE}\r\n`],
    ['of another type', 415, ['Content-Type: text/plain', json[1]!, declared, 'Connection: close'], PIECE],
  ] as const) {
    const answer = await sendAll(app, head, piece)
    assert.match(
      answer ?? 'cut off',
      new RegExp(`^HTTP/1\\.1 ${status} [^]*"code":${status}\\}$`),
      `${name}: ${answer}`,
    )
  }
})

test('a client that is silent after its body was refused is soon closed', async (t) => {
  const app = await startApp(t)
  const { token } = await app.createDevice()
  const connected = once(app.service.http.server, 'connection')
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', allowHalfOpen: true })
  t.after(() => socket.destroy())
  socket.resume()
  const head = ['Content-Type: application/json', `X-Device-Token: ${token}`, `Content-Length: ${LIMIT + 1}`]
  socket.write(`POST /api/telemetry/batch HTTP/1.1\r\nHost: localhost\r\n${head.join('\r\n')}\r\n\r\n`)
  const connections = () =>
    new Promise<number>((resolve) => app.service.http.server.getConnections((_, n) => resolve(n)))
  await connected
  for (let tries = 0; tries < 600 && (await connections()) > 0; tries += 1) await sleep(50)
  assert.equal(await connections(), 0)
})
