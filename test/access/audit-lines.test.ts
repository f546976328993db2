import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsAfter } from '../../src/platform/clock.ts'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import { hashToken } from '../../src/platform/secrets.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { addPerson, PASSWORD } from '../harness/people.ts'
import { addressOf, needOf } from './request.ts'

/** Requests to the API that leave no line in the audit log, and why. */
const NO_LINE: Record<string, string> = {
  'POST /api/admin/rules/preview': 'stores nothing',
  'POST /api/admin/silences/preview': 'stores nothing',
  'POST /api/admin/sources/:id/preview': 'stores nothing',
  'POST /api/mobile/me/contact-methods/:id/code': 'sends a code to an address whose addition is in the log',
  'POST /api/mobile/me/contact-methods/:id/test': 'sends a message to oneself',
  'POST /own-address': 'stores nothing',
  'POST /push/subscription':
    'confirms what is stored; a replaced subscription has a line, as push-subscriptions.test.ts tests',
  'POST /push/subscription/removal': 'a line for a subscription that is known, as push-subscriptions.test.ts tests',
}

/** Steps that are needed before, for something to change. */
const BEFORE: Record<
  string,
  (
    app: TestApp,
    call: (method: string, path: string, body?: unknown) => Promise<unknown>,
    path: string,
  ) => Promise<unknown>
> = {
  'DELETE /api/mobile/incidents/:id/acknowledgement': (_, call, path) => call('POST', path),
  'POST /api/mobile/incidents/:id/reopening': (_, call, path) => call('POST', path.replace('reopening', 'resolution')),
  'POST /api/mobile/me/contact-methods/:id/verification': async (app, _, path) => {
    const id = path.split('/').at(-2)
    await app.rows(`update contact_methods set state = 'pending', verified_at = null where id = ${id}`)
    await app.rows(
      `insert into contact_codes (method_id, code_hash, expires_at, tries_left)
       values (${id}, $1, $2, 5)`,
      [hashToken(`${id} 000000`), secondsAfter(app.now(), 60)],
    )
  },
  'POST /api/admin/webhooks/:id/recovery': (app, _, path) =>
    app.rows(
      `insert into deliveries (webhook_id, message_id, event, lane, body, status, created_at, finished_at)
       values (${path.split('/').at(-2)}, 'msg_1', 'alert.triggered', 'test', '{}', 'dead', $1, $1)`,
      [app.now()],
    ),
  // A pending one has no device to be taken from.
  'POST /api/admin/sources/:id/external-ids/release': (_, call, path) =>
    call('POST', path.replace('release', 'ignore'), { external_ids: ['cellar'] }),
  'DELETE /api/admin/users/:id/second-factor': (app, _, path) =>
    app.rows(
      `insert into authenticator_apps (user_id, key_sealed, added_at, last_code_at)
       values (${path.split('/').at(-2)}, '', now(), now())`,
    ),
}

const changes = ({ method }: ListedRoute) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
/** Readings and messages are no changes by people. */
const isOfDevices = ({ policy, url }: ListedRoute) => policy === 'source' || url.startsWith('/api/telemetry/')
const isDownload = ({ method, url }: ListedRoute) => method === 'GET' && url.endsWith('/export')

test('each request to the API that changes something or downloads a file leaves a line in the audit log', async (t) => {
  const app = await startApp(t)
  const email = 'the-admin@example.org'
  const admin = await addPerson(app.service.db, email, 'admin', app.now())
  await addPerson(app.service.db, 'the-viewer@example.org', 'viewer', app.now())
  let headers = await logIn()
  const routes = app.service.http.routeList.filter(
    (route) => !route.schema.hide && !isOfDevices(route) && (changes(route) || isDownload(route)),
  )
  assert.deepEqual(
    Object.keys({ ...NO_LINE, ...BEFORE }).filter((line) => !routes.some((route) => line === addressIn(route))),
    [],
    'lines for routes that are gone',
  )
  for (const route of routes) {
    const address = addressIn(route)
    await t.test(address, async () => {
      const path = await addressOf(app, route, { email })
      const { query, body, type = 'application/json', endsLogin, afterwards } = await needOf(app, route, email)
      await BEFORE[address]?.(app, (method, to, sent) => send(method, to, sent), path)
      const [last] = await app.rows<{ id: number }>('select coalesce(max(id), 0)::integer as id from audit_entries')
      const answer = await send(route.method, query === undefined ? path : `${path}?${query}`, body, type)
      const text = await answer.text()
      const written = await app.rows<{ action: string }>(
        'select action from audit_entries where id > $1 and (actor_id = $2 or action like $3)',
        [last!.id, admin.id, 'login.%'],
      )
      await afterwards?.()
      if (endsLogin) headers = await logIn()
      assert.ok(answer.status < 300, `${answer.status} ${text}`)
      if (NO_LINE[address] === undefined) assert.ok(written.length > 0)
      else assert.deepEqual(written, [])
    })
  }

  async function logIn() {
    const { body } = await app.call('POST', '/api/mobile/login', { email, password: PASSWORD })
    return { authorization: `Bearer ${body.data.token}` }
  }

  function send(method: string, path: string, body?: unknown, type = 'application/json') {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const typed = body === undefined ? {} : { 'content-type': type }
    return fetch(`${app.url}${path}`, { method, headers: { ...headers, ...typed }, ...sent })
  }
})

const addressIn = ({ method, url }: ListedRoute): string => `${method} ${url}`
