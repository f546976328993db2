import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { startReceiver } from '../harness/receiver.ts'

async function withIncident(t: TestContext) {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, name: 'Ward pager' })
  const device = await app.createDevice({ module: 'health', name: 'Bed 12' })
  const send = (systolic: number) =>
    device.send({ ts: Number(app.now()), lat: 46.05, lng: 14.5, battery: 71, metrics: { systolic } })
  await send(190)
  await app.runJobs()
  const { email } = await addUser(app, 'operator')
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const [row] = await app.rows<{ incident_id: string }>('select incident_id from incidents')
  return { app, device, send, browser, email, address: `/incidents/${row!.incident_id}` }
}

test('an incident shows its timeline, location, values then and now, alerts and notifications', async (t) => {
  const { app, send, browser, address } = await withIncident(t)
  await app.fastForward({ seconds: 5 })
  await send(185)
  const { text } = await browser.go(address)
  assert.match(text, /Incident opened/)
  assert.match(text, /geo:46\.050000,14\.500000/)
  assert.match(text, /Then and now[\s\S]*190[^<]*mmHg[\s\S]*185[^<]*mmHg/)
  assert.match(text, /Ward pager[\s\S]*deliveries\/\d+"><code>incident\.created[\s\S]*1 attempt/)
  assert.match(text, /Webhook delivered/)
  assert.match((await browser.go('/incidents')).text, new RegExp(`href="${address}"[^#]*#1 · 1 alert<`))
  await (await app.logIn('operator'))('POST', '/api/mobile/incidents', { title: 'Smell of gas' })
  assert.match((await browser.go('/incidents')).text, /Smell of gas[^#]*#2</)
})

test('without scripts, an incident is acknowledged, assigned, annotated, lowered in severity and resolved', async (t) => {
  const { app, browser, email, address } = await withIncident(t)
  await browser.go(address)
  assert.match((await browser.send(`${address}/acknowledgement`)).text, /Acknowledged\./)
  assert.match((await browser.send(`${address}/withdrawal`)).text, /is open again/)
  await browser.send(`${address}/acknowledgement`)
  const { id } = await addUser(app, 'operator')
  assert.match((await browser.send(`${address}/assignment`, { user_id: String(id) })).text, /Assignee changed/)
  const [own] = await app.rows<{ id: number }>('select id from users where email = $1', [email])
  assert.match(
    (await browser.send(`${address}/assignment`, { user_id: String(own!.id) })).text,
    /<strong>Taken over<\/strong>/,
  )
  assert.match((await browser.send(`${address}/notes`, { text: 'On my way' })).text, /On my way/)
  await browser.send(`${address}/severity`, { severity: 'warning' })
  const over = await browser.send(`${address}/resolution`, { resolution: 'false_alarm', note: 'Cuff was loose' })
  assert.match(over.text, /Resolved\./)
  assert.match(over.text, /False alarm/)
  const rows = await app.rows('select status, severity, resolution, note from incidents')
  assert.deepEqual(rows, [
    { status: 'resolved', severity: 'warning', resolution: 'false_alarm', note: 'Cuff was loose' },
  ])
  const audit = await app.rows<{ action: string }>('select action from audit_entries where actor_email = $1', [email])
  const actions = new Set(audit.map(({ action }) => action))
  for (const action of ['acknowledged', 'unacknowledged', 'assigned', 'note_added', 'severity_changed', 'resolved']) {
    assert.ok(actions.has(`incident.${action}`), action)
  }
  assert.match((await browser.send(`${address}/reopening`)).text, /Incident reopened/)
})

test('resolving while the condition holds warns that the alert will fire again, and it does', async (t) => {
  const { app, send, browser, address } = await withIncident(t)
  const before = await browser.go(address)
  assert.match(before.text, /The condition still holds for:/)
  await browser.send(`${address}/resolution`, { resolution: 'manual', note: '' })
  await app.fastForward({ seconds: 10 })
  await send(195)
  await app.fastForward({ seconds: 10 })
  await send(195)
  const after = await browser.go(address)
  assert.match(after.text, /<strong>(Alert fired again|Reopened)</)
  assert.deepEqual(await app.rows('select status from incidents'), [{ status: 'open' }])
})

test('an incident whose alerts are clear is resolved without a warning', async (t) => {
  const { app, send, browser, address } = await withIncident(t)
  await app.fastForward({ seconds: 5 })
  await send(110)
  assert.doesNotMatch((await browser.go(address)).text, /The condition still holds/)
})

test('incidents are merged, and one can be opened by hand', async (t) => {
  const { app, browser, address } = await withIncident(t)
  await browser.go('/incidents')
  const opened = await browser.send('/incidents', { title: 'Visitor has fallen', severity: 'critical', note: 'Gate 2' })
  assert.match(opened.path, /^\/incidents\/\d+\?done=opened$/)
  assert.match(opened.text, /Gate 2/)
  const other = /\/(\d+)\?/.exec(opened.path)![1]!
  await browser.go(address)
  assert.match((await browser.send(`${address}/merge`, { ids: other })).text, /Incidents merged/)
  const rows = await app.rows('select status, resolution from incidents where incident_id = $1', [other])
  assert.deepEqual(rows, [{ status: 'resolved', resolution: 'merged' }])
})

test('statistics have the incidents of a period, with the time to acknowledge, of all and of each rule', async (t) => {
  const { app, browser, address } = await withIncident(t)
  await app.fastForward({ seconds: 40 })
  await browser.go(address)
  await browser.send(`${address}/acknowledgement`)
  assert.match((await browser.go('/incidents')).text, /href="\/incidents\/statistics">Statistics/)
  const { text } = await browser.go('/incidents/statistics')
  assert.match(text, /<span>Incidents<\/span><strong>1<\/strong>/)
  assert.match(text, /Time to acknowledge[\s\S]*<strong>40[^<]*s<\/strong>/)
  assert.match(text, /By rule[\s\S]*<td class="main"[^>]*>Systolic blood pressure high<\/td>/)
  assert.match(text, /By severity[\s\S]*<td class="main"[^>]*>Critical<\/td>/)
  const before = await browser.go('/incidents/statistics?from=2020-01-01T00:00&to=2020-02-01T00:00')
  assert.match(before.text, /No incidents in this time range\./)
  assert.match((await browser.go('/incidents?status=open')).text, /No incidents\.|The last one|No incidents yet/)
})

test('viewers see an incident and its review without buttons', async (t) => {
  const { app, address } = await withIncident(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  for (const path of ['/incidents', address, `${address}/review`]) {
    const { status, text } = await browser.go(path)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /method="post" action="\/incidents/, path)
  }
})
