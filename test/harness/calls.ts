import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { declare, type ReachablePerson, startReachableApp } from './reachable.ts'

/** The title of an incident. */
export const RINGS = 'Visitor has fallen'
const CALLS = 'asks for help'

export interface Entry {
  kind: string
  text: string
  by: { id?: number }
}

/** Boris has acknowledged an incident of which only Ana was notified, in the first of three steps; Cene is the second. */
export async function startWard(t: TestContext, { severity = 'critical', acknowledged = true } = {}) {
  const { app, push, addReachable } = await startReachableApp(t)
  const [ana, boris, cene] = [await addReachable(), await addReachable(), await addReachable()]
  const admin = await addReachable('admin')
  const step = (id: number) => ({ wait_s: 300, targets: [{ type: 'user', id }] })
  const steps = [{ ...step(ana.id), wait_s: 0 }, step(cene.id), step(admin.id)]
  const policy = await admin.call('POST', '/api/admin/escalation-policies', { name: 'Ward', steps })
  assert.equal(policy.status, 201)
  const id = await declare(boris, { severity })
  const path = `/api/mobile/incidents/${id}`
  await app.runJobs()
  if (acknowledged) await boris.call('POST', `${path}/acknowledgement`)
  await app.runJobs()
  const timeline = async (kind: string): Promise<string[]> => {
    const { data } = (await boris.call('GET', path)).body
    return data.timeline.filter((entry: Entry) => entry.kind === kind).map(({ text }: Entry) => text)
  }
  const call = (to: object, note?: string, by = boris) =>
    by.call('POST', `${path}/calls`, { to, ...(note ? { note } : {}) })
  return { app, push, addReachable, ana, boris, cene, admin, id, path, timeline, call }
}

/** First lines of the calls that have arrived. */
export const callsOf = ({ browser }: ReachablePerson): string[] =>
  browser.received
    .map(({ payload }) => (payload.notification.body as string).split('\n')[0]!)
    .filter((line) => line.includes(CALLS))

/** A schedule in which these people take turns by the week. */
export const onCall = async (admin: ReachablePerson, people: number[], name = 'Ward') => {
  const layers = [{ people, start_date: '2026-03-02', unit: 'week', length: 1, handover: '00:00' }]
  const { status, body } = await admin.call('POST', '/api/admin/schedules', { name, time_zone: 'UTC', layers })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id as number
}
