import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PersonalMessage } from '../personal-message.ts'
import type { PushPayload } from './push-notification.ts'
import { pushPayload, pushTopic } from './push-payload.ts'

const TOKEN = 'a'.repeat(64)
const MESSAGE: PersonalMessage = {
  id: '17',
  language: 'de',
  role: 'operator',
  severity: 'critical',
  incident_id: 4,
  title: 'Boiler room: Gas above 80 ppm',
  subject: 'Gas above 80 ppm (Vorfall 4)',
  text: 'Opened 12:00',
  url: `https://tocsin.example.org/a/${TOKEN}`,
  action: {
    url: `https://tocsin.example.org/a/${TOKEN}`,
    may: ['acknowledge', 'resolve'],
    labels: { acknowledge: 'Bestätigen', resolve: 'Beheben' },
  },
  quiet: false,
  tag: 'incident-4',
  at: new Date('2026-03-01T12:00:00Z'),
  ttl_s: 3_600,
}
const read = (message: PersonalMessage): PushPayload => JSON.parse(pushPayload(message))

test('the payload is a declarative notification, with the buttons for the worker', () => {
  assert.deepEqual(read(MESSAGE), {
    web_push: 8_030,
    notification: {
      title: 'Boiler room: Gas above 80 ppm',
      body: 'Opened 12:00',
      navigate: MESSAGE.url,
      lang: 'de',
      dir: 'auto',
      silent: false,
      tag: 'incident-4',
      timestamp: 1_772_366_400_000,
      data: {
        id: '17',
        navigate: MESSAGE.url,
        stays: true,
        action: {
          url: MESSAGE.url,
          buttons: [
            { action: 'acknowledge', title: 'Bestätigen' },
            { action: 'resolve', title: 'Beheben' },
          ],
        },
      },
    },
  })
})

test('a quiet message is silent and does not stay; without an action there are no buttons', () => {
  const { notification } = read({ ...MESSAGE, quiet: true, action: null, tag: null })
  assert.deepEqual([notification.silent, notification.data.stays, notification.tag], [true, false, undefined])
  assert.equal(notification.data.action, undefined)
})

test('a payload has at most 2,000 bytes; it is the text that is cut first', () => {
  const long = read({ ...MESSAGE, text: '80 °C is too hot. '.repeat(500) })
  assert.equal(long.notification.title, MESSAGE.title)
  assert.match(long.notification.body, /^80 °C is too hot\. .*…$/)
  const size = Buffer.byteLength(JSON.stringify(long))
  assert.ok(size <= 2_000 && size > 1_990, `${size} bytes`)
  const short = read({ ...MESSAGE, title: 'T'.repeat(5_000) })
  assert.deepEqual([short.notification.title, short.notification.body], [`${'T'.repeat(199)}…`, MESSAGE.text])
})

test('any title and text fit, and are never cut inside a character', () => {
  const any = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3_000 }),
    fc.constantFrom('"', '\u0001', '🔥').map((sign) => sign.repeat(3_000)),
  )
  fc.assert(
    fc.property(any, any, (title, text) => {
      const json = pushPayload({ ...MESSAGE, title, text })
      assert.ok(Buffer.byteLength(json) <= 2_000)
      const { notification } = JSON.parse(json) as PushPayload
      assert.ok(notification.title.isWellFormed() && notification.body.isWellFormed())
      for (const [part, whole] of [
        [notification.title, title],
        [notification.body, text],
      ] as const)
        assert.ok(part === whole || part === '' || (part.endsWith('…') && whole.startsWith(part.slice(0, -1))))
    }),
    { numRuns: 100 },
  )
})

test('the topic has 32 characters that push services take', () => {
  for (const tag of ['incident-4', '', 'ü'.repeat(500)]) assert.match(pushTopic(tag), /^[A-Za-z0-9_-]{32}$/)
  assert.notEqual(pushTopic('incident-4'), pushTopic('incident-5'))
})
