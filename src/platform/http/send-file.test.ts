import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { workSlots } from '../long-work/work-slots.ts'
import { fileSender } from './send-file.ts'

/** More than the system holds for a connection. */
const MUCH = 'x'.repeat(32 * 1024 * 1024)

/** A server with a file of these pieces, which one person may download once at a time. */
async function serving(t: TestContext, pieces: readonly string[]) {
  const server = fastify()
  const room = workSlots('files', { most: 1, mostOfOne: 1 })
  server.decorate('files', { room, pieceWithinMs: 200 })
  const send = fileSender(server)
  server.get('/', (_, reply) =>
    send(reply, {
      ...{ download: null, type: 'text/plain', reader: 1, check: async () => undefined },
      pieces: async function* () {
        yield* pieces
      },
    }),
  )
  t.after(() => server.close())
  await server.listen({ port: 0, host: '127.0.0.1' })
  const isFree = async () => {
    try {
      const leave = await room.take(1)
      leave()
      return true
    } catch {
      return false
    }
  }
  return { port: (server.server.address() as AddressInfo).port, isFree }
}

for (const [what, pieces] of [
  ['before its end', [MUCH, MUCH, MUCH]],
  ['behind its last piece', [MUCH]],
] as const) {
  test(`a download that nobody reads any more ${what} is cut off, and leaves its place`, async (t) => {
    const { port, isFree } = await serving(t, pieces)
    const idle = connect(port, '127.0.0.1')
    t.after(() => idle.destroy())
    idle.on('error', () => undefined)
    const closed = once(idle, 'close')
    idle.pause()
    idle.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
    while (await isFree()) await sleep(10)
    for (let tries = 0; !(await isFree()) && tries < 200; tries += 1) await sleep(50)
    assert.ok(await isFree())
    let read = 0
    idle.on('data', (bytes: Buffer) => {
      read += bytes.length
    })
    idle.resume()
    await closed
    assert.ok(read < MUCH.length)
  })
}
