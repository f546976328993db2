import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonalMessage } from '../../../core/contact-methods/channels/personal-message.ts'
import { pushPayload } from '../../../core/contact-methods/channels/push/push-payload.ts'
import * as de from '../../../words/de.ts'
import * as en from '../../../words/en.ts'
import { notificationOf, type OldNotification, outcomeNotification } from './notification.ts'

const ICONS = { icon: '/assets/icon.png', badge: '/assets/badge.png' }
const PARTS = { icons: ICONS, words: { en: en.push.worker, de: de.push.worker } }
const URL = 'https://tocsin.example.org/a/1'
const MESSAGE: PersonalMessage = {
  ...{
    id: '17',
    language: 'de',
    role: 'operator',
    severity: 'critical',
    incident_id: 4,
    title: 'Gas über 80 ppm',
    subject: 'Gas über 80 ppm',
    text: 'Heizraum',
  },
  brief: { title: 'Gas über 80 ppm', text: 'Heizraum' },
  block: null,
  ...{ url: URL, quiet: false, tag: 'incident-4', at: new Date('2026-03-01T12:00:00Z'), ttl_s: 60 },
  action: {
    url: URL,
    may: ['acknowledge'],
    labels: { acknowledge: 'Bestätigen', resolve: 'Beheben', call: 'Hilfe rufen' },
  },
}
const BUTTONS = [
  { action: 'acknowledge', title: 'Bestätigen' },
  { action: 'call', title: 'Hilfe rufen' },
]
const shown = (changes: Partial<PersonalMessage> = {}) =>
  notificationOf(pushPayload({ ...MESSAGE, ...changes }), PARTS, 'en')

test('a message is shown with its buttons, its language and our icons, and stays if it is critical', () => {
  const { title, options } = shown()
  assert.equal(title, 'Gas über 80 ppm')
  const { body, lang, silent, requireInteraction, renotify, tag, icon, badge, timestamp } = options
  assert.deepEqual(
    [body, lang, silent, requireInteraction, renotify, tag, icon, badge, timestamp],
    ['Heizraum', 'de', false, true, true, 'incident-4', ICONS.icon, ICONS.badge, 1_772_366_400_000],
  )
  assert.deepEqual(options.actions, BUTTONS)
})

test('a quiet message is silent, and one without a tag replaces nothing: browsers refuse renotify without it', () => {
  const { options } = shown({ quiet: true })
  assert.deepEqual([options.silent, options.renotify, options.requireInteraction], [true, false, false])
  const alone = shown({ tag: null, action: null }).options
  assert.deepEqual(['tag' in alone, 'renotify' in alone, alone.actions], [false, false, []])
})

test('something is shown for any message, in the language of the browser', () => {
  const { notification } = JSON.parse(pushPayload(MESSAGE))
  const unknown = [
    undefined,
    '',
    'x',
    '{}',
    'null',
    '7',
    '{"web_push":8031}',
    JSON.stringify({ web_push: 1, notification }),
  ]
  for (const text of unknown) {
    const { title, options } = notificationOf(text, PARTS, 'de-AT')
    assert.deepEqual([title, options.data], ['Tocsin', { navigate: '/' }], text)
    assert.match(options.body!, /Aufmerksamkeit/)
  }
  assert.match(notificationOf('', PARTS, 'fr').options.body!, /attention/)
})

test('after a button, the outcome replaces the notification: silent if it worked, with the buttons again if not', () => {
  const { title, options } = shown()
  const old = { title, lang: 'de', dir: 'auto', tag: 'incident-4', data: options.data } as OldNotification
  const done = outcomeNotification('acknowledge', true, old, PARTS)
  assert.deepEqual([done.title, done.options.body, done.options.silent], ['Bestätigt', 'Gas über 80 ppm', true])
  assert.deepEqual([done.options.tag, done.options.actions], ['incident-4', undefined])
  assert.deepEqual(done.options.data, { id: '17', navigate: URL })

  const failed = outcomeNotification('resolve', false, old, PARTS)
  assert.deepEqual([failed.title, failed.options.silent], ['Nicht behoben', undefined])
  assert.deepEqual(failed.options.actions, BUTTONS)
  assert.deepEqual([failed.options.data, failed.options.requireInteraction], [options.data, true])
  const untagged = outcomeNotification('resolve', true, { ...old, tag: '' }, PARTS)
  assert.ok(!('tag' in untagged.options))
})
