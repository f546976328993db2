import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { declare, startReachableApp } from '../harness/reachable.ts'

const EVENTS = ['call', 'acknowledge', 'unacknowledge', 'answer', 'resolve', 'reopen', 'wait'] as const
const [DELAY_S, EVENT_S, WAIT_S, SAME_CALL_S] = [30, 3, 31, 10]

test('a call rings once by each method, unless its reader answers or the incident is resolved before', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [caller, called] = [await addReachable(), await addReachable()]
  const { notifyBy, browser } = called
  await notifyBy(called.methodId, DELAY_S)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...EVENTS), { minLength: 3, maxLength: 9 }), async (events) => {
      const id = await declare(caller)
      const path = `/api/mobile/incidents/${id}`
      browser.received.length = 0
      let [due, lastCall, rung, status, now] = [[] as number[], -SAME_CALL_S, 0, 'open', 0]
      const calls = () =>
        browser.received.filter(({ payload }) => payload.notification.body.includes('asks for help')).length
      for (const event of events) {
        if (event === 'call') {
          const answer = await caller.call('POST', `${path}/calls`, { to: { type: 'user', id: called.id } })
          assert.equal(answer.status, status === 'resolved' ? 409 : 200)
          if (status !== 'resolved' && now - lastCall >= SAME_CALL_S) {
            due.push(now + DELAY_S)
            lastCall = now
          }
        }
        if (event === 'acknowledge') await caller.call('POST', `${path}/acknowledgement`)
        if (event === 'unacknowledge') await caller.call('DELETE', `${path}/acknowledgement`)
        if (event === 'answer') await called.call('POST', `${path}/notes`, { text: 'On my way' })
        if (event === 'resolve') await caller.call('POST', `${path}/resolution`, { resolution: 'test' })
        if (event === 'reopen') await caller.call('POST', `${path}/reopening`)
        status = (await caller.call('GET', path)).body.data.status
        if (event === 'answer' || event === 'resolve') due = []
        const seconds = event === 'wait' ? WAIT_S : EVENT_S
        await app.fastForward({ seconds })
        now += seconds
        rung += due.filter((at) => at <= now).length
        due = due.filter((at) => at > now)
        assert.equal(calls(), rung, events.join())
      }
      await caller.call('POST', `${path}/resolution`, { resolution: 'test' })
      await app.fastForward({ seconds: 61 })
      assert.equal(calls(), rung, events.join())
    }),
    { numRuns: 12 },
  )
})
