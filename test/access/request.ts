import assert from 'node:assert/strict'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import type { TestApp } from '../harness/app.ts'
import { NEEDS, type Need, THINGS } from './route-needs.ts'

/** Query, body and headers of a valid request to a route, created anew. Fails for a route without an entry. */
export async function needOf(app: TestApp, { method, url, schema }: ListedRoute, email?: string): Promise<Need> {
  const line = NEEDS[`${method} ${url}`]
  if (line !== undefined) return typeof line === 'function' ? line(app, email) : line
  const { type } = (schema.body ?? { type: 'null' }) as { type?: string | string[] }
  const { required = [] } = (schema.querystring ?? {}) as { required?: string[] }
  const needsBody = schema.bodyContent !== undefined || ![type].flat().includes('null')
  assert.ok(!needsBody && required.length === 0, `${method} ${url} needs a line in NEEDS, test/access/route-needs.ts`)
  return {}
}

interface Acted {
  instead?: string | undefined
  email?: string | undefined
}

/** The address of a route with a new object to act on, or with the given value for each parameter. */
export async function addressOf(app: TestApp, { url }: ListedRoute, { instead, email }: Acted = {}): Promise<string> {
  const parts = url.split('/')
  // In order: a nested object is created in the one before it.
  for (const [place, part] of parts.entries()) {
    if (!part.startsWith(':')) continue
    const owner = parts[place - 1]!
    const thing = THINGS[owner]
    assert.ok(thing, `${url} needs a line for ${owner} in THINGS, test/access/route-needs.ts`)
    parts[place] = instead ?? encodeURIComponent(await thing(app, email))
  }
  return parts.join('/')
}

/** A valid request to a route, with a new object to act on, of this person where somebody owns it. */
export async function prepare(app: TestApp, route: ListedRoute, what: Acted = {}) {
  const path = await addressOf(app, route, what)
  const need = await needOf(app, route, what.email)
  return { method: route.method, path: `${path}${need.query === undefined ? '' : `?${need.query}`}`, need }
}

/** Sends it. `body` is null unless the answer is JSON. */
export async function send(
  app: Pick<TestApp, 'url'>,
  { method, path, need }: Awaited<ReturnType<typeof prepare>>,
  headers: Record<string, string>,
) {
  const sent = need.body === undefined ? {} : { body: JSON.stringify(need.body) }
  const type = need.body === undefined ? {} : { 'content-type': need.type ?? 'application/json' }
  const answer = await fetch(`${app.url}${path}`, {
    method,
    headers: { ...type, ...headers },
    redirect: 'manual',
    ...sent,
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  if (!isJson) await answer.body?.cancel()
  return { status: answer.status, headers: answer.headers, body: isJson ? await answer.json() : null }
}
