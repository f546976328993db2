import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelEscalations } from '../src/core/escalation/cancel-escalations.ts'
import { declare, startReachableApp } from './harness/reachable.ts'

test('what a restored backup was about to send is cancelled, and later incidents notify as ever', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [ana, admin] = [await addReachable(), await addReachable('admin')]
  await declare(ana)
  // As if the backup had been made between the first step and its sending.
  assert.deepEqual(await cancelEscalations(app.service.db, app.now()), { runs: 1, notifications: 2 })
  await app.fastForward({ minutes: 30 })
  assert.deepEqual([...ana.titles(), ...admin.titles()], [])
  assert.deepEqual(await cancelEscalations(app.service.db, app.now()), { runs: 0, notifications: 0 })
  await declare(ana, { title: 'Fire in the cellar' })
  await app.runJobs()
  assert.equal(admin.titles().length, 1)
})
