import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { openBrowser } from './harness/browser.ts'
import { declare, startReachableApp } from './harness/reachable.ts'

test('the page of an incident calls for help beside its answers, without scripts, in both languages', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [boris, cene, admin] = [await addReachable(), await addReachable(), await addReachable('admin')]
  const layers = [{ people: [cene.id], start_date: '2026-03-02', unit: 'week', length: 1, handover: '00:00' }]
  await admin.call('POST', '/api/admin/schedules', { name: 'Ward', time_zone: 'UTC', layers })
  const id = await declare(boris)
  await boris.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  await app.runJobs()
  cene.browser.received.length = 0
  const browser = openBrowser(app.url)
  await browser.logIn(boris.call.email)
  const action = `/incidents/${id}/calls`
  const page = await browser.go(`/incidents/${id}`)
  for (const option of [`On call, Ward: ${cene.name}`, `Next step, 2 of 3: ${cene.name}`, `>${cene.name}<`]) {
    assert.ok(page.text.includes(option), option)
  }
  assert.ok(!page.text.includes(`>${boris.name}</option>\n</select>`))
  const filled = { Whom: `On call, Ward: ${cene.name}`, 'What they should know (optional)': 'Bring the key' }
  const after = await browser.fillIn(action, 'Call for help', filled)
  assert.equal(after.status, 200)
  assert.match(after.text, /Help was called/)
  assert.match(after.text, new RegExp(`On call \\(Ward\\): ${cene.name}.*Bring the key`, 's'))
  assert.match(
    after.text,
    new RegExp(`class="owner">You are on it since .* · ${cene.name} called, no answer yet</span>`),
  )
  await app.runJobs()
  assert.match(cene.browser.received[0]!.payload.notification.body, /asks for help: Bring the key/)
  await browser.send(action, { whom: `user:${cene.id}`, call_note: 'again' })
  await savePreferences(app.service.db, boris.id, { language: 'de' })
  const german = await browser.go(`/incidents/${id}`)
  assert.ok(german.text.includes('Hilfe rufen'))
  assert.ok(german.text.includes(`In Bereitschaft (Ward): ${cene.name}`))
  await boris.call('POST', `/api/mobile/incidents/${id}/resolution`, { resolution: 'test' })
  assert.ok(!(await browser.go(`/incidents/${id}`)).text.includes(action))
})

test('the page says if nobody can be called, and viewers have no form', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const boris = await addReachable()
  const id = await declare(boris)
  const browser = openBrowser(app.url)
  await browser.logIn(boris.call.email)
  const { text } = await browser.go(`/incidents/${id}`)
  assert.match(text, /Nobody else can be notified of this incident now/)
  const viewer = await addReachable('viewer')
  const other = openBrowser(app.url)
  await other.logIn(viewer.call.email)
  assert.ok(!(await other.go(`/incidents/${id}`)).text.includes('Call for help'))
  const refused = await browser.send(`/incidents/${id}/calls`, { whom: 'user:999999' }).catch(() => null)
  assert.ok(refused === null || refused.status === 400)
})

test('whoever was called says on the page of the incident that they are coming, once, also in two windows at the same time', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [boris, cene, viewer] = [await addReachable(), await addReachable(), await addReachable('viewer')]
  const id = await declare(boris)
  await boris.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  await app.runJobs()
  const windowOf = async ({ call }: typeof boris) => {
    const browser = openBrowser(app.url)
    await browser.logIn(call.email)
    return browser
  }
  const [ofCaller, ofViewer, ...ofCalled] = [
    await windowOf(boris),
    await windowOf(viewer),
    await windowOf(cene),
    await windowOf(cene),
    await windowOf(cene),
  ]
  const [page, action] = [`/incidents/${id}`, `/incidents/${id}/coming`]
  assert.ok(!(await ofCalled[0]!.go(page)).text.includes(action))
  await boris.call('POST', `/api/mobile/incidents/${id}/calls`, { to: { type: 'user', id: cene.id } })
  await app.runJobs()
  for (const browser of [ofCaller, ofViewer]) assert.ok(!(await browser.go(page)).text.includes(action))
  for (const browser of ofCalled) assert.match((await browser.go(page)).text, /class="primary"[^>]*>I am coming</)
  boris.browser.received.length = 0
  for (const { text } of await Promise.all(ofCalled.slice(1).map((browser) => browser.send(action, {})))) {
    assert.match(text, /You said that you are coming/)
    assert.ok(!text.includes('>I am coming<'))
  }
  await app.runJobs()
  assert.equal(boris.browser.received.length, 1)
  assert.ok(boris.browser.received[0]!.payload.notification.body.startsWith(`${cene.name} is coming. `))
  const coming = async () =>
    (await app.rows<{ kind: string; user_id: number }>('select kind, user_id from incident_timeline order by entry_id'))
      .filter(({ kind }) => kind === 'coming')
      .map(({ user_id }) => user_id)
  assert.deepEqual(await coming(), [cene.id])
  await app.fastForward({ seconds: 11 })
  await boris.call('POST', `/api/mobile/incidents/${id}/calls`, { to: { type: 'user', id: cene.id } })
  await boris.call('POST', `/api/mobile/incidents/${id}/resolution`, { resolution: 'test' })
  assert.equal((await ofCalled[0]!.send(action, {})).status, 409)
  assert.deepEqual(await coming(), [cene.id])
})

test('whoever is called to an open incident acknowledges it with the same button', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [boris, cene] = [await addReachable(), await addReachable()]
  const id = await declare(boris)
  await boris.call('POST', `/api/mobile/incidents/${id}/calls`, { to: { type: 'user', id: cene.id } })
  const browser = openBrowser(app.url)
  await browser.logIn(cene.call.email)
  const { text } = await browser.go(`/incidents/${id}`)
  assert.ok(!text.includes('>Acknowledge<') && text.includes('>I am coming<'))
  await browser.send(`/incidents/${id}/coming`, {})
  const { status, acknowledged_by } = (await boris.call('GET', `/api/mobile/incidents/${id}`)).body.data
  assert.deepEqual([status, acknowledged_by.id], ['acknowledged', cene.id])
})
