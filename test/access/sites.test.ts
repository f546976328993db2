import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putMember } from '../../src/core/actions/change-members.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createApiToken } from '../../src/core/people/credentials/api-tokens.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import { startApp } from '../harness/app.ts'
import { addPerson, PASSWORD } from '../harness/people.ts'
import { prepare, send } from './request.ts'

/** Where the records of route-needs.ts are, by the part of an address before their id. */
const PLACES: Record<string, 'north' | 'shared' | 'installation' | 'everybody'> = {
  devices: 'north',
  alerts: 'north',
  incidents: 'north',
  sources: 'north',
  // These belong to the whole installation: everybody sees them, and only people with a role everywhere change them.
  rules: 'shared',
  geofences: 'shared',
  silences: 'shared',
  schedules: 'shared',
  'escalation-policies': 'shared',
  // Only people with a role everywhere see them.
  webhooks: 'installation',
  // A new one, of which nobody is a member.
  sites: 'installation',
  // People with a role everywhere are known everywhere.
  users: 'everybody',
}

type Outcome = 'in' | 403 | 404

test('each route about a record lets in who reaches it, and knows nothing of it for all others', async (t) => {
  const app = await startApp(t)
  const { db } = app.service
  const south = await createSite(db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  const headersOf = async (email: string) => {
    const { body } = await app.call('POST', '/api/mobile/login', { email, password: PASSWORD })
    return { authorization: `Bearer ${body.data.token}` }
  }
  const member = async (email: string, site: number | null) => {
    const { id } = await addPerson(db, email, null, app.now())
    if (site !== null) await putMember(db, { siteId: site, user: id, role: 'admin' }, BY_COMMAND, app.now())
    return headersOf(email)
  }
  const head = await addPerson(db, 'everywhere@example.org', 'admin', app.now())
  const { token } = await createApiToken(db, head.id, { name: 'South', site_ids: [south] }, BY_COMMAND, app.now())
  const visitors = {
    north: await member('north@example.org', 1),
    south: await member('south@example.org', south),
    nobody: await member('nobody@example.org', null),
    'token of south': { authorization: `Bearer ${token}` },
    everywhere: await headersOf('everywhere@example.org'),
  }
  const routes = app.service.http.routeList.filter(
    ({ method, url, scope, schema }) =>
      method !== 'HEAD' && !schema.hide && url.includes('/:') && (scope === 'device' || scope === 'site'),
  )
  assert.ok(routes.length > 50)
  for (const route of routes) {
    await t.test(`${route.method} ${route.url}`, async () => {
      const fresh = (instead?: string) => prepare(app, route, { email: 'north@example.org', instead })
      // One for all whom it refuses: it changes nothing.
      const refused = await fresh()
      for (const [name, headers] of Object.entries(visitors)) {
        const expected = expectedOf(route, name as keyof typeof visitors)
        const request = expected === 'in' ? await fresh() : refused
        const { status, body } = await send(app, request, headers)
        const who = `${route.method} ${request.path} for ${name}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`
        if (expected === 'in') {
          assert.ok(status < 300 || status === 400 || status === 409, who)
          await request.need.afterwards?.()
        } else assert.equal(status, expected, who)
        if (expected !== 404 || route.url.endsWith('/explain')) continue
        const absent = await send(app, await fresh('999999'), headers)
        assert.ok(body !== null, who)
        assert.deepEqual(body, absent.body, who)
      }
      await refused.need.afterwards?.()
    })
  }
})

function expectedOf({ method, url, schema }: ListedRoute, visitor: string): Outcome {
  const [, , , owner] = url.split('/')
  const place = PLACES[owner!]
  assert.ok(place, `${url} needs a line for ${owner} in PLACES`)
  if (visitor === 'nobody') return 403
  if (visitor === 'everywhere') return 'in'
  if (visitor.startsWith('token') && schema.forPrograms !== true) return 403
  if (place === 'everybody') return 'in'
  if (place === 'installation') return 404
  // About a rule that everybody sees, and a device of the first site.
  if (url.endsWith('/explain')) return visitor === 'north' ? 'in' : 404
  if (place === 'north') return visitor === 'north' ? 'in' : 404
  return method === 'GET' ? 'in' : 403
}
