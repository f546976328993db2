import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { declare, startReachableApp } from '../harness/reachable.ts'

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
