import assert from 'node:assert/strict'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import type { TestApp } from '../harness/app.ts'
import { NEEDS, type Need, THINGS } from './route-needs.ts'

/** What a good request to a route needs, made anew. Fails when nobody has said. */
export async function needOf(app: TestApp, { method, url, schema }: ListedRoute): Promise<Need> {
  const line = NEEDS[`${method} ${url}`]
  if (line !== undefined) return typeof line === 'function' ? line(app) : line
  const { type } = (schema.body ?? { type: 'null' }) as { type?: string | string[] }
  const { required = [] } = (schema.querystring ?? {}) as { required?: string[] }
  const needsBody = schema.bodyContent !== undefined || ![type].flat().includes('null')
  assert.ok(!needsBody && required.length === 0, `${method} ${url} needs a line in NEEDS, test/access/route-needs.ts`)
  return {}
}

/** The address of a route with something to act on, made anew, or with this in the place of each parameter. */
export async function addressOf(app: TestApp, { url }: ListedRoute, instead?: string): Promise<string> {
  const parts = url.split('/')
  // One after the other: what lies in a thing is made in the one before it.
  for (const [place, part] of parts.entries()) {
    if (!part.startsWith(':')) continue
    const owner = parts[place - 1]!
    const thing = THINGS[owner]
    assert.ok(thing, `${url} needs a line for ${owner} in THINGS, test/access/route-needs.ts`)
    parts[place] = instead ?? encodeURIComponent(await thing(app))
  }
  return parts.join('/')
}
