import assert from 'node:assert/strict'
import { compactHistory } from '../../src/core/telemetry/chunks/compact-history.ts'
import type { ReadingMonth } from '../../src/core/telemetry/storage/reading-months.ts'
import type { Person, TestApp, TestDevice } from './app.ts'

const MOST_IN_BATCH = 1_000

/** Sends readings in batches. */
export async function sendAll(app: TestApp, { token }: TestDevice, readings: readonly object[]): Promise<void> {
  for (let sent = 0; sent < readings.length; sent += MOST_IN_BATCH) {
    const answer = await fetch(`${app.url}/api/telemetry/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': token },
      body: JSON.stringify(readings.slice(sent, sent + MOST_IN_BATCH)),
    })
    assert.equal(answer.status, 200)
  }
}

/** Compacts what the service would compact now; of these months everything. Returns the number of rows. */
export async function compact(app: TestApp, months?: readonly ReadingMonth[], afterH = 24): Promise<number> {
  const until = new Date(app.now().getTime() - afterH * 3_600_000)
  let readings = 0
  for await (const done of compactHistory(app.service.db.inCell(0), {
    until,
    now: app.now(),
    ...(months && { months }),
  })) {
    readings += done.readings
  }
  return readings
}

/** The whole history of a device, a reading on each line. */
export async function exportedLines(app: TestApp, person: Person, { id }: TestDevice): Promise<string[]> {
  const answer = await fetch(`${app.url}/api/mobile/devices/${id}/readings/export?format=ndjson`, {
    headers: { authorization: person.authorization },
  })
  assert.equal(answer.status, 200)
  return (await answer.text()).split('\n').slice(0, -1)
}

export const countRows = async (app: TestApp, table: string): Promise<number> =>
  (await app.rows<{ count: number }>(`select count(*)::integer as count from ${table}`))[0]!.count
