import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inEnglish } from '../../../../../test/harness/personal-message.ts'
import { browserKeys } from '../../../../../test/harness/push-browser.ts'
import { type PushService, startPushService } from '../../../../../test/harness/push-service.ts'
import type { PersonalMessage } from '../personal-message.ts'
import { pushChannel } from './push-channel.ts'
import { newPushKeys } from './vapid.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const MESSAGE: PersonalMessage = {
  ...{
    id: '17',
    language: 'en',
    role: 'operator',
    severity: 'critical',
    incident_id: 4,
    title: 'Gas above 80 ppm',
    text: 'Boiler room',
    brief: { title: 'Gas above 80 ppm', text: 'Boiler room' },
    block: null,
  },
  ...{
    subject: 'Gas above 80 ppm (incident 4)',
    url: 'https://tocsin.example.org/incidents/4',
    action: null,
    quiet: false,
    tag: 'incident-4',
    at: NOW,
    ttl_s: 3_600,
  },
}

async function open(t: TestContext) {
  const service = await startPushService(t, { clock: () => NOW })
  const { channel, send } = sendingTo(t, service)
  return { service, channel, send, phone: service.subscribe() }
}

function sendingTo(t: TestContext, { origin }: Pick<PushService, 'origin'>, addresses: string[] = []) {
  const channel = inEnglish(
    pushChannel({
      keys: newPushKeys(),
      publicUrl: 'https://tocsin.example.org',
      allowedOrigins: [origin],
      resolver: async () => addresses.map((address) => ({ address, family: 4 })),
    }),
  )
  t.after(() => channel.close())
  return { channel, send: (changes: Partial<PersonalMessage> = {}) => ({ ...MESSAGE, ...changes }) }
}

test('a message arrives encrypted, signed, and urgent', async (t) => {
  const { service, channel, phone, send } = await open(t)
  const outcome = await channel.send(phone.subscription, send(), NOW)
  const host = new URL(service.origin).host
  assert.deepEqual(outcome, { verdict: 'accepted', detail: `accepted by ${host} (201)`, not_before: null })
  const [received] = phone.received
  assert.equal(received!.payload.notification.title, 'Gas above 80 ppm')
  assert.equal(received!.subject, 'https://tocsin.example.org')
  const { ttl, urgency, topic } = received!.headers
  assert.deepEqual([ttl, urgency], ['3600', 'high'])

  await channel.send(phone.subscription, send({ quiet: true, ttl_s: 899.5 }), NOW)
  await channel.send(phone.subscription, send({ tag: null }), NOW)
  const [, quiet, alone] = phone.received
  assert.deepEqual([quiet!.headers.ttl, quiet!.headers.urgency, quiet!.headers.topic], ['899', 'normal', topic])
  assert.equal(alone!.headers.topic, undefined)
  assert.deepEqual(service.faults, [])
})

test('the longest message is taken', async (t) => {
  const { service, channel, phone, send } = await open(t)
  await channel.send(phone.subscription, send({ title: '🔥'.repeat(3_000), text: '"'.repeat(9_000) }), NOW)
  assert.deepEqual([phone.received.length, service.faults], [1, []])
})

test('each response of a push service has its verdict', async (t) => {
  const { service, channel, phone, send } = await open(t)
  const host = new URL(service.origin).host
  const expected: [status: number, verdict: string, detail: string][] = [
    [200, 'accepted', `accepted by ${host} (200)`],
    [202, 'accepted', `accepted by ${host} (202)`],
    [301, 'failed', `rejected by ${host} (301): BadJwtToken`],
    [400, 'failed', `rejected by ${host} (400): BadJwtToken`],
    [403, 'failed', `rejected by ${host} (403): BadJwtToken`],
    [404, 'broken', `unsubscribed, says ${host} (404)`],
    [410, 'broken', `unsubscribed, says ${host} (410)`],
    [413, 'failed', `too large for ${host} (413)`],
    [429, 'retry', `not accepted by ${host} (429): BadJwtToken`],
    [500, 'retry', `not accepted by ${host} (500): BadJwtToken`],
    [503, 'retry', `not accepted by ${host} (503): BadJwtToken`],
  ]
  service.body = '{"reason":"BadJwtToken"}'
  for (const [status, verdict, detail] of expected) {
    service.answerWith(status)
    assert.deepEqual(await channel.send(phone.subscription, send(), NOW), { verdict, detail, not_before: null })
  }
  assert.equal(phone.received.length, 0)
})

