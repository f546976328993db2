import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declareMany, startReachableApp } from './harness/reachable.ts'

test('whoever acknowledges a storm is named once, quietly, with the number of incidents', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [told, ana] = [await addReachable('admin'), await addReachable()]
  const ids = await declareMany(ana, 12)
  await app.runJobs()
  told.browser.received.length = 0
  for (const id of ids) await ana.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  await app.runJobs()
  assert.deepEqual(told.titles(), [`${ana.name} has 12 incidents`])
  const { notification } = told.browser.received[0]!.payload
  assert.equal(notification.silent, true)
  assert.match(notification.navigate, /\/incidents$/)
  assert.equal(notification.body.split(' · ').length, 11)
})

test('two people and two answers are told apart', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [told, ana, ben] = [await addReachable('admin'), await addReachable(), await addReachable()]
  const ids = await declareMany(ana, 9)
  await app.runJobs()
  told.browser.received.length = 0
  for (const id of ids.slice(0, 3)) await ana.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  for (const id of ids.slice(3, 6)) await ben.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  for (const id of ids.slice(6))
    await ben.call('POST', `/api/mobile/incidents/${id}/resolution`, { resolution: 'test' })
  await app.runJobs()
  const expected = [`${ana.name} has 3 incidents`, `${ben.name} has 3 incidents`, '3 incidents resolved']
  assert.deepEqual(told.titles().sort(), expected.sort())
})

test('up to five answers within ten minutes come one by one, what follows a minute later in one message', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [told, ana] = [await addReachable('admin'), await addReachable()]
  const ids = await declareMany(ana, 10)
  await app.runJobs()
  told.browser.received.length = 0
  for (const id of ids) {
    await ana.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
    await app.runJobs()
  }
  assert.equal(told.titles().length, 5)
  await app.fastForward({ seconds: 61 })
  assert.deepEqual(told.titles().slice(5), [`${ana.name} has 5 incidents`])
})

test('an answer that is taken back, or followed by another, before its message is sent is not in it', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [told, ana] = [await addReachable('admin'), await addReachable()]
  const ids = await declareMany(ana, 9)
  await app.runJobs()
  told.browser.received.length = 0
  const path = (id: number) => `/api/mobile/incidents/${id}`
  for (const id of ids) await ana.call('POST', `${path(id)}/acknowledgement`)
  await ana.call('DELETE', `${path(ids[0]!)}/acknowledgement`)
  for (const id of ids.slice(1, 3)) await ana.call('POST', `${path(id)}/resolution`, { resolution: 'test' })
  await app.runJobs()
  assert.deepEqual(told.titles().slice(0, 2).sort(), ['2 incidents resolved', `${ana.name} has 6 incidents`].sort())
})
