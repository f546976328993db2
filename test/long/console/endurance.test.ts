import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession } from 'playwright-core'
import { startApp, type TestDevice } from '../../harness/app.ts'
import { openWindow } from '../../harness/chromium.ts'

const CHANGES = 8

/** Nodes and listeners of a page after a garbage collection. */
async function heldBy(session: CDPSession): Promise<{ nodes: number; listeners: number }> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)!.value
  return { nodes: value('Nodes'), listeners: value('JSEventListeners') }
}

const send = (device: TestDevice, value: number) =>
  device.send({ lat: 46 + value / 1_000, lng: 14.5, metrics: { heart_rate: value } })

test('a live page with charts and a map does not leak memory', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const monitor = await app.createDevice({ module: 'health', name: 'Bed 1' })
  await send(monitor, 60)
  const { page, go } = await openWindow(t, app)
  await go(`/devices/${monitor.id}`)
  await page.locator('.pill[data-state=live]').waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const follow = async (value: number) => {
    await send(monitor, value)
    await page.locator('[data-value=heart_rate]', { hasText: new RegExp(`^\\s*${value}\\b`) }).waitFor()
  }
  for (let value = 61; value < 64; value += 1) await follow(value)
  const before = await heldBy(session)
  for (let change = 0; change < CHANGES; change += 1) await follow(64 + change)
  const after = await heldBy(session)
  const told = `${JSON.stringify(before)}, then ${JSON.stringify(after)}`
  // A few list rows may have been added; leaked parts would be hundreds of nodes.
  assert.ok(after.nodes < before.nodes * 1.1 + 50, told)
  assert.ok(after.listeners < before.listeners * 1.1 + 10, told)
})
