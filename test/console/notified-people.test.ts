import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../../src/core/people/preferences/preferences.ts'
import { openBrowser } from '../harness/browser.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'

const PLAIN = { env: { PUBLIC_URL: 'http://localhost' } }

test('the page of an incident shows who was notified, what follows, and takes the next step by a button', async (t) => {
  const { app, addReachable } = await startReachableApp(t, PLAIN)
  const [bo, eve] = [await addReachable(), await addReachable('viewer')]
  await bo.call('PATCH', '/api/mobile/me', { name: 'Bo Diaz' })
  const id = await declare(bo)
  await app.runJobs()
  const browser = openBrowser(app.url)
  await browser.logIn(bo.call.email)
  const { text } = await browser.go(`/incidents/${id}`)
  assert.match(text, /Accepted<\/span>\s*<span class="stacked"><span>Bo Diaz · Phone<\/span>/)
  assert.match(text, /Next: step 2 of 3, round 1 of 3 · <time/)
  const escalated = await browser.send(`/incidents/${id}/escalation`)
  assert.match(escalated.text, /The next step of the escalation is taken now/)
  await app.runJobs()
  assert.match((await browser.go(`/incidents/${id}`)).text, /Next: step 3 of 3/)
  await bo.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  const ended = await browser.go(`/incidents/${id}`)
  assert.match(ended.text, /Ended: acknowledged\./)
  assert.doesNotMatch(ended.text, /Escalate now/)
  const viewer = openBrowser(app.url)
  await viewer.logIn(eve.call.email)
  const second = await declare(bo, { title: 'Once more' })
  assert.doesNotMatch((await viewer.go(`/incidents/${second}`)).text, /Escalate now/)
})

test('the timeline tells in German whom an escalation reached and that it reached nobody', async (t) => {
  const { app, push, addReachable } = await startReachableApp(t, PLAIN)
  const bo = await addReachable()
  await bo.call('PATCH', '/api/mobile/me', { name: 'Bo: Diaz' })
  await savePreferences(app.service.db, bo.id, { language: 'de' })
  const id = await declare(bo)
  await app.runJobs()
  push.status = 403
  await app.fastForward({ minutes: 20 })
  const browser = openBrowser(app.url)
  await browser.logIn(bo.call.email)
  const { text } = await browser.go(`/incidents/${id}`)
  assert.match(text, /Benachrichtigt<\/strong>[\s\S]*<p class="">Bo: Diaz, Phone: von [^<]+ angenommen \(201\)/)
  assert.match(text, /Eskaliert<\/strong>[\s\S]*<p class="">Schritt 2 von 3: Bo: Diaz/)
  assert.match(text, /Als Nächstes|Beendet:|Die Eskalation endet/)
})
