import assert from 'node:assert/strict'
import type { Answer, Person, TestApp } from './test-app.ts'

/** A source with its sender. */
export interface Sender {
  id: number
  token: string
  url: string
  /** Posts a body below the address of the source. Objects are JSON. */
  post(body: unknown, how?: { path?: string; headers?: Record<string, string> }): Promise<SenderAnswer>
  /** Calls the admin API of the source, as an operator. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** The source as people see it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are what the test asserts
  record(): Promise<any>
  /** Adopts devices by what the source calls them, and returns their ids. */
  adopt(...externalIds: string[]): Promise<number[]>
}

interface SenderAnswer {
  status: number
  headers: Headers
  text: string
}

/** Adds a source, and its sender, which shows its token in a header. */
export async function addSource(
  app: TestApp,
  operator: Person,
  body: { format: string; [name: string]: unknown },
): Promise<Sender> {
  const created = await operator('POST', '/api/admin/sources', { name: 'Cold store', ...body })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id, token, module } = created.body.data as { id: number; token: string; module: string }
  const url = `${app.url}/api/sources/${id}`
  const call: Sender['call'] = (method, path, sent) => operator(method, `/api/admin/sources/${id}${path}`, sent)
  return {
    ...{ id, token, url, call },
    async post(sent, { path = '', headers = {} } = {}) {
      const isRaw = typeof sent === 'string' || Buffer.isBuffer(sent)
      const response = await fetch(url + path, {
        method: 'POST',
        headers: {
          'x-source-token': token,
          'content-type': isRaw ? 'text/plain' : 'application/json',
          ...headers,
        },
        body: isRaw ? (sent as string) : JSON.stringify(sent),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    async record() {
      await app.service.flush()
      return (await call('GET', '')).body.data
    },
    async adopt(...externalIds) {
      const items = externalIds.map((external_id) => ({ external_id, device: { name: external_id, module } }))
      const adopted = await call('POST', '/external-ids/adopt', { items })
      assert.equal(adopted.status, 200, JSON.stringify(adopted.body))
      // Within a second the request does it by itself; on a busy machine, the job does the rest.
      const replay = app.service.jobs.find(({ name }) => name === 'replay messages of sources')!
      while (await replay.step(app.now()));
      return (adopted.body.data as { device_id: number }[]).map(({ device_id }) => device_id)
    },
  }
}

export interface StoredReading {
  at: string
  metrics: Record<string, number>
  flags: Record<string, boolean>
}

/** The readings of a device, the oldest first. */
export async function historyOf(operator: Person, device: number): Promise<StoredReading[]> {
  const { body } = await operator('GET', `/api/mobile/devices/${device}/readings?limit=200`)
  return (body.data as StoredReading[]).toReversed()
}

/** No reading can be stored until the returned function is called. */
export async function outageOf(app: TestApp): Promise<() => Promise<unknown>> {
  await app.rows('alter table reading_rows rename to elsewhere')
  return () => app.rows('alter table elsewhere rename to reading_rows')
}
