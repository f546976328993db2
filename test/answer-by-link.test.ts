import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserAs } from './harness/browser.ts'
import { declare, type ReachablePerson, startReachableApp } from './harness/reachable.ts'

/** The link of the last message, at the address of the test instead of the public one. */
const linkOf = (person: ReachablePerson, url: string): string =>
  `${url}${new URL(person.browser.received.at(-1)!.payload.notification.navigate).pathname}`

const answer = (link: string, action: string) =>
  fetch(link, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ action }) })

test('the link of a notification shows the incident without a session, and acts on POST only', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const id = await declare(person)
  await app.runJobs()
  const link = linkOf(person, app.url)
  for (const method of ['GET', 'HEAD', 'GET']) assert.equal((await fetch(link, { method })).status, 200)
  const page = await fetch(link)
  assert.match(await page.text(), /Visitor has fallen/)
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(page.headers.get('set-cookie'), null)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  const incident = async () => (await person.call('GET', `/api/mobile/incidents/${id}`)).body.data
  assert.equal((await incident()).status, 'open')
  const answered = await answer(link, 'acknowledge')
  const { data } = (await answered.json()) as { data: unknown }
  assert.deepEqual([answered.status, data], [200, { incident_id: id, status: 'acknowledged' }])
  const { status, acknowledged_by } = await incident()
  assert.deepEqual([status, acknowledged_by.email], ['acknowledged', person.call.email])
  const listed = await person.call('GET', `/api/mobile/incidents/${id}/notifications`)
  assert.equal(listed.body.data[0].state, 'acted')
  const [entry] = await app.rows<{ via: string }>(
    `select via from audit_entries where action = 'incident.acknowledged'`,
  )
  assert.equal(entry?.via, 'push')
})

test('a form of the page behind the link acknowledges and shows who has it', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  await declare(person)
  await app.runJobs()
  const link = linkOf(person, app.url)
  const sent = await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'acknowledge' }) })
  assert.equal(sent.status, 200)
  assert.equal(sent.url, link)
  assert.match(await sent.text(), /You are on it since/)
  const { text } = await (await openBrowserAs(app, 'admin')).go('/audit')
  assert.match(text, /Acknowledged an incident/)
  assert.match(text, /[·>] ?Push<\/span>/)
})

test('a link ends with its method, its person and its day, and never reopens what is resolved', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, gone, disabled, late] = [
    await addReachable('admin'),
    await addReachable(),
    await addReachable(),
    await addReachable(),
  ]
  const id = await declare(late)
  await app.runJobs()
  const links = [gone, disabled, late].map((person) => linkOf(person, app.url))
  await gone.call('DELETE', `/api/mobile/me/contact-methods/${gone.methodId}`)
  await admin.call('PATCH', `/api/admin/users/${disabled.id}`, { enabled: false })
  assert.deepEqual(await Promise.all(links.map(async (link) => (await fetch(link)).status)), [404, 404, 200])
  await late.call('POST', `/api/mobile/incidents/${id}/resolution`, { resolution: 'test' })
  assert.equal((await answer(links[2]!, 'acknowledge')).status, 409)
  assert.equal((await answer(links[2]!, 'resolve')).status, 200)
  assert.equal((await answer(links[2]!, 'reopen')).status, 400)
  app.setClock({ seconds: 86_401 })
  assert.equal((await fetch(links[2]!)).status, 404)
  assert.equal((await fetch(`${app.url}/a/${'0'.repeat(64)}`)).status, 404)
})

test('people who may only view see the incident behind the link, and no button', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, viewer] = [await addReachable('admin'), await addReachable('viewer')]
  const steps = [{ wait_s: 0, targets: [{ type: 'user', id: viewer.id }] }]
  const policy = await admin.call('POST', '/api/admin/escalation-policies', { name: 'Guests', steps })
  assert.equal(policy.status, 201)
  await declare(admin)
  await app.runJobs()
  assert.equal(admin.browser.received.length, 0)
  const link = linkOf(viewer, app.url)
  const page = await (await fetch(link)).text()
  assert.ok(page.includes('Visitor has fallen') && !page.includes('<form'))
  assert.equal((await answer(link, 'acknowledge')).status, 403)
})

test('the link of a merged incident leads to the one it is part of, which nobody acknowledges unseen', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  const first = await declare(person, { title: 'Gate does not close' })
  await app.runJobs()
  const link = linkOf(person, app.url)
  const second = await declare(person, { title: 'Power failure' })
  const third = await declare(person, { title: 'Whole site is dark' })
  const merge = (into: number, id: number) =>
    person.call('POST', `/api/mobile/incidents/${into}/merge`, { incident_ids: [id] })
  assert.equal((await merge(second, first)).status, 200)
  assert.equal((await merge(third, second)).status, 200)
  // A button of the old message says what the old message was about.
  assert.equal((await answer(link, 'acknowledge')).status, 409)
  const page = await (await fetch(link)).text()
  assert.match(page, /Whole site is dark/)
  assert.match(page, new RegExp(`Incident #${first} is part of this one now`))
  const seen = /name="incident" value="(\d+)"/.exec(page)![1]!
  const pressed = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ action: 'acknowledge', incident: seen }),
  })
  assert.match(await pressed.text(), /You are on it since/)
  const { status } = (await person.call('GET', `/api/mobile/incidents/${third}`)).body.data
  assert.equal(status, 'acknowledged')
})
