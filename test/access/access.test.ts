import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createApiToken } from '../../src/core/people/credentials/api-tokens.ts'
import { ROLES } from '../../src/core/reach/role.ts'
import type { ListedRoute, Policy } from '../../src/platform/http/route-list.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { type DocumentValidator, documentValidator } from '../harness/document-validator.ts'
import { addFamily } from '../harness/family.ts'
import { addPerson, PASSWORD } from '../harness/people.ts'
import { prepare, send } from './request.ts'
import { NEEDS } from './route-needs.ts'

const NOBODYS_TOKEN = '0'.repeat(64)

/** Tags of operations on people and credentials: closed to programs, except for those listed below. */
const ABOUT_PEOPLE = ['Sessions', 'Users', 'Tokens', 'Notifications']
const STILL_FOR_PROGRAMS = ['getMe', 'logOut', 'listUsers', 'getUser']
/** Ways in, under the tag of what they show. */
const ALSO_CLOSED = [
  'changeSettings',
  'testSettings',
  ...['listMyCalendarFeeds', 'createMyCalendarFeed', 'deleteMyCalendarFeed'],
  ...['putSiteMember', 'deleteSiteMember'],
]

interface Visitor {
  name: string
  /** Policies that grant access; `public` always does. */
  passes: Policy[]
  headers: () => Promise<Record<string, string>>
  email?: string
  /** Passes only where it is about oneself. */
  reachesNothing?: true
  /** A token made for a program. */
  isProgram?: true
  /** Served by another node than the login. */
  elsewhere?: true
}

test('each route admits only those named by its policy', async (t) => {
  const app = await startApp(t)
  const otherNode = await startApp(t, { connection: app.connection })
  const validator = documentValidator((await app.call('GET', '/openapi.json')).body)
  const logins = new Map<string, string>()
  const visitors = await cast(app, logins)
  const routes = app.service.http.routeList.filter(({ method, schema }) => method !== 'HEAD' && !schema.hide)
  for (const route of routes) {
    const address = `${route.method} ${route.url}`
    await t.test(address, async () => {
      // One for all whom it refuses: it changes nothing.
      const refused = await prepare(app, route)
      for (const visitor of visitors) {
        const node = visitor.elsewhere ? otherNode : app
        const expected = expectedOf(route, visitor)
        const request = expected === 'in' ? await prepare(node, route, { email: visitor.email }) : refused
        const { status, headers, body } = await send(node, request, await visitor.headers())
        const who = `${address} for ${visitor.name}: ${JSON.stringify(body)}`
        // Without a role, a token could do nothing.
        if (visitor.reachesNothing && route.schema.operationId === 'createMyToken') assert.equal(status, 409, who)
        else if (expected === 'in') assertLetIn(route, { status, headers, body }, validator, who)
        else assertTurnedAway(route, visitor, expected, { status, headers, body }, who)
        if (expected !== 'in') continue
        if (request.need.endsLogin) logins.clear()
        await request.need.afterwards?.()
      }
      await refused.need.afterwards?.()
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
  const { id, token } = await app.createDevice()
  const people = ROLES.map((role) => ({ role, email: `the-${role}@example.org` }))
  for (const { role, email } of people) await addPerson(app.service.db, email, role, app.now())
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
      email,
    })),
    {
      name: 'the family',
      passes: passes('viewer'),
      headers: person('the family', (await addFamily(app, [{ id }])).email),
      email: 'daughter@example.org',
      reachesNothing: true,
    },
    {
      name: 'the program of the admin',
      passes: passes('admin'),
      headers: programOf(app, people[0]!.email),
      email: people[0]!.email,
      isProgram: true,
    },
    {
      name: 'the admin at another node',
      passes: passes('admin'),
      headers: person('the admin at another node', people[0]!.email),
      email: people[0]!.email,
      elsewhere: true,
    },
  ]
}

/** Headers of a program with this person's rights: its token is created by the command line. */
function programOf(app: TestApp, email: string): Visitor['headers'] {
  return async () => {
    const [owner] = await app.rows<{ id: number }>('select id from users where email = $1', [email])
    await app.rows('delete from access_tokens where user_id = $1 and name = $2', [owner!.id, 'Program'])
    const user = { id: owner!.id, role: 'admin' } as const
    const { token } = await createApiToken(app.service.db, user.id, { name: 'Program' }, BY_COMMAND, app.now())
    return { authorization: `Bearer ${token}` }
  }
}

/** `in`, or the status of the refusal. */
function expectedOf(
  { policy, scope, schema }: ListedRoute,
  { passes, name, isProgram, reachesNothing }: Visitor,
): 'in' | 401 | 403 {
  if (policy === 'public') return 'in'
  const isAboutPeople = ABOUT_PEOPLE.includes(schema.tags![0]!) && !STILL_FOR_PROGRAMS.includes(schema.operationId!)
  const isForPeople = isAboutPeople || ALSO_CLOSED.includes(schema.operationId!)
  if (isProgram && isForPeople) return 403
  if (passes.includes(policy) && (reachesNothing !== true || scope === 'self')) return 'in'
  return name.startsWith('the ') && !MACHINES.includes(policy) ? 403 : 401
}

/** Let in by tokens of their own, whoever somebody is. */
const MACHINES: readonly Policy[] = ['device', 'source']

interface Seen {
  status: number
  headers: Headers
  body: unknown
}

/** Asserts that the route declares the status, and that the answer matches the document. */
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
  { isProgram }: Visitor,
  code: 401 | 403,
  { status, headers, body }: Seen,
  who: string,
): void {
  assert.equal(status, code, who)
  const { message } = body as { message: string }
  assert.deepEqual(body, { status: 'error', message, code })
  const reason = isProgram ? 'An API token cannot do this; log in' : `This needs the role ${policy}`
  if (code === 403) assert.equal(message, reason)
  if (code === 401 && !MACHINES.includes(policy)) assert.equal(headers.get('www-authenticate'), 'Bearer')
}
