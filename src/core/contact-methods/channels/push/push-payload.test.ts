import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  text: 'Opened 12:00\nStep 1 of 3',
  brief: { title: 'Boiler room: Gas above 80 ppm', text: 'Opened 12:00' },
  block: null,
  url: `https://tocsin.example.org/a/${TOKEN}`,
  action: {
    url: `https://tocsin.example.org/a/${TOKEN}`,
    may: ['acknowledge', 'resolve'],
    labels: { acknowledge: 'Bestätigen', resolve: 'Beheben', call: 'Hilfe rufen' },
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
            { action: 'call', title: 'Hilfe rufen' },
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

test('a payload has at most 2,000 bytes, whatever its 160 characters are', () => {
  for (const sign of ['€', '"', '🔥', '\\']) {
    const characters = sign.repeat(80 / sign.length)
    assert.ok(Buffer.byteLength(pushPayload({ ...MESSAGE, brief: { title: characters, text: characters } })) <= 2_000)
  }
})

test('the topic has 32 characters that push services take', () => {
  for (const tag of ['incident-4', '', 'ü'.repeat(500)]) assert.match(pushTopic(tag), /^[A-Za-z0-9_-]{32}$/)
  assert.notEqual(pushTopic('incident-4'), pushTopic('incident-5'))
})
