import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PushService, Subscriber } from './push-service.ts'
import type { Served } from './served.ts'

const METHODS = '/api/mobile/me/contact-methods'

/** Somebody who calls the API of the program. Returns the data of the answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers are what the test asserts
export type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** Logs in to the API. A refusal fails the test. */
export async function logIn(served: Pick<Served, 'url'>, person: { email: string; password: string }): Promise<Call> {
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const typed = body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
    const answer = await fetch(`${served.url}${path}`, { method, headers: typed, ...sent })
    const { data, message } = (await answer.json()) as { data: unknown; message?: string }
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${message}`)
    return data
  }
  const { token } = (await send('POST', '/api/mobile/login', {}, person)) as { token: string }
  return (method, path, body) => send(method, path, { authorization: `Bearer ${token}` }, body)
}

/** The first value that is not undefined, within half a minute. */
export async function until<Value>(
  what: string,
  look: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) {
    const value = await look()
    if (value !== undefined) return value
  }
  throw new Error(`It did not happen within 30 seconds: ${what}`)
}

/** Adds a browser, and waits for the message that verifies it. */
export async function subscribe(call: Call, push: PushService): Promise<{ id: number; browser: Subscriber }> {
  const browser = push.subscribe()
  const { id } = await call('POST', METHODS, { kind: 'push', label: 'Phone', subscription: browser.subscription })
  await until('a verified browser', async () => ((await stateOf(call, id)) === 'verified' ? true : undefined))
  return { id, browser }
}

export const stateOf = async (call: Call, id: number): Promise<string> =>
  (await call('GET', METHODS)).find((method: { id: number }) => method.id === id).state

/** Titles of what arrived about this incident. */
export const titlesOf = ({ received }: Subscriber, id: number): string[] =>
  received
    .map(({ payload }) => payload.notification)
    .filter(({ tag }) => tag === `incident-${id}`)
    .map(({ title }) => title)

/** The device breaks a limit; returns the number of the incident. */
export async function collapse(served: Served, call: Call, name: string): Promise<number> {
  const { token } = await call('POST', '/api/admin/devices', { name, module: 'health' })
  const body = JSON.stringify({ module: 'health', metrics: { systolic: 201 } })
  const headers = { 'content-type': 'application/json', 'x-device-token': token }
  assert.equal((await fetch(`${served.url}/api/telemetry/ingest`, { method: 'POST', headers, body })).status, 200)
  const incidents: { incident_id: number; device_name: string }[] = await call('GET', '/api/mobile/incidents')
  return incidents.find(({ device_name }) => device_name === name)!.incident_id
}
