import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encryptSecret } from '../src/platform/secrets.ts'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { declare, declareMany, NOON, startReachableApp } from './harness/reachable.ts'

test('an address that was encrypted with another key fails, and another method of its person is used', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const person = await addReachable()
  const laptop = await person.addBrowser('Laptop')
  await person.notifyBy(person.methodId)
  const sealed = encryptSecret(Buffer.alloc(32, 8), JSON.stringify(person.browser.subscription))
  await app.rows('update contact_methods set address_sealed = $1 where id = $2', [sealed, person.methodId])
  const id = await declare(person)
  await app.runJobs()
  assert.deepEqual(laptop.titles(), ['Visitor has fallen'])
  const { body } = await person.call('GET', `/api/mobile/incidents/${id}/notifications`)
  assert.deepEqual(
    body.data.map(({ label, state, outcome }: Record<string, string>) => [label, state, outcome]),
    [
      ['Phone', 'failed', 'its address was encrypted with another key of the installation'],
      ['Laptop', 'accepted', `accepted by ${new URL(push.origin).host} (201)`],
    ],
  )
})

test('a notification that cannot be put into words does not stop those behind it', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const person = await addReachable()
  await declare(person, { title: 'Fire' })
  await declare(person, { title: 'Flood' })
  await app.rows(`update notifications set facts = '{"reason": "step"}' where facts #>> '{incident,title}' = 'Fire'`)
  await app.runJobs()
  assert.deepEqual(person.titles(), ['Flood'])
})

test('a slow service outlives no lease: what it is not sent in time is claimed again', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const person = await addReachable()
  const titles = ['Fire', 'Flood', 'Storm', 'Hail']
  for (const title of titles) await declare(person, { title, severity: 'warning' })
  const overdue: unknown[] = []
  push.beforeAnswer = async () => {
    app.setClock({ seconds: 20 })
    const late = `select id from notifications where state = 'sending' and leased_until <= $1`
    overdue.push(...(await app.rows(late, [app.now()])))
  }
  await app.runJobs()
  assert.deepEqual(overdue, [])
  assert.deepEqual(person.titles(), titles)
})

test('in a storm, what a node was sending when it died is sent again by itself, so that it replaces the first', async (t) => {
  const { app, addReachable, push } = await startReachableApp(t)
  const env = { PUSH_ALLOWED_ORIGINS: push.origin, PUBLIC_URL: 'https://tocsin.example.org' }
  const node = await startApp(t, { connection: app.connection, startsAt: NOON, env })
  const person = await addReachable()
  await declareMany(person, 5)
  await app.runJobs()
  for (const one of [app, node]) one.setClock({ seconds: 60 })
  await declare(person, { title: 'Gas', severity: 'warning' })
  const [asked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  push.beforeAnswer = () => {
    push.beforeAnswer = null
    asked.resolve()
    return end.promise
  }
  const dying = node.runJobs()
  cleanUp(t, () => {
    end.resolve()
    return dying
  })
  await asked.promise
  const titlesAfter = async (seconds: number) => {
    await app.leap({ seconds })
    return person.titles().slice(5)
  }
  await declare(person, { title: 'Fire' })
  for (const title of ['Smoke', 'Flood']) await declare(person, { title, severity: 'warning' })
  assert.deepEqual(await titlesAfter(30), ['Fire'])
  assert.deepEqual(await titlesAfter(30), ['Fire', 'Gas'])
  assert.deepEqual(await titlesAfter(60), ['Fire', 'Gas', '2 incidents'])
  end.resolve()
  await dying
  const ofGas = person.browser.received.filter(({ payload }) => payload.notification.title === 'Gas')
  assert.equal(ofGas.length, 2)
  const replaced = ofGas.map(({ headers, payload }) => [headers.topic, payload.notification.data.id])
  assert.deepEqual(replaced[0], replaced[1])
})
