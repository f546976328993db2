import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startNtfyServer } from '../../../../test/harness/ntfy-server.ts'
import { inEnglish, MESSAGE } from '../../../../test/harness/personal-message.ts'
import { parseNetworks } from '../../webhooks/sending/public-address.ts'
import { type NtfyChannelOptions, newTopic, ntfyChannel, ntfyMessage } from './ntfy.ts'

const now = new Date('2026-11-22T13:30:00Z')
const GUARDED = { allowHttp: false, allowedNetworks: [] }
const LOOPBACK = { allowHttp: true, allowedNetworks: parseNetworks('127.0.0.0/8') }

function channelFor(t: TestContext, options: Partial<NtfyChannelOptions>) {
  const channel = inEnglish(
    ntfyChannel({ url: 'https://ntfy.sh', token: null, isOwn: false, policy: GUARDED, ...options }),
  )
  t.after(() => channel.close())
  return channel
}

test('topics are long, random, and as ntfy takes them', () => {
  const topics = Array.from({ length: 100 }, newTopic)
  for (const topic of topics) assert.match(topic, /^tocsin-[a-z2-7]{32}$/)
  assert.equal(new Set(topics).size, 100)
})

test('a message has its priority, its link and its buttons', async (t) => {
  const ntfy = await startNtfyServer(t)
  const channel = channelFor(t, { url: ntfy.url, isOwn: true, token: 'tk_1' })
  const outcome = await channel.send({ server: ntfy.url, topic: 'tocsin-a' }, MESSAGE, now)
  assert.deepEqual(outcome, { verdict: 'accepted', detail: 'accepted by the ntfy server (200)', not_before: null })
  const [{ path, headers, body }] = ntfy.messages as [(typeof ntfy.messages)[0]]
  assert.deepEqual([path, headers.authorization, headers['content-type']], ['/', 'Bearer tk_1', 'application/json'])
  const post = { action: 'http', url: MESSAGE.action!.url, method: 'POST', clear: true }
  const json = { 'content-type': 'application/json' }
  assert.deepEqual(body, {
    topic: 'tocsin-a',
    title: MESSAGE.title,
    message: MESSAGE.text,
    priority: 5,
    tags: ['rotating_light'],
    click: MESSAGE.url,
    actions: [
      { ...post, label: 'Acknowledge', headers: json, body: '{"action":"acknowledge"}' },
      { ...post, label: 'Resolve', headers: json, body: '{"action":"resolve"}' },
      { action: 'view', label: 'Open', url: MESSAGE.url },
    ],
  })
})

test('the priority follows severity and quiet, and a message of one line is no title', () => {
  const written = (change: object) => JSON.parse(ntfyMessage('x', { ...MESSAGE, ...change }))
  const priority = (change: object) => written(change).priority
  assert.deepEqual(
    [priority({}), priority({ severity: 'warning' }), priority({ severity: 'info' }), priority({ severity: null })],
    [5, 4, 3, 3],
  )
  assert.equal(priority({ quiet: true }), 2)
  const minimal = written({ text: '', action: null })
  assert.deepEqual([minimal.title, minimal.message, minimal.actions], [undefined, MESSAGE.title, []])
  assert.ok(Buffer.byteLength(written({ text: '€'.repeat(5_000) }).message) <= 4_096)
})

test('the token goes to its own server only, and a server of a person is guarded', async (t) => {
  const [own, other] = [await startNtfyServer(t), await startNtfyServer(t)]
  const guarded = channelFor(t, { url: own.url, isOwn: true, token: 'tk_1' })
  const refused = await guarded.send({ server: other.url, topic: 'a' }, MESSAGE, now)
  assert.equal(refused.verdict, 'failed')
  assert.match(refused.detail, /^the ntfy server: .*not allowed$/)
  assert.equal(other.messages.length, 0)
  const allowed = channelFor(t, { url: own.url, isOwn: true, token: 'tk_1', policy: LOOPBACK })
  assert.equal((await allowed.send({ server: other.url, topic: 'a' }, MESSAGE, now)).verdict, 'accepted')
  assert.equal(other.messages[0]!.headers.authorization, undefined)
})

test('the default server is guarded like any other', async (t) => {
  const ntfy = await startNtfyServer(t)
  const channel = channelFor(t, { url: ntfy.url })
  assert.equal((await channel.send({ server: ntfy.url, topic: 'a' }, MESSAGE, now)).verdict, 'failed')
})

test('each response of a server has its verdict', async (t) => {
  const [own, other] = [await startNtfyServer(t), await startNtfyServer(t)]
  const channel = channelFor(t, { url: own.url, isOwn: true, policy: LOOPBACK })
  const verdict = async (server: typeof own, status: number) => {
    server.status = status
    const outcome = await channel.send({ server: server.url, topic: 'a' }, MESSAGE, now)
    assert.match(outcome.detail, new RegExp(`^the ntfy server: answered ${status}`))
    return outcome.verdict
  }
  for (const status of [408, 429, 500, 503]) assert.equal(await verdict(other, status), 'retry')
  for (const status of [301, 400, 404, 413]) assert.equal(await verdict(other, status), 'failed')
  for (const status of [401, 403]) {
    assert.equal(await verdict(other, status), 'broken')
    assert.equal(await verdict(own, status), 'failed')
  }
  other.headers = { 'retry-after': '7' }
  other.status = 429
  const busy = await channel.send({ server: other.url, topic: 'a' }, MESSAGE, now)
  assert.deepEqual(busy.not_before, new Date('2026-11-22T13:30:07Z'))
  const gone = await channel.send({ server: 'http://127.0.0.1:1', topic: 'a' }, MESSAGE, now)
  assert.equal(gone.verdict, 'retry')
})
