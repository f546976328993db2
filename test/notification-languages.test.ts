import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { openBrowser } from './harness/browser.ts'
import { startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)

test('a German reader is notified with the German titles of built-in rules, and receivers of webhooks in English', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const [english, german] = [await addReachable(), await addReachable()]
  await savePreferences(app.service.db, german.id, { language: 'de' })
  const bed = await app.createDevice({ name: 'Bett 12', module: 'health' })
  await bed.send({ ts: seconds(app.now()), metrics: { heart_rate: 120 } })
  await app.fastForward({ seconds: 61 })
  await bed.send({ ts: seconds(app.now()), metrics: { heart_rate: 120 } })
  await app.fastForward({ seconds: 5 })
  await bed.send({ ts: seconds(app.now()), metrics: { heart_rate: 120, systolic: 190 } })
  await app.fastForward({ seconds: 5 })
  assert.deepEqual(german.titles(), [
    'Bett 12: Herzfrequenz 120/min (ab 111)',
    'Bett 12: systolisch 190 mmHg (über 180)',
  ])
  assert.match(german.lines()[0]!, /^Warnung, \d\d:\d\d UTC/)
  assert.match(german.lines()[1]!, /^Hochgestuft\. Kritisch, \d\d:\d\d UTC/)
  assert.equal(english.titles()[0], 'Bett 12: heart rate 120/min (at or above 111)')
  assert.match(english.lines()[1]!, /^Severity raised\. Critical, \d\d:\d\d UTC/)
  const sent = JSON.stringify(receiver.requests)
  assert.match(sent, /Heart rate at or above 111\/min/)
  assert.doesNotMatch(sent, /Herzfrequenz/)
})

test('the incident of an offline device has a German title for a German reader, in notifications and in the console', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const german = await addReachable()
  await savePreferences(app.service.db, german.id, { language: 'de' })
  const boiler = await app.createDevice({ name: 'Heizraum', offline_after_s: 60 })
  await boiler.send({ metrics: { pressure_bar: 2 } })
  await app.fastForward({ seconds: 95 })
  assert.deepEqual(german.titles(), ['Heizraum: offline'])
  const browser = openBrowser(app.url)
  await browser.logIn(german.call.email)
  const pages: [path: string, text: RegExp][] = [
    ['/', /Heizraum ist offline/],
    ['/incidents', /Heizraum ist offline/],
    ['/incidents/1', /<title>Heizraum: offline · .*>Heizraum<.*>Offline<.*Warnung</s],
  ]
  for (const [path, german] of pages) {
    const { text } = await browser.go(path)
    assert.match(text, german, path)
    assert.doesNotMatch(text, /is offline/, path)
  }
  assert.match((await browser.go('/display')).text, />Heizraum<.*>offline<.*>Warnung, seit /s)
  const link = new URL(german.browser.received[0]!.payload.notification.navigate).pathname
  assert.match((await browser.go(link)).text, />Heizraum<.*>Offline<.*Warnung</s)
  const [incident] = (await german.call('GET', '/api/mobile/incidents')).body.data
  assert.equal(incident.title, 'Heizraum is offline')
})
