import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestApp } from './harness/app.ts'
import { shown, startWithTank, tankRule, WORST } from './harness/tank-of-two-levels.ts'

/** Alerts as a version before stored them: the severity and title that they had last, the limit of their beginning. */
async function asBefore(app: TestApp, { withFacts = true } = {}): Promise<void> {
  const [last] = await app.rows<{ id: number }>('select max(alert_id) + 1 as id from alerts')
  await app.rows(`
    update alerts
    set severity = coalesce(current_severity, 'warning'), title = 'Tank above 5 bar', threshold = 5,
      title_of = title_of || '{"threshold": 5}', current_severity = null`)
  await app.rows(`update rule_states set state = state #- '{open,worst}' #- '{resolved,worst}'`)
  if (!withFacts) {
    await app.rows('delete from incident_timeline')
    await app.rows('update alerts set title_of = null')
  }
  await app.rows(`insert into alerts_to_recompute (below_id) values (${last!.id})`)
}

for (const withFacts of [true, false]) {
  const source = withFacts ? 'the timeline of its incident' : 'its worst value'
  test(`an alert of before gets the worst level that ${source} tells of`, async (t) => {
    const { app, reads, alerts } = await startWithTank(t)
    await reads(6, 9, 6)
    const over = await app.createDevice({ name: 'Tank 2' })
    await over.send({ ts: Number(app.now()), metrics: { bar: 9 } })
    await over.send({ ts: Number(app.now()) + 1_000, metrics: { bar: 1 } })
    await app.fastForward({ seconds: 70 })
    await asBefore(app, { withFacts })
    await app.runJobs()
    const [second, first] = await alerts()
    assert.deepEqual([first.status, ...shown(first)], ['firing', ...WORST])
    assert.deepEqual([second.status, ...shown(second)], ['resolved', 'critical', null, ...WORST.slice(2)])
    assert.deepEqual(await app.rows('select from alerts_to_recompute'), [], 'nothing is left')
    await reads(9, 6)
    assert.deepEqual(shown((await alerts()).at(-1)), WORST, 'the engine goes on from there')
  })
}

test('an alert of before is left as it is where its worst level is not known', async (t) => {
  const { app, reads, alerts } = await startWithTank(t, tankRule({ value: 5 }, { value: 8, for_s: 300 }))
  await reads(6, 9, 6)
  await asBefore(app, { withFacts: false })
  await app.runJobs()
  assert.deepEqual(shown((await alerts())[0]), ['warning', 'warning', 'Tank above 5 bar', 5])
})

test('an incident of before gets the title of its worst alert', async (t) => {
  const { app, reads, incident } = await startWithTank(t)
  await reads(6, 9, 6)
  await asBefore(app)
  await app.rows(`update incidents set title = 'Tank above 5 bar', title_of = null`)
  await app.runJobs()
  assert.deepEqual([(await incident()).severity, (await incident()).title], ['critical', 'Tank above 8 bar'])
})

test('an alert of before is known by the timeline of the incident that was merged into its own', async (t) => {
  const { app, reads, alerts, call } = await startWithTank(t, tankRule({ value: 5 }, { value: 8, for_s: 60 }))
  await reads(6, 9, 6)
  const other = await app.createDevice({ name: 'Tank 2' })
  await other.send({ ts: Number(app.now()), metrics: { bar: 6 } })
  assert.equal((await call('POST', '/api/mobile/incidents/2/merge', { incident_ids: [1] })).status, 200)
  await asBefore(app)
  await app.runJobs()
  const [second, first] = await alerts()
  assert.deepEqual(shown(first), WORST)
  assert.equal(second.severity, 'warning')
})

test('an alert of before does not get the level of another device with the same name', async (t) => {
  const { app, reads, alerts, call } = await startWithTank(t, tankRule({ value: 5 }, { value: 8, for_s: 60 }))
  const namesake = await app.createDevice({ name: 'Tank 1' })
  await namesake.send({ ts: Number(app.now()), metrics: { bar: 6 } })
  await reads(6)
  assert.equal((await call('POST', '/api/mobile/incidents/1/merge', { incident_ids: [2] })).status, 200)
  await reads(9, 6)
  await asBefore(app)
  await app.runJobs()
  const [first] = (await alerts()).filter(({ device_id }: { device_id: number }) => device_id === namesake.id)
  assert.equal(first.severity, 'warning')
})

test('more alerts of before than are recomputed at once are all recomputed', async (t) => {
  const { app, reads } = await startWithTank(t)
  await reads(9, 1)
  await app.rows(`
    insert into alerts
    select (jsonb_populate_record(a, jsonb_build_object('alert_id', nextval('alert_ids')))).*
    from alerts as a, generate_series(1, 1200)`)
  await asBefore(app, { withFacts: false })
  await app.runJobs()
  const count = 'select severity, threshold, count(*)::integer from alerts group by 1, 2'
  assert.deepEqual(await app.rows(count), [{ severity: 'critical', threshold: 8, count: 1201 }])
  assert.deepEqual(await app.rows('select from alerts_to_recompute'), [], 'nothing is left')
})
