import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScheduleGaps } from '../src/core/on-call/read-on-call.ts'
import { type HandOver, watchSchedules } from '../src/core/on-call/watch-schedules.ts'
import { layer, SCHEDULES, startOnCallScene } from './harness/on-call-scene.ts'
import { makeReachable } from './harness/people.ts'

test('a hand-over is reported once, with the last change after a time without the service, and gaps once a day', async (t) => {
  const { app, admin, schedule, ana, bor } = await startOnCallScene(t)
  await makeReachable(app, ana, bor)
  const id = await schedule([layer([ana, bor], { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'] })])
  const reported: unknown[] = []
  const watch = async (days = 0) => {
    app.setClock({ seconds: days * 86_400 })
    reported.length = 0
    const news = {
      handOver: async (_tx: unknown, { from, to, at }: HandOver) => void reported.push([from, to, at.toISOString()]),
      reminder: async () => undefined,
      gaps: async (_tx: unknown, { gaps }: ScheduleGaps) => void reported.push(gaps.length),
    }
    while (await watchSchedules(app.service.db, news, app.now()));
    return [...reported]
  }
  assert.deepEqual(await watch(), [4])
  assert.deepEqual(await watch(), [])
  assert.deepEqual(await watch(0.5), [])
  assert.deepEqual(await watch(4.5), [[bor, null, '2026-11-28T08:00:00.000Z'], 5])
  assert.deepEqual(await watch(8), [5])
  app.setClock({ seconds: 60 })
  const body = { user_id: ana, from: '2026-12-01T00:00:00Z', to: '2026-12-07T12:00:00Z' }
  await admin('POST', `${SCHEDULES}/${id}/overrides`, body)
  assert.deepEqual(await watch(), [[null, ana, '2026-12-06T10:01:00.000Z']])
})

test('changes are live events, and metrics count schedules without anybody', async (t) => {
  const { app, admin, schedule, ana } = await startOnCallScene(t)
  const id = await schedule([layer([ana])])
  await schedule([], 'Empty')
  const body = { user_id: ana, from: '2026-11-24T00:00:00Z', to: '2026-11-25T00:00:00Z' }
  await admin('POST', `${SCHEDULES}/${id}/overrides`, body)
  const events = await app.rows<{ event: string }>(
    "select event from live_events where topic = 'schedule' and data ->> 'schedule_id' = $1 order by xid, id",
    [String(id)],
  )
  assert.deepEqual(
    events.map(({ event }) => event),
    ['schedule.created', 'schedule.changed'],
  )
  await app.runJobs()
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /tocsin_schedules\{on_call="somebody"\} 1/)
  assert.match(metrics, /tocsin_schedules\{on_call="nobody"\} 1/)
})
