import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { embeddedPostgres } from '../src/platform/postgres/supervisor.ts'
import type { Scope } from '../test/harness/cleanup.ts'
import { type Receiver, startReceiver } from '../test/harness/receiver.ts'
import { type Served, servedProgram } from '../test/harness/served.ts'

const DEVICES = 40
/** The site that every database has. */
const FIRST_SITE = 1
const BACK_WITHIN_MS = 60_000
const EMAIL = 'admin@example.org'
const PASSWORD = 'a quiet harbour at dawn'

export interface Site {
  served: Served
  receiver: Receiver
  tokens: string[]
  /** Calls the service as its administrator. */
  call(method: string, path: string, body?: unknown): Promise<Response>
  /** Direct connection to the database, bypassing everything between it and the service. */
  connection(): Promise<pg.ClientConfig>
}

/** Name of a device by its number, counted from 1. */
export const deviceName = (device: number): string => `Monitor ${device}`

interface SiteOptions {
  /** Its own without. */
  database?: pg.ClientConfig
  devices?: number
  /** The devices are spread over as many. */
  sites?: number
}

/** A service with devices and a webhook receiver. */
export async function openSite(
  scope: Scope,
  settings: Record<string, string> = {},
  { database, devices = DEVICES, sites = 1 }: SiteOptions = {},
): Promise<Site> {
  const receiver = await startReceiver(scope)
  const served = await servedProgram(scope, { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, WORKERS: '1', ...settings })
  await served.start()
  const request = (method: string, path: string, body: unknown, token: string) =>
    fetch(`${served.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const made = async (path: string, body: unknown, token = '') => {
    const answer = await request('POST', path, body, token)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: { token: string; id: number } }).data
  }
  const { token } = await made('/api/mobile/login', { email: EMAIL, password: PASSWORD })
  await made('/api/admin/webhooks', { name: 'Audit', url: receiver.url }, token)
  const siteIds = [FIRST_SITE]
  const tokens: string[] = []
  for (let device = 1; device <= devices; device += 1) {
    // Each site has a device before the next one: a new site goes to the cell with the fewest devices.
    if (device > 1 && device <= sites)
      siteIds.push((await made('/api/admin/sites', { name: `Site ${device}` }, token)).id)
    const site_id = siteIds[(device - 1) % sites]
    tokens.push(
      (await made('/api/admin/devices', { name: deviceName(device), module: 'health', site_id }, token)).token,
    )
  }
  return {
    served,
    receiver,
    tokens,
    call: (method, path, body) => request(method, path, body, token),
    connection: async () => database ?? (await runningDatabase(served)),
  }
}

async function runningDatabase({ dataDir }: Served): Promise<pg.ClientConfig> {
  const { connection, leave } = await embeddedPostgres(dataDir)
  await leave()
  return connection
}

/** Resolves when the service and its database answer again. */
export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + BACK_WITHIN_MS
  for (;;) {
    const fault = await fetch(`${url}/readyz`).then(
      async (answer) => (answer.ok ? null : `${answer.status} ${await answer.text()}`),
      (error: Error) => String(error.cause ?? error),
    )
    if (fault === null) return
    if (Date.now() > deadline) throw new Error(`${url} did not come back within a minute: ${fault}`)
    await sleep(50)
  }
}
