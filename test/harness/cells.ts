import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { moveSite } from '../../src/core/actions/move-site.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { addCell } from '../../src/platform/database/cells/add-cell.ts'
import type { Answer, Person, TestApp, TestDevice } from './app.ts'
import { startReachableApp } from './reachable.ts'
import { until } from './until.ts'

/** In which the nodes of the tests nearly always have been told. */
const TOLD_WITHIN_MS = 200

/**
 * Adds a cell beside the running nodes, unless the database has several already, and waits until these know it. Returns
 * the number of the last one.
 */
export async function withSecondCell(app: TestApp, ...others: TestApp[]): Promise<number> {
  const { service, now } = app
  const last = service.db.cells().at(-1)!
  if (last > 0) return last
  const cell = await addCell(service.db, now(), TOLD_WITHIN_MS)
  for (const { service: node } of [app, ...others]) {
    await until(
      async () => node.db.cells(),
      (known) => known.includes(cell),
    )
  }
  return cell
}

export const addSite = async (admin: Person, name: string): Promise<number> => {
  const { status, body } = await admin('POST', '/api/admin/sites', { name })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id
}

/** A site in a cell of its own, beside the first one with a device. */
export async function startTwoCells(t: TestContext) {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable('admin')
  const here = await app.createDevice({ name: 'Bed 1', module: 'health' })
  const cell = await withSecondCell(app)
  const siteId = await addSite(ana.call, 'Annexe')
  const there = await app.createDevice({ name: 'Bed 2', module: 'health', site_id: siteId })
  return { app, ana, here, there, siteId, cell, addReachable }
}

export const cellOf = async (app: TestApp, siteId: number): Promise<number> =>
  (await app.rows<{ cell: number }>(`select cell from sites where id = ${siteId}`))[0]!.cell

export const countIn = async (app: TestApp, cell: number, table: string): Promise<number> =>
  (await app.rows<{ count: string }>(`select count(*) from ${cell === 0 ? 'public' : `cell_${cell}`}.${table}`)).map(
    ({ count }) => Number(count),
  )[0]!

export const moveSiteTo = (app: TestApp, siteId: number, cell: number) =>
  moveSite(app.service.db, siteId, cell, BY_COMMAND, app.now())

/** Sends a reading again until it is taken, as devices do: just after a move a node may not know the new cell yet. */
export async function sendUntilTaken(device: TestDevice, reading: Record<string, unknown>): Promise<Answer> {
  const answer = await device.send(reading)
  return answer.status === 503 ? sendUntilTaken(device, reading) : answer
}
