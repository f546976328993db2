import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMethods } from '../src/core/contact-methods/contact-method-store.ts'
import { listTestOutcomes, queueTests } from '../src/core/contact-methods/outbox/queue-tests.ts'
import { startReachableApp } from './harness/reachable.ts'

test('a test by every verified method of a person is sent on the way of all notifications', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const { db } = app.service
  const methods = await listMethods(db, ana.id)
  const keys = await db.transaction((tx) => queueTests(tx, ana.id, methods, app.now()))
  assert.deepEqual(await listTestOutcomes(db, keys), [{ kind: 'push', label: 'Phone', state: 'queued', outcome: null }])
  await app.runJobs()
  assert.deepEqual(ana.titles(), ['Test message from Tocsin'])
  assert.equal((await listTestOutcomes(db, keys))[0]!.state, 'accepted')
})
