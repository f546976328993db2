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

test('links and names of messages that a restored backup does not know mean nothing, though numbers begin again', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const [known] = await app.rows<{ last: number }>('select max(id)::integer as last from notifications')
  await declare(ana, { title: 'Before the restore' })
  await app.runJobs()
  // A backup of a minute ago does not have these.
  await app.rows('delete from notifications where id > $1', [known!.last])
  await app.rows(`alter table notifications alter column id restart with ${known!.last + 1}`)
  app.setClock({ seconds: 60 })
  await declare(ana, { title: 'After the restore' })
  await app.runJobs()
  const [before, after] = ana.browser.received.map(({ payload }) => payload.notification)
  assert.equal(after.title, 'After the restore')
  const open = ({ navigate }: { navigate: string }) => fetch(app.url + new URL(navigate).pathname)
  assert.deepEqual([(await open(before)).status, (await open(after)).status], [404, 200])
  // Programs that get the same ID a second time drop the message.
  assert.notEqual(before.data.id, after.data.id)
})
