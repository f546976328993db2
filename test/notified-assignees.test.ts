import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openBrowser } from './harness/browser.ts'
import { declare, declareMany, type ReachablePerson, startReachableApp } from './harness/reachable.ts'

async function startWithTwo(t: TestContext, incident: { severity?: string } = {}) {
  const { app, addReachable } = await startReachableApp(t)
  const [ana, ben] = [await addReachable(), await addReachable()]
  const id = await declare(ana, incident)
  const path = `/api/mobile/incidents/${id}`
  await ana.call('POST', `${path}/acknowledgement`)
  await app.runJobs()
  const assign = async (user_id: number | null, by = ana, incidentId = id) => {
    const { status } = await by.call('POST', `/api/mobile/incidents/${incidentId}/assignment`, { user_id })
    assert.equal(status, 200)
  }
  return { app, addReachable, ana, ben, id, path, assign }
}

/** First lines of the messages that say so. */
const assignmentsTo = ({ browser }: ReachablePerson): string[] =>
  browser.received
    .map(({ payload }) => (payload.notification.body as string).split('\n')[0]!)
    .filter((line) => line.includes('has assigned it to you'))

test('whoever is assigned an incident by another person is notified, and the timeline has the outcome', async (t) => {
  const { app, ana, ben, assign, path } = await startWithTwo(t)
  await assign(ben.id)
  await app.runJobs()
  assert.deepEqual(assignmentsTo(ben), [`${ana.name} has assigned it to you. Critical, 12:00 UTC.`])
  const { timeline, status } = (await ana.call('GET', path)).body.data
  assert.equal(status, 'acknowledged')
  assert.match(timeline.at(-1).text, new RegExp(`^${ben.name}, Phone: accepted by`))
  const link = `${app.url}${new URL(ben.browser.received.at(-1)!.payload.notification.navigate).pathname}`
  assert.match(await (await fetch(link)).text(), /Visitor has fallen/)
})

test('whoever is handed an incident that another person has acknowledged answers it with one button, and whoever handed it over hears of it', async (t) => {
  const { app, ana, ben, assign, id } = await startWithTwo(t)
  await assign(ben.id)
  await app.runJobs()
  const link = `${app.url}${new URL(ben.browser.received.at(-1)!.payload.notification.navigate).pathname}`
  assert.match(await (await fetch(link)).text(), />I am coming</)
  const [here, hers] = [openBrowser(app.url), openBrowser(app.url)]
  await here.logIn(ben.call.email)
  await hers.logIn(ana.call.email)
  const state = async () =>
    /<p id="incident-state"[^>]*>(.*?)<\/p>/s
      .exec((await hers.go(`/incidents/${id}`)).text)![1]!
      .replaceAll(/<[^>]+>/g, '')
  assert.match(await state(), new RegExp(`You are on it since .* · assigned to ${ben.name}$`))
  assert.match((await here.go(`/incidents/${id}`)).text, /action="\/incidents\/\d+\/coming"/)
  ana.browser.received.length = 0
  await here.send(`/incidents/${id}/coming`)
  await app.runJobs()
  assert.match(ana.browser.received.at(-1)!.payload.notification.body, new RegExp(`^${ben.name} is coming\\.`))
  assert.match(await state(), new RegExp(` · assigned to ${ben.name} · ${ben.name} is coming$`))
  assert.doesNotMatch(await (await fetch(link)).text(), />I am coming</)
})

test('assigning to oneself, once more, or to nobody notifies nobody; again after a change notifies again', async (t) => {
  const { app, ana, ben, assign } = await startWithTwo(t)
  await assign(ana.id)
  await assign(null)
  await app.runJobs()
  assert.deepEqual(assignmentsTo(ana), [])
  for (const user of [ben.id, ben.id, null, ben.id]) {
    await assign(user)
    await app.runJobs()
  }
  assert.equal(assignmentsTo(ben).length, 2)
})

test('an assignment to somebody else, or a resolution, before it was sent calls it off; so does what the assignee does', async (t) => {
  for (const undo of ['assign', 'resolve', 'note'] as const) {
    const { app, ana, ben, assign, path } = await startWithTwo(t)
    await ben.notifyBy(ben.methodId, 60)
    await assign(ben.id)
    if (undo === 'assign') await assign(ana.id)
    else if (undo === 'resolve') await ana.call('POST', `${path}/resolution`, { resolution: 'test' })
    else await ben.call('POST', `${path}/notes`, { text: 'I see it' })
    const listed: { reason: string; state: string }[] = (await ana.call('GET', `${path}/notifications`)).body.data
    assert.equal(listed.find(({ reason }) => reason === 'assigned')?.state, 'cancelled', undo)
    await app.fastForward({ seconds: 61 })
    assert.deepEqual(assignmentsTo(ben), [], undo)
  }
})

test('a resolved incident can be assigned for the record, which notifies nobody', async (t) => {
  const { app, ana, ben, assign, path } = await startWithTwo(t)
  await ana.call('POST', `${path}/resolution`, { resolution: 'test' })
  await assign(ben.id)
  await app.runJobs()
  assert.deepEqual(assignmentsTo(ben), [])
})

test('quiet hours and severities hold for assignments as for steps', async (t) => {
  const { app, ben, assign, ana, path } = await startWithTwo(t, { severity: 'warning' })
  const url = '/api/mobile/me/notification-preferences'
  const preferences = (await ben.call('GET', url)).body.data
  await ben.call('PUT', url, { ...preferences, min_severity: 'critical' })
  await assign(ben.id)
  await app.runJobs()
  const quiet_hours = { from: '11:00', to: '13:00', days: ['mon'], time_zone: 'UTC' }
  await ben.call('PUT', url, { ...preferences, quiet_hours })
  await assign(null)
  await assign(ben.id)
  await app.runJobs()
  assert.deepEqual(assignmentsTo(ben), [])
  const listed: { reason: string; state: string }[] = (await ana.call('GET', `${path}/notifications`)).body.data
  assert.deepEqual(
    listed.filter(({ reason }) => reason === 'assigned').map(({ state }) => state),
    ['held'],
  )
  await app.fastForward({ seconds: 3_601 })
  assert.equal(assignmentsTo(ben).length, 1)
})

test('many incidents that are assigned at once, by the list of the console, become one message', async (t) => {
  const { app, ana, ben } = await startWithTwo(t)
  const ids = await declareMany(ana, 12)
  await app.runJobs()
  ben.browser.received.length = 0
  const browser = openBrowser(app.url)
  await browser.logIn(ana.call.email)
  const csrf = (await browser.go('/incidents')).csrf()
  const chosen = [...ids.map((id) => ['ids', String(id)]), ['what', 'assign'], ['user_id', String(ben.id)]]
  const form = new URLSearchParams([...chosen, ['to', '/incidents'], ['_csrf', csrf]])
  const { status, text } = await browser.post('/incidents/selection', String(form))
  assert.ok(status < 400, text.slice(0, 500))
  await app.runJobs()
  assert.deepEqual(ben.titles(), [`${ana.name} has assigned 12 incidents to you`])
  const { timeline } = (await ana.call('GET', `/api/mobile/incidents/${ids[5]}`)).body.data
  assert.match(timeline.at(-1).text, new RegExp(`^${ben.name}, Phone: accepted by`))
})
