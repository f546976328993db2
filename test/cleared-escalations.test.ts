import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLateness } from '../src/app/heartbeat/send-heartbeat.ts'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { startApp } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { declare, NOON } from './harness/reachable.ts'
import { startTank } from './harness/tank.ts'

test('no further step is taken while all alerts of an incident are clear, and it ends without one', async (t) => {
  const { first, second, hold, incident } = await startTank(t)
  await hold(9, 60)
  await hold(1, 300)
  assert.deepEqual([first.titles(), second.titles()], [['Tank: pressure bar 9 (above 5)'], []])
  await hold(1, 30)
  assert.equal((await incident()).status, 'resolved')
  assert.deepEqual(second.titles(), [])
  assert.deepEqual(first.titles().slice(1), ['Tank: back to 1'])
  assert.match(first.lines()[1]!, /^Auto-resolved after \d+ min\.$/)
})

test('the step that is due is taken within seconds when an alert fires again', async (t) => {
  const { second, hold } = await startTank(t)
  await hold(9, 60)
  await hold(1, 120)
  assert.deepEqual(second.titles(), [])
  await hold(9, 5)
  assert.deepEqual(second.titles(), ['Tank: pressure bar 9 (above 5)'])
  assert.doesNotMatch(second.lines()[0]!, /Clear/)
})

test('a value that is back, but not for long enough yet, holds the steps as well', async (t) => {
  const { second, hold } = await startTank(t, { clear_for_s: 600 })
  await hold(9, 90)
  await hold(1, 120)
  assert.deepEqual(second.titles(), [])
  await hold(9, 5)
  assert.equal(second.titles().length, 1)
})

test('the second round of a critical incident is held, too', async (t) => {
  const { first, second, hold } = await startTank(t)
  await hold(9, 130)
  assert.deepEqual([first.titles().length, second.titles().length], [1, 1])
  await hold(9, 240)
  await hold(1, 120)
  assert.equal(first.titles().length, 1, 'it was due a minute ago')
  await hold(9, 5)
  assert.equal(first.titles().length, 2)
})

test('a latched alert is never clear before somebody resolves it', async (t) => {
  const { second, hold } = await startTank(t, { latch: true })
  await hold(9, 30)
  await hold(1, 100)
  assert.deepEqual(second.titles(), ['Tank: pressure bar 9 (above 5)'])
  assert.doesNotMatch(second.lines()[0]!, /Clear/)
})

test('an alert that fires beside one that is clear keeps the escalation going', async (t) => {
  const { app, second, tank, hold } = await startTank(t)
  await hold(9, 30)
  await tank.send({ metrics: { gas_ppm: 900, gas_type: 'CO' } as never })
  await tank.send({ metrics: { gas_ppm: 900, gas_type: 'CO', pressure_bar: 1 } as never })
  for (let count = 0; count < 4; count += 1) {
    await app.fastForward({ seconds: 30 })
    await tank.send({ metrics: { gas_ppm: 900, gas_type: 'CO', pressure_bar: 1 } as never })
  }
  await app.runJobs()
  assert.equal(second.titles().length, 1)
})

test('an incident that a person has declared, or reopened, is not held', async (t) => {
  const { app, first, second, hold, incident } = await startTank(t)
  await declare(first)
  await app.fastForward({ seconds: 121 })
  assert.deepEqual(second.titles(), ['Visitor has fallen'])
  await app.fastForward({ minutes: 40 })
  second.browser.received.length = 0

  await hold(9, 20)
  await hold(1, 330)
  const { incident_id, status } = await incident()
  assert.equal(status, 'resolved')
  await first.call('POST', `/api/mobile/incidents/${incident_id}/reopening`)
  await app.fastForward({ seconds: 125 })
  assert.equal(second.titles().filter((title) => title === 'Tank: pressure bar 9 (above 5)').length, 1)
})

