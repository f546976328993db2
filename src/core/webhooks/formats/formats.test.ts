import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENVELOPES, HOSTILE_NAME } from '../../../../test/harness/envelopes.ts'
import { NIGHT, SITUATIONS } from '../../../../test/harness/situations.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Envelope } from '../events/envelope.ts'
import { checkFormat, FORMATS, type Format, formatKind, queuedBody, webhookBody, withAddress } from './formats.ts'

const envelopes = Object.values(ENVELOPES) as Envelope[]

test('an incident is told to people by its headline, escaped for each of them, and stored as its event until then', () => {
  const { headline } = SITUATIONS.gas!
  const present = { headline: { ...headline!, device_name: HOSTILE_NAME }, now: NIGHT }
  for (const format of FORMATS.filter((name) => formatKind(name).isForPeople)) {
    const body = webhookBody(format, ENVELOPES['incident.created'], present)!
    const said = body.replaceAll(/\\{1,2}(?=[()*_])/g, '')
    for (const text of [
      'CO 84 ppm (at or above 70)',
      'Critical for 1 min, rising',
      'Hall 4',
      'Do not enter without air',
    ])
      assert.ok(said.includes(text) || said.includes(text.replaceAll(' ', ' ')), `${format}: ${body}`)
    if (format === 'slack')
      assert.ok(!JSON.parse(body).text.includes('<'), 'no mention in the text of its notification')
    assert.equal(queuedBody(format, ENVELOPES['incident.created']), JSON.stringify(ENVELOPES['incident.created']))
    assert.equal(queuedBody(format, ENVELOPES['webhook.test']), webhookBody(format, ENVELOPES['webhook.test']))
  }
})

test('the plain format is the envelope: event, timestamp and data', () => {
  for (const envelope of envelopes) assert.equal(webhookBody('envelope', envelope), JSON.stringify(envelope))
})

/** The longest possible name, of the character with the longest escape. */
const longest: Envelope = {
  ...ENVELOPES['incident.resolved'],
  data: {
    ...ENVELOPES['incident.resolved'].data,
    device_name: '&*'.repeat(50),
    title: '&*'.repeat(500),
    note: '<'.repeat(5_000),
  },
}
const told = (format: Format) => JSON.parse(webhookBody(format, longest)!)

test('long texts are cut to the limit of each receiver', () => {
  const slack = told('slack').attachments[0].blocks
  assert.ok(slack[0].text.text.length <= 150)
  assert.ok(slack[1].fields.every(({ text }: { text: string }) => text.length <= 2_000))
  const [embed] = told('discord').embeds
  assert.ok(embed.title.length <= 256)
  assert.ok(embed.fields.every(({ value }: { value: string }) => value.length <= 1_024))
  assert.ok(told('telegram').text.length <= 4_096 * 2)
  assert.ok(Buffer.byteLength(told('ntfy').message) <= 4_096)
  assert.equal(told('pagerduty').payload, undefined)
  for (const format of FORMATS)
    if (format !== 'envelope') assert.ok(webhookBody(format, longest)!.length < 20_000, format)
})

test('names of devices cause neither mentions nor markup', () => {
  const slack = JSON.parse(webhookBody('slack', { ...ENVELOPES['device.offline'] })!)
  assert.ok(slack.text.includes('&lt;!channel&gt;') && !slack.text.includes('<'))
  const discord = JSON.parse(webhookBody('discord', ENVELOPES['device.offline'])!)
  assert.deepEqual(discord.allowed_mentions, { parse: [] })
  assert.ok(discord.embeds[0].title.includes('@everyone \\*Boiler\\* \\[x'))
  const telegram = JSON.parse(webhookBody('telegram', ENVELOPES['device.offline'])!)
  assert.deepEqual(telegram.text.match(/<[^>]*>/g), ['<b>', '</b>'])
  assert.equal(telegram.text.split('\n')[0].match(/#7/g).length, 1)
})

test('an incident and its alerts are one and the same alert at PagerDuty, from the first to the last', () => {
  const step = (envelope: Envelope) => {
    const { event_action, dedup_key } = JSON.parse(webhookBody('pagerduty', envelope) ?? '{}')
    return event_action === undefined ? null : `${event_action} ${dedup_key}`
  }
  const alone = (envelope: Envelope) => ({ ...envelope, data: { ...envelope.data, incident_id: null } }) as Envelope
  assert.equal(step(ENVELOPES['alert.triggered']), 'trigger tocsin-incident-7')
  assert.equal(step(ENVELOPES['incident.created']), 'trigger tocsin-incident-7')
  assert.equal(step(ENVELOPES['alert.acknowledged']), null)
  assert.equal(step(ENVELOPES['incident.acknowledged']), 'acknowledge tocsin-incident-7')
  assert.equal(step(ENVELOPES['incident.resolved']), 'resolve tocsin-incident-7')
  assert.equal(step(alone(ENVELOPES['alert.triggered'])), 'trigger tocsin-alert-1')
  assert.equal(step(alone(ENVELOPES['alert.resolved'])), 'resolve tocsin-alert-1')
  assert.equal(step(ENVELOPES['device.offline']), 'trigger tocsin-device-1-offline')
  assert.equal(step(ENVELOPES['device.online']), 'resolve tocsin-device-1-offline')
})

test('secret options of a receiver are added to the body when it is sent', () => {
  const request = (url: string) => ({ url, body: '{"text":"x"}' })
  const key = { routing_key: 'R'.repeat(32) }
  const enqueue = 'https://events.pagerduty.com/v2/enqueue'
  assert.deepEqual(withAddress('pagerduty', key, request(enqueue)), {
    url: enqueue,
    body: `{"routing_key":"${key.routing_key}","text":"x"}`,
  })
  assert.deepEqual(
    withAddress('telegram', { chat_id: '-100123' }, request('https://api.telegram.org/bot1:x/sendMessage')).body,
    '{"chat_id":"-100123","text":"x"}',
  )
  assert.deepEqual(withAddress('ntfy', {}, request('https://ntfy.example.org/sub/duty-phone?auth=x')), {
    url: 'https://ntfy.example.org/sub/?auth=x',
    body: '{"topic":"duty-phone","text":"x"}',
  })
  assert.deepEqual(withAddress('slack', {}, request('https://hooks.slack.com/x')), request('https://hooks.slack.com/x'))
})

test('a format is given all its options, as they look, and no others', () => {
  const url = 'https://example.org/topic'
  checkFormat('pagerduty', url, { routing_key: 'a1'.repeat(16) })
  checkFormat('telegram', url, { chat_id: '@duty_room' })
  checkFormat('ntfy', url, {})
  const wrong: [Format, string, Record<string, string>][] = [
    ['pagerduty', url, {}],
    ['pagerduty', url, { routing_key: 'short' }],
    ['pagerduty', url, { routing_key: 'a1'.repeat(16), constructor: 'x' }],
    ['telegram', url, { chat_id: 'duty room' }],
    ['envelope', url, { chat_id: '7' }],
    ['ntfy', 'https://ntfy.example.org/', {}],
  ]
  for (const [format, address, options] of wrong) {
    assert.throws(() => checkFormat(format, address, options), RequestError, `${format} ${JSON.stringify(options)}`)
  }
})

test('a format that only a later version knows is treated as the envelope', () => {
  const later = 'pigeon' as Format
  assert.equal(queuedBody(later, ENVELOPES['incident.created']), JSON.stringify(ENVELOPES['incident.created']))
  assert.equal(
    queuedBody('constructor' as Format, ENVELOPES['webhook.test']),
    JSON.stringify(ENVELOPES['webhook.test']),
  )
})
