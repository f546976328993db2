import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedRoute, Policy } from '../../src/platform/http/route-list.ts'
import { ROLES } from '../../src/users/user.ts'
import { PASSWORD, startApp, type TestApp } from '../harness/app.ts'
import { type DocumentValidator, documentValidator } from '../harness/document-validator.ts'
import { addressOf, needOf } from './request.ts'
import { NEEDS } from './route-needs.ts'

const NOBODYS_TOKEN = '0'.repeat(64)

interface Visitor {
  name: string
  /** Which policies let them in; `public` lets in everybody. */
  passes: Policy[]
  headers: () => Promise<Record<string, string>>
  /** Served by a node other than the one where they logged in. */
  elsewhere?: true
}

test('each route lets in those whom its policy names, and nobody else', async (t) => {
  const app = await startApp(t)
  const otherNode = await startApp(t, { connection: app.connection })
  const validator = documentValidator((await app.call('GET', '/openapi.json')).body)
  const logins = new Map<string, string>()
  const visitors = await cast(app, logins)
  const routes = app.service.http.routeList.filter(({ method }) => method !== 'HEAD')
  for (const route of routes) {
    const address = `${route.method} ${route.url}`
    await t.test(address, async () => {
      for (const visitor of visitors) {
        const { status, headers, body, need } = await visit(visitor.elsewhere ? otherNode : app, route, visitor)
        const who = `${address} for ${visitor.name}: ${JSON.stringify(body)}`
        const expected = expectedOf(route, visitor)
        if (expected === 'in') assertLetIn(route, { status, headers, body }, validator, who)
        else assertTurnedAway(route, expected, { status, headers, body }, who)
        if (expected === 'in' && need.endsLogin) logins.delete(visitor.name)
      }
    })
  }
  const addresses = routes.map(({ method, url }) => `${method} ${url}`)
  assert.deepEqual(
    Object.keys(NEEDS).filter((address) => !addresses.includes(address)),
    [],
    'lines for routes that are gone',
  )
})

async function cast(app: TestApp, logins: Map<string, string>): Promise<Visitor[]> {
  const { token } = await app.createDevice()
  const admin = await app.logIn('admin')
  const people = ROLES.map((role) => ({ role, email: `the-${role}@example.org` }))
  for (const { role, email } of people) await admin('POST', '/api/admin/users', { email, role, password: PASSWORD })
  const person = (name: string, email: string) => async () => {
    if (!logins.has(name)) {
      const login = await app.call('POST', '/api/mobile/login', { email, password: PASSWORD })
      logins.set(name, login.body.data.token)
    }
    return { authorization: `Bearer ${logins.get(name)}` }
  }
  const passes = (role: (typeof ROLES)[number]): Policy[] => ROLES.slice(ROLES.indexOf(role))
  return [
    { name: 'nobody', passes: [], headers: async () => ({}) },
    {
      name: 'somebody with a token of nobody',
      passes: [],
      headers: async () => ({ authorization: `Bearer ${NOBODYS_TOKEN}`, 'x-device-token': NOBODYS_TOKEN }),
    },
    {
      name: 'a device',
      passes: ['device'],
      headers: async () => ({ authorization: `Bearer ${token}`, 'x-device-token': token }),
    },
    ...people.map(({ role, email }) => ({
      name: `the ${role}`,
      passes: passes(role),
      headers: person(`the ${role}`, email),
    })),
    {
      name: 'the admin at another node',
      passes: passes('admin'),
      headers: person('the admin at another node', people[0]!.email),
      elsewhere: true,
    },
  ]
}

/** `in`, or the status of the refusal. */
function expectedOf({ policy }: ListedRoute, { passes, name }: Visitor): 'in' | 401 | 403 {
  if (policy === 'public' || passes.includes(policy)) return 'in'
  return name.startsWith('the ') && policy !== 'device' ? 403 : 401
}

async function visit(app: TestApp, route: ListedRoute, visitor: Visitor) {
  const need = await needOf(app, route)
  const url = `${app.url}${await addressOf(app, route)}${need.query === undefined ? '' : `?${need.query}`}`
  const sent = need.body === undefined ? {} : { body: JSON.stringify(need.body) }
  const type = need.body === undefined ? {} : { 'content-type': need.type ?? 'application/json' }
  const headers = { ...type, ...(await visitor.headers()) }
  const answer = await fetch(url, { method: route.method, headers, redirect: 'manual', ...sent })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  if (!isJson) await answer.body?.cancel()
  return { status: answer.status, headers: answer.headers, body: isJson ? await answer.json() : null, need }
}

interface Seen {
  status: number
  headers: Headers
  body: unknown
}

/** The status is one that the route declares, and the answer is what the document says of it. */
function assertLetIn(
  route: ListedRoute,
  { status, headers, body }: Seen,
  validator: DocumentValidator,
  who: string,
): void {
  const declared = Object.keys((route.schema.response ?? { 200: null }) as object)
  assert.ok(declared.includes(String(status)), `${status}: ${who}`)
  if (route.schema.operationId === undefined || !headers.get('content-type')?.startsWith('application/json')) return
  const path = route.url.replace(/:([a-z_]+)/gi, '{$1}').replaceAll('/', '~1')
  const answer = `#/paths/${path}/${route.method.toLowerCase()}/responses/${status}`
  assert.equal(validator.faultAt(`${answer}/content/application~1json/schema`, body), null, who)
}

function assertTurnedAway(
  { policy }: ListedRoute,
  code: 401 | 403,
  { status, headers, body }: Seen,
  who: string,
): void {
  assert.equal(status, code, who)
  const { message } = body as { message: string }
  assert.deepEqual(body, { status: 'error', message, code })
  if (code === 403) assert.equal(message, `This needs the role ${policy}`)
  if (code === 401 && policy !== 'device') assert.equal(headers.get('www-authenticate'), 'Bearer')
}