test('a busy service is not asked again before the time that it names', async (t) => {
  const { service, channel, phone, send } = await open(t)
  service.headers = { 'retry-after': '120' }
  service.answerWith(429, 503, 500)
  const times = []
  for (let n = 0; n < 3; n += 1) times.push((await channel.send(phone.subscription, send(), NOW)).not_before)
  const later = new Date('2026-03-01T12:02:00Z')
  assert.deepEqual(times, [later, later, null])
})

test('a browser that has unsubscribed breaks its method, and a foreign subscription does not', async (t) => {
  const { channel, phone, send, service } = await open(t)
  phone.unsubscribe()
  assert.equal((await channel.send(phone.subscription, send(), NOW)).verdict, 'broken')
  const other = service.subscribe()
  const mixedUp = { ...other.subscription, keys: browserKeys().keys }
  assert.equal((await channel.send(mixedUp, send(), NOW)).verdict, 'failed')
})

test('reasons are one short line without addresses, and pages of proxies are left out', async (t) => {
  const { service, channel, phone, send } = await open(t)
  const detailOf = async (body: string) => {
    service.answerWith(400)
    service.body = body
    return (await channel.send(phone.subscription, send(), NOW)).detail.replace(/^.*\(400\)/, '')
  }
  assert.equal(await detailOf('no such\r\nthing: https://push.example/secret'), ': no such thing: …')
  assert.equal(await detailOf('{"message":"Invalid token","more_info":"http://a.example"}'), ': Invalid token')
  assert.equal(await detailOf('<!DOCTYPE html><p>Blocked</p>'), '')
  assert.equal(await detailOf('x'.repeat(1_000)), `: ${'x'.repeat(120)}`)
  assert.equal(await detailOf('[1]'), '')
  assert.equal(await detailOf(''), '')
})

test('a service that cannot be reached, or hangs, is tried again', async (t) => {
  const { service, channel, phone, send } = await open(t)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const arrived = new Promise<void>((arrive) => {
    service.beforeAnswer = () => {
      arrive()
      return new Promise(() => undefined)
    }
  })
  const sending = channel.send(phone.subscription, send(), NOW)
  await arrived
  t.mock.timers.tick(10_000)
  const { verdict, detail } = await sending
  assert.equal(verdict, 'retry')
  assert.match(detail, /^127\.0\.0\.1:\d+: no response within 10 seconds$/)
  const away = sendingTo(t, { origin: 'http://127.0.0.1:9' })
  const endpoint = 'http://127.0.0.1:9/push/1'
  const outcome = await away.channel.send({ ...phone.subscription, endpoint }, send(), NOW)
  assert.deepEqual(
    [outcome.verdict, outcome.detail],
    ['retry', '127.0.0.1:9: no connection, or it was interrupted (ECONNREFUSED)'],
  )
})

test('a known push service whose name leads into the private network gets nothing', async (t) => {
  const { phone, send } = await open(t)
  const { channel } = sendingTo(t, { origin: 'https://unused.example' }, ['127.0.0.1'])
  const endpoint = 'https://fcm.googleapis.com/fcm/send/1'
  const { verdict, detail } = await channel.send({ ...phone.subscription, endpoint }, send(), NOW)
  assert.deepEqual([verdict, detail], ['retry', 'fcm.googleapis.com: the host has an IP address that is not allowed'])
})

test('an endpoint that is not allowed any more gets nothing', async (t) => {
  const { phone, send } = await open(t)
  const { channel } = sendingTo(t, { origin: 'https://push.example.org' })
  const { verdict, detail } = await channel.send(phone.subscription, send(), NOW)
  assert.deepEqual([verdict, phone.received.length], ['failed', 0])
  assert.match(detail, /^the endpoint must start with https:/)
})