test('a person takes the next step all the same, and the message says since when it is clear, in both languages', async (t) => {
  const { app, first, second, hold, incident } = await startTank(t)
  await savePreferences(app.service.db, second.id, { language: 'de' })
  await hold(9, 30)
  await hold(1, 60)
  const { incident_id } = await incident()
  const browser = await openBrowserAs(app, 'operator')
  const page = async () => (await browser.go(`/incidents/${incident_id}`)).text.replaceAll(/[\u202f\u00a0]/g, ' ')
  assert.match(await page(), /Cleared since/)
  assert.match(await page(), /goes on if it fires again/)

  await first.call('POST', `/api/mobile/incidents/${incident_id}/escalation`)
  await app.runJobs()
  assert.deepEqual(second.titles(), ['Tank: wieder 1'])
  assert.match(second.lines()[0]!, /^Wieder normal seit 12:0\d UTC, nach \d+ s\. Noch nicht behoben\.$/)
  await hold(1, 100)
  assert.deepEqual([first.titles().length, second.titles().length], [1, 1], 'one step alone')

  const link = second.browser.received[0]!.payload.notification.navigate as string
  const opened = await (await fetch(`${app.url}${new URL(link).pathname}`)).text()
  assert.match(opened, /wieder normal seit/)
})

test('a method that somebody uses some minutes later waits until it fires again, and is called off at the end', async (t) => {
  const { app, first, hold } = await startTank(t)
  const mail = await first.addBrowser('Tablet')
  const steps = [
    { after_s: 0, method_ids: [first.methodId] },
    { after_s: 60, method_ids: [mail.methodId] },
  ]
  const preferences = { min_severity: 'warning', quiet_hours: null, critical_breaks_quiet: true, steps }
  assert.equal((await first.call('PUT', '/api/mobile/me/notification-preferences', preferences)).status, 200)
  await hold(9, 30)
  await hold(1, 60)
  assert.deepEqual([first.titles().length, mail.titles()], [1, []])
  await hold(1, 150)
  assert.equal(await findLateness(app.service.db, app.now()), null, 'what is held is not late')
  await hold(9, 5)
  assert.deepEqual(mail.titles(), ['Tank: pressure bar 9 (above 5)'])

  await hold(1, 400)
  await hold(9, 30)
  await hold(1, 400)
  assert.deepEqual(
    mail.titles().filter((title) => title.includes('above 5')),
    ['Tank: pressure bar 9 (above 5)'],
    'the second time it was over by then',
  )
})

test('the steps of an offline device are held while it is back', async (t) => {
  const { app, second } = await startTank(t)
  const van = await app.createDevice({ name: 'Van', module: 'vehicle', offline_after_s: 60 })
  await van.send({ metrics: { fuel_level: 90 } })
  await app.fastForward({ seconds: 100 })
  const send = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 20) {
      await van.send({ metrics: { fuel_level: 40 + left / 10 } })
      await app.fastForward({ seconds: 20 })
    }
  }
  await send(200)
  assert.deepEqual(second.titles(), [])
  await app.fastForward({ seconds: 70 })
  assert.deepEqual(second.titles(), ['Van: offline'])
})

test('the steps of a storm are held while all of its devices are back', async (t) => {
  const { app, second } = await startTank(t)
  const sensors = await Promise.all(
    Array.from({ length: 6 }, () => app.createDevice({ tags: ['hall'], offline_after_s: 60 })),
  )
  const send = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 20) {
      for (const sensor of sensors) await sensor.send({ metrics: { gas_ppm: 1 + left } })
      await app.fastForward({ seconds: 20 })
    }
  }
  await send(20)
  await app.fastForward({ seconds: 90 })
  await send(200)
  assert.deepEqual(second.titles(), [])
  await app.fastForward({ seconds: 100 })
  assert.equal(second.titles().length, 1)
})

test('a node that takes over holds the steps as well, and goes on with them', async (t) => {
  const { app, tank, second, hold } = await startTank(t)
  await hold(9, 60)
  await hold(1, 60)
  await app.close()
  const other = await startApp(t, { connection: app.connection, startsAt: new Date(NOON.getTime() + 130_000) })
  await other.fastForward({ seconds: 60 })
  const steps = () => other.rows(`select from notifications where user_id = $1 and reason = 'step'`, [second.id])
  assert.equal((await steps()).length, 0)
  await fetch(`${other.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': tank.token },
    body: JSON.stringify({ module: 'factory', metrics: { pressure_bar: 9 } }),
  })
  await other.fastForward({ seconds: 6 })
  assert.equal((await steps()).length, 1)
})
