import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { TestApp, TestDevice } from './app.ts'
import { type ReachablePerson, startReachableApp } from './reachable.ts'

const TANK = {
  key: 'tank.pressure',
  name: 'Tank pressure',
  condition: { type: 'threshold', field: 'metrics.pressure_bar', op: 'gt' },
  levels: [{ severity: 'critical', value: 5 }],
  clear_for_s: 10,
  title: 'Tank above {threshold} bar',
}

export interface Tank {
  app: TestApp
  first: ReachablePerson
  second: ReachablePerson
  tank: TestDevice
  /** Moves time on by single readings, so that the value is known to hold. */
  hold(bar: number, seconds: number): Promise<void>
  incident(): Promise<{ incident_id: number; status: string; timeline: { kind: string; text: string }[] }>
}

/** A tank with a rule. The first person is notified at once, the second after two minutes, both again five minutes later. */
export async function startTank(t: TestContext, rule: object = {}): Promise<Tank> {
  const { app, addReachable } = await startReachableApp(t)
  const [first, second] = [await addReachable('admin'), await addReachable()]
  const step = (wait_s: number, { id }: ReachablePerson) => ({ wait_s, targets: [{ type: 'user', id }] })
  const policies = (await first.call('GET', '/api/admin/escalation-policies')).body.data
  const steps = [step(0, first), step(120, second)]
  await first.call('PATCH', `/api/admin/escalation-policies/${policies.at(-1).id}`, { steps, rounds: 2 })
  const added = await first.call('POST', '/api/admin/rules', { ...TANK, ...rule })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const tank = await app.createDevice({ name: 'Tank', offline_after_s: 86_400 })
  await tank.send({ metrics: { pressure_bar: 1 } })
  return {
    ...{ app, first, second, tank },
    async hold(bar, seconds) {
      await tank.send({ metrics: { pressure_bar: bar } })
      for (let left = seconds; left > 0; left -= 30) {
        await app.fastForward({ seconds: Math.min(left, 30) })
        await tank.send({ metrics: { pressure_bar: bar } })
      }
      await app.runJobs()
    },
    async incident() {
      const [{ incident_id }] = (await first.call('GET', '/api/mobile/incidents')).body.data
      return (await first.call('GET', `/api/mobile/incidents/${incident_id}`)).body.data
    },
  }
}
