import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { inEnglish, MESSAGE } from '../../../../test/harness/personal-message.ts'
import { startReceiver } from '../../../../test/harness/receiver.ts'
import { optionsOf, PERSONAL_FORMATS } from '../../webhooks/formats/formats.ts'
import { parseNetworks } from '../../webhooks/sending/public-address.ts'
import { newWebhookSecret } from '../../webhooks/sending/signature.ts'
import { webhookChannel } from './webhook.ts'

const LOOPBACK = { allowHttp: true, allowedNetworks: parseNetworks('127.0.0.0/8') }
const secret = newWebhookSecret()

async function begin(t: TestContext, policy = LOOPBACK) {
  const receiver = await startReceiver(t)
  const channel = inEnglish(webhookChannel(policy))
  t.after(() => channel.close())
  const send = (format: string, options: Record<string, string> = {}) =>
    channel.send({ url: receiver.url, format, options, secret }, MESSAGE, new Date())
  return { receiver, send }
}

test('programs get the event notification, signed', async (t) => {
  const { receiver, send } = await begin(t)
  assert.deepEqual(await send('envelope'), {
    verdict: 'accepted',
    detail: 'accepted by the receiver (200)',
    not_before: null,
  })
  const [{ body, headers }] = receiver.requests as [(typeof receiver.requests)[0]]
  assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), {
    event: 'notification',
    timestamp: '2026-11-22T13:30:00.000Z',
    data: {
      notification_id: '17',
      incident_id: 7,
      severity: 'critical',
      title: MESSAGE.title,
      text: MESSAGE.text,
      url: MESSAGE.url,
      action: { url: MESSAGE.url, may: ['acknowledge', 'resolve'] },
      quiet: false,
    },
  })
  assert.deepEqual([headers['webhook-id'], headers['x-tocsin-event']], ['ntf_17', 'notification'])
})

test('every format for people holds the title and the link', async (t) => {
  const { receiver, send } = await begin(t)
  const template = '{"text":"{{title}} {{url}} {{data.severity}}","n":{{data.incident_id}}}'
  for (const format of PERSONAL_FORMATS) {
    const examples = optionsOf(format).map(([name, { example }]) => [name, example])
    const options = format === 'template' ? { template } : Object.fromEntries(examples)
    assert.equal((await send(format, options)).verdict, 'accepted', format)
  }
  assert.equal(receiver.requests.length, PERSONAL_FORMATS.length)
  for (const { body } of receiver.requests) {
    JSON.parse(body)
    assert.ok(body.includes('Gas above 3 ppm') && body.includes('tocsin.example/a/secret'), body)
  }
  assert.deepEqual(JSON.parse(receiver.requests.at(-1)!.body), {
    text: `${MESSAGE.title} ${MESSAGE.url} critical`,
    n: 7,
  })
  for (const format of ['pagerduty', 'alertmanager', 'other']) assert.equal((await send(format)).verdict, 'failed')
})

test('each response of a receiver has its verdict, and its address is guarded', async (t) => {
  const { receiver, send } = await begin(t)
  const verdicts = {
    404: 'broken',
    410: 'broken',
    408: 'retry',
    429: 'retry',
    503: 'retry',
    302: 'failed',
    400: 'failed',
  }
  for (const [status, verdict] of Object.entries(verdicts)) {
    receiver.status = Number(status)
    assert.equal((await send('envelope')).verdict, verdict, status)
  }
  const guarded = await begin(t, { allowHttp: false, allowedNetworks: [] })
  const refused = await guarded.send('envelope')
  assert.equal(refused.verdict, 'failed')
  assert.match(refused.detail, /not allowed/)
  assert.equal(guarded.receiver.requests.length, 0)
})
