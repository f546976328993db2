import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { declare, type ReachablePerson, startReachableApp } from './harness/reachable.ts'

type Message = ReachablePerson['browser']['received'][number]

const lastOf = ({ browser }: ReachablePerson): Message['payload']['notification'] =>
  browser.received.at(-1)!.payload.notification

const linkOf = (person: ReachablePerson, url: string): string => `${url}${new URL(lastOf(person).navigate).pathname}`

const press = (link: string, fields: Record<string, string>) =>
  fetch(link, { method: 'POST', body: new URLSearchParams(fields) })

async function startCalled(t: Parameters<typeof startReachableApp>[0], { acknowledged = true } = {}) {
  const { app, addReachable } = await startReachableApp(t)
  const [boris, cene] = [await addReachable(), await addReachable()]
  const id = await declare(boris)
  const path = `/api/mobile/incidents/${id}`
  await app.runJobs()
  if (acknowledged) await boris.call('POST', `${path}/acknowledgement`)
  await app.runJobs()
  const call = (person: ReachablePerson) => boris.call('POST', `${path}/calls`, { to: { type: 'user', id: person.id } })
  await call(cene)
  await app.runJobs()
  const kinds = async () => {
    const { timeline } = (await boris.call('GET', path)).body.data
    return timeline.map(({ kind, by }: { kind: string; by: { id: number } }) => `${kind} ${by?.id}`) as string[]
  }
  return { app, addReachable, boris, cene, id, path, kinds }
}

test('whoever is called says “I am coming” by the link, and whoever called hears of it once', async (t) => {
  const { app, boris, cene, path, kinds } = await startCalled(t)
  assert.equal(lastOf(cene).actions?.[0]?.title ?? 'I am coming', 'I am coming')
  const link = linkOf(cene, app.url)
  assert.match(await (await fetch(link)).text(), />I am coming</)
  boris.browser.received.length = 0
  for (const _ of ['once', 'twice']) {
    const page = await (await press(link, { action: 'acknowledge' })).text()
    assert.match(page, /You said that you are coming/)
    assert.doesNotMatch(page, />I am coming</)
  }
  await app.runJobs()
  assert.deepEqual(boris.titles(), ['Visitor has fallen'])
  assert.ok(lastOf(boris).body.startsWith(`${cene.name} is coming. `))
  assert.deepEqual(
    (await kinds()).filter((kind) => kind.startsWith('coming')),
    [`coming ${cene.id}`],
  )
  const { acknowledged_by } = (await boris.call('GET', path)).body.data
  assert.equal(acknowledged_by.id, boris.id)
  const entries = await app.rows<{ via: string }>(
    `select via from audit_entries where action = 'incident.call_answered'`,
  )
  assert.deepEqual(entries, [{ via: 'push' }])
})

test('whoever is called to an open incident acknowledges it with the same button', async (t) => {
  const { app, boris, cene, path, kinds } = await startCalled(t, { acknowledged: false })
  await press(linkOf(cene, app.url), { action: 'acknowledge' })
  const { status, acknowledged_by } = (await boris.call('GET', path)).body.data
  assert.deepEqual([status, acknowledged_by.id], ['acknowledged', cene.id])
  assert.ok((await kinds()).includes(`coming ${cene.id}`))
})

test('the link calls others for help, with a note, as its person, in the language of that person', async (t) => {
  const { app, addReachable, cene, id, kinds } = await startCalled(t)
  const dora = await addReachable()
  const link = linkOf(cene, app.url)
  const page = await (await fetch(link)).text()
  assert.match(page, /<summary[^>]*>Call for help<\/summary>/)
  assert.ok(page.includes(`<option value="user:${dora.id}">${dora.name}</option>`))
  assert.ok(!page.includes(`user:${cene.id}"`))
  const note = 'ключ '.repeat(90).trim()
  const fields = { action: 'call', whom: `user:${dora.id}`, call_note: note, incident: String(id) }
  const answered = await press(link, fields)
  assert.deepEqual([answered.status, answered.url], [200, link])
  await app.runJobs()
  assert.ok(lastOf(dora).body.startsWith(`${cene.name} asks for help: ключ`))
  assert.ok((await kinds()).includes(`called ${cene.id}`))
  const [entry] = await app.rows<{ via: string }>(
    `select via from audit_entries where action = 'incident.called' order by id desc limit 1`,
  )
  assert.equal(entry!.via, 'push')
  await savePreferences(app.service.db, cene.id, { language: 'de' })
  assert.match(await (await fetch(link)).text(), /<summary[^>]*>Hilfe rufen<\/summary>/)
})

test('what cannot be called is said on the page of the link, and nothing is sent', async (t) => {
  const { app, cene, boris, path, addReachable } = await startCalled(t)
  const link = linkOf(cene, app.url)
  const silent = await app.logIn('operator')
  const { id } = (await silent('GET', '/api/mobile/me')).body.data
  const refused = await press(link, { action: 'call', whom: `user:${id}` })
  assert.equal(refused.status, 409)
  assert.match(await refused.text(), /No verified contact method/)
  assert.equal((await press(link, { action: 'call' })).status, 400)
  assert.equal((await press(link, { action: 'call', whom: 'role:1' })).status, 400)
  const viewer = await addReachable('viewer')
  await boris.call('POST', `${path}/calls`, { to: { type: 'user', id: viewer.id } })
  await app.runJobs()
  const ofViewer = linkOf(viewer, app.url)
  assert.doesNotMatch(await (await fetch(ofViewer)).text(), /<form|Call for help/)
  assert.equal((await press(ofViewer, { action: 'call', whom: `user:${boris.id}` })).status, 403)
  await boris.call('POST', `${path}/resolution`, { resolution: 'test' })
  assert.doesNotMatch(await (await fetch(link)).text(), /Call for help/)
  assert.equal((await press(link, { action: 'call', whom: `user:${boris.id}` })).status, 409)
})

test('whoever said that they are coming has said so also once the incident was merged, and merged again', async (t) => {
  const { app, boris, cene, id } = await startCalled(t)
  const link = linkOf(cene, app.url)
  await press(link, { action: 'acknowledge' })
  let part = id
  for (const title of ['Power failure', 'Fire']) {
    const whole = await declare(boris, { title })
    await boris.call('POST', `/api/mobile/incidents/${whole}/merge`, { incident_ids: [part] })
    part = whole
  }
  await app.runJobs()
  boris.browser.received.length = 0
  const page = await (await fetch(link)).text()
  assert.match(page, /You said that you are coming/)
  assert.doesNotMatch(page, />I am coming</)
  await press(link, { action: 'acknowledge', incident: String(part) })
  await app.runJobs()
  assert.equal((await app.rows("select from incident_timeline where kind = 'coming'")).length, 1)
  assert.ok(boris.lines().every((line) => !line.includes('is coming')))
})
