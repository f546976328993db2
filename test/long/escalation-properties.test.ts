import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { declare, startReachableApp } from '../harness/reachable.ts'
import { startTank } from '../harness/tank.ts'

const EVENTS = ['acknowledge', 'unacknowledge', 'resolve', 'reopen', 'critical', 'warning', 'silence', 'wait'] as const

test('whatever happens to an incident, nobody is asked twice in a step, or at all while somebody has it', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, operator] = [await addReachable('admin'), await addReachable()]
  const { call } = operator
  /** Times somebody was asked or is going to be: a person who has just been notified hears of the next thing later. */
  const asked = async (id: number) => {
    const [row] = await app.rows<{ count: number }>(
      `select count(*)::integer from notifications
      where incident_id = $1 and reason in ('step', 'digest') and state not in ('failed', 'cancelled', 'expired')`,
      [id],
    )
    return row!.count
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...EVENTS), { minLength: 3, maxLength: 8 }), async (events) => {
      const id = await declare(operator, { severity: 'warning' })
      const path = `/api/mobile/incidents/${id}`
      let closedAt: number | null = null
      for (const event of events) {
        if (event === 'acknowledge') await call('POST', `${path}/acknowledgement`)
        if (event === 'unacknowledge') await call('DELETE', `${path}/acknowledgement`)
        if (event === 'resolve') await call('POST', `${path}/resolution`, { resolution: 'test' })
        if (event === 'reopen') await call('POST', `${path}/reopening`)
        if (event === 'critical' || event === 'warning') await call('POST', `${path}/severity`, { severity: event })
        if (event === 'silence') await call('POST', '/api/admin/silences', { reason: 'Try', duration_s: 120 })
        const { status, severity } = (await call('GET', path)).body.data
        // Somebody who has acknowledged a warning hears once that it has become critical.
        if (status === 'open' || (event === 'critical' && severity === 'critical')) closedAt = null
        else closedAt ??= await asked(id)
        await app.fastForward({ seconds: event === 'wait' ? 301 : 3 })
        if (closedAt === null && status !== 'open') closedAt = await asked(id)
        else if (closedAt !== null) assert.ok((await asked(id)) <= closedAt, `asked again after ${events.join(', ')}`)
      }
      const twice = await app.rows(
        `select run_id, user_id, method_id, facts ->> 'step' as step, split_part(dedupe_key, ':', 2) as round
        from notifications
        where incident_id = $1 and reason = 'step'
        group by 1, 2, 3, 4, 5
        having count(*) > 1`,
        [id],
      )
      assert.deepEqual(twice, [])
      await call('POST', `${path}/resolution`, { resolution: 'test' })
      await app.runJobs()
    }),
    { numRuns: 15 },
  )
  // "Resolved" may wait a minute, to be bundled with what its person has just been notified of.
  await app.fastForward({ seconds: 301 })
  const stuck = `select state, count(*) from notifications where state in ('queued', 'sending', 'retrying') group by 1`
  assert.deepEqual(await app.rows(stuck), [])
  assert.ok(admin.browser.received.length > 0)
})

const TANK_EVENTS = ['fire', 'clear', 'wait', 'escalate', 'acknowledge', 'unacknowledge'] as const

test('whatever a value does, no step is taken while it is clear that nobody asked for, and all are once it stays', async (t) => {
  const { app, first, second, tank, incident } = await startTank(t)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...TANK_EVENTS), { minLength: 2, maxLength: 8 }), async (events) => {
      const clear: { from: Date; to: Date }[] = []
      let clearFrom: Date | null = null
      const send = async (bar: number) => {
        await tank.send({ ts: Math.floor(app.now().getTime() / 1_000), metrics: { pressure_bar: bar } })
        if (bar < 5) clearFrom ??= app.now()
        else if (clearFrom !== null) {
          clear.push({ from: clearFrom, to: app.now() })
          clearFrom = null
        }
      }
      await send(9)
      await app.fastForward({ seconds: 3 })
      const { incident_id } = await incident()
      const path = `/api/mobile/incidents/${incident_id}`
      for (const event of events) {
        if (event === 'fire') await send(9)
        if (event === 'clear') await send(1)
        if (event === 'escalate') await first.call('POST', `${path}/escalation`)
        if (event === 'acknowledge') await first.call('POST', `${path}/acknowledgement`)
        if (event === 'unacknowledge') await first.call('DELETE', `${path}/acknowledgement`)
        await app.fastForward({ seconds: event === 'wait' ? 31 : 7 })
      }
      const steps = await app.rows<{ created_at: Date; user_id: number }>(
        `select created_at, user_id from notifications
        where incident_id = $1 and reason = 'step' and not facts @> '{"asked": true}'`,
        [incident_id],
      )
      const within = steps.filter(({ created_at }) =>
        clear.some(({ from, to }) => created_at > from && created_at < to),
      )
      assert.deepEqual(within, [], events.join())

      await send(9)
      await first.call('DELETE', `${path}/acknowledgement`)
      await app.fastForward({ seconds: 130 })
      const told = await app.rows(
        `select from notifications where incident_id = $1 and user_id = $2 and reason = 'step'`,
        [incident_id, second.id],
      )
      assert.ok(told.length > 0, events.join())
      await first.call('POST', `${path}/resolution`, { resolution: 'test' })
      await send(1)
      await app.leap({ seconds: 900 })
    }),
    { numRuns: 8 },
  )
})
