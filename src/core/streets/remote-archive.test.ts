import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestError } from '../../platform/errors.ts'
import { openRemoteArchive } from './remote-archive.ts'

const ADDRESS = 'https://maps.example.org/world.pmtiles'

test('whoever gives up waiting for an archive is told so, and not that it is none', async () => {
  const waiting = (_address: string, { signal }: { signal?: AbortSignal }) =>
    new Promise<Response>((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
  const limit = new AbortController()
  const opening = openRemoteArchive(waiting, ADDRESS, limit.signal)
  limit.abort(new DOMException('too late', 'TimeoutError'))
  await assert.rejects(opening, { name: 'TimeoutError' })
})

test('a server that breaks off within a part is one that cannot be read', async () => {
  const broken = async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error('reset')) })
    return new Response(body, { status: 206, headers: { 'content-range': 'bytes 0-126/5000' } })
  }
  await assert.rejects(openRemoteArchive(broken, ADDRESS), (error: RequestError) => {
    assert.ok(error instanceof RequestError)
    assert.equal(error.fault.reason, 'streets_unreachable')
    return true
  })
})
