import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startReachableApp } from './reachable.ts'

/** A rule of two levels about the pressure of a tank. */
export const tankRule = (warning: object, critical: object, more: object = {}) => ({
  name: 'Tank',
  condition: { type: 'threshold', field: 'metrics.bar', op: 'gt' },
  levels: [
    { severity: 'warning', ...warning },
    { severity: 'critical', ...critical },
  ],
  title: 'Tank above {threshold} bar',
  ...more,
})
export const TANK = tankRule({ value: 5 }, { value: 8 })
export const TANK_ADDRESS = '/api/admin/rules/own.tank'

/** A node with that rule and a device, whose `reads` are 70 seconds apart. */
export async function startWithTank(t: TestContext, rule: object = TANK) {
  const started = await startReachableApp(t)
  const call = await started.app.logIn()
  assert.equal((await call('PUT', TANK_ADDRESS, rule)).status, 200)
  const device = await started.app.createDevice({ name: 'Tank 1' })
  const reads = async (...values: number[]) => {
    for (const bar of values) {
      await device.send({ ts: Number(started.app.now()), metrics: { bar } })
      await started.app.fastForward({ seconds: 70 })
    }
  }
  const alerts = async (query = '') => (await call('GET', `/api/mobile/alerts${query}`)).body.data
  const incident = async (id = 1) => (await call('GET', `/api/mobile/incidents/${id}`)).body.data
  return { ...started, call, device, reads, alerts, incident }
}

/** Facts that must agree, and the present severity beside them. */
export const shown = (one: Record<string, unknown>) => [one.severity, one.current_severity, one.title, one.threshold]
export const WORST = ['critical', 'warning', 'Tank above 8 bar', 8]
