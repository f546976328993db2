import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../src/core/audit-log/record-change.ts'
import { loadDemo, setDemoNotifies } from '../src/fleet/demo/manage-demo.ts'
import { declare, startReachableApp } from './harness/reachable.ts'

test('incidents of the demo fleet notify people only while that is switched on', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const { db } = app.service
  await assert.rejects(setDemoNotifies(db, true, BY_COMMAND, app.now()), /There is no demo fleet/)
  await loadDemo(db, BY_COMMAND, app.now())
  const [device] = await app.rows<{ device_id: number }>(
    'select device_id from demo_devices where external_id is null limit 1',
  )
  const fail = async (title: string) => {
    await declare(ana, { title, device_id: device!.device_id })
    await app.service.jobs.find(({ name }) => name === 'send notifications')!.step(app.now())
    await app.service.notificationsIdle()
    return ana.titles().length
  }
  assert.equal(await fail('First'), 0)
  await setDemoNotifies(db, true, BY_COMMAND, app.now())
  assert.equal(await fail('Second'), 1)
  await setDemoNotifies(db, false, BY_COMMAND, app.now())
  assert.equal(await fail('Third'), 1)
  const changes = await app.rows("select action from audit_entries where subject_type = 'demo'")
  assert.equal(changes.length, 2)
})

test('a demo fleet that stands still is a storm of its own: it notifies nobody, and hides no real device', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  await loadDemo(app.service.db, BY_COMMAND, app.now())
  const boiler = await app.createDevice({ name: 'Boiler room', offline_after_s: 60 })
  await app.runJobs()
  await boiler.send({ metrics: { gas_ppm: 3 } })
  const others = app.service.jobs.filter(({ name }) => name !== 'move the demo fleet')
  for (let seconds = 0; seconds < 150; seconds += 5) {
    app.setClock({ seconds: 5 })
    for (const job of others) await job.step(app.now())
  }
  await app.service.notificationsIdle()
  const incidents: { title: string }[] = (await ana.call('GET', '/api/mobile/incidents')).body.data
  const titles = incidents.map(({ title }) => title).sort()
  assert.deepEqual(titles, ['25 of 27 devices went offline', 'Boiler room is offline'])
  assert.deepEqual(ana.titles(), ['Boiler room: offline'])
})
