import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { HISTORY_MODE } from './harness/history-mode.ts'
import { IS_SHARED } from './harness/shared-app.ts'

const [MARCH, JANUARY] = [new Date('2026-03-01T12:00:00.000Z'), new Date('2026-01-01T12:00:00.000Z')]
const RULE = '/api/admin/rules/health.systolic.high'

let used: string

test('a test changes the clock, a rule and the sites, and adds rows', async (t) => {
  const app = await startApp(t, { startsAt: MARCH })
  used = app.url
  const admin = await app.logIn('admin')
  assert.equal((await admin('PATCH', RULE, { enabled: false })).status, 200)
  assert.equal((await admin('POST', '/api/admin/sites', { name: 'South' })).status, 201)
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 190 } })
  await app.fastForward({ minutes: 90 })
  assert.equal((await app.rows('select from sites')).length, 2)
  assert.deepEqual(await app.rows("select status from alerts where rule_key = 'health.systolic.high'"), [])
})

test('the next one gets the same node as it was after its start, by the clock that it asks for', async (t) => {
  const app = await startApp(t, { startsAt: JANUARY })
  if (IS_SHARED && HISTORY_MODE === undefined) assert.equal(app.url, used)
  assert.deepEqual([app.now(), await app.rows('select id from sites')], [JANUARY, [{ id: 1 }]])
  for (const table of ['users', 'devices', 'readings', 'alerts'])
    assert.deepEqual(await app.rows(`select from ${table}`), [], table)
  const monitor = await app.createDevice({ module: 'health' })
  assert.equal(monitor.id, 1)
  // The node itself goes by the rule again, at once.
  await monitor.send({ metrics: { systolic: 190 } })
  assert.equal((await app.rows("select from alerts where rule_key = 'health.systolic.high'")).length, 1)
})
