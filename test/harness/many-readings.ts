import type { TestApp, TestDevice } from './app.ts'

export const countStored = async (app: TestApp) =>
  (await app.rows<{ count: number }>('select count(*)::integer as count from readings'))[0]!.count

export const sendBatch = (app: TestApp, { token }: TestDevice, readings: readonly object[]): Promise<Response> =>
  fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify(readings),
  })

export const readingsOf = (app: TestApp, count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, place) => ({
    module: 'factory',
    ts: app.now().getTime() - place,
    metrics: { temperature: 20 },
    ...more,
  }))

/** The statuses of readings that a device sends one by one. */
export async function statusesOf(device: TestDevice, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let sent = 0; sent < count; sent += 1) {
    statuses.push((await device.send({ ts: 1_795_263_000 + sent, metrics: { temperature: 20 } })).status)
  }
  return statuses
}
