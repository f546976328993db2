import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import { addressOf, needOf } from '../access/request.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import { eachAtOnce } from '../harness/at-once.ts'

/** In place of an id. None of them exists. */
const IDS = [
  '0',
  '-1',
  '1e3',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  'abc',
  '%00',
  '%zz',
  "1'--",
  '%2e%2e',
]

/** In place of a query value. */
const TEXTS = [
  '',
  ' ',
  '%00',
  '%ED%A0%80',
  '-1',
  '0',
  '1e9',
  '9'.repeat(30),
  'x'.repeat(3_000),
  "'%3B--",
  '%F0%9F%92%A5',
  ',',
  'null',
]

/** In place of each member of a body, as JSON. */
const VALUES = [
  'null',
  'true',
  '-1',
  '1.5',
  '1e300',
  '1e400',
  '9007199254740993',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\u202e"',
  `"${'x'.repeat(20_000)}"`,
  '[]',
  '[null]',
  '["a\\u0000"]',
  '["\\ud800"]',
  '[[[]]]',
  '[1e300]',
  '[{"id":1e300}]',
  '{}',
  '{"a":{"b":{"c":"\\u0000"}}}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
]

/** Whole bodies. */
const BODIES = ['', ' ', '{', '[]', 'null', '"x"', '1', 'NaN', '{"__proto__":1}', '[[[[]]]]', '{"unknown":1}']

const AT_ONCE = 16

test('no route of the bearer API answers 500, whatever the request', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const routes = app.service.http.routeList.filter(
    ({ method, url }) => method !== 'HEAD' && /^\/api\/(mobile|admin)\//.test(url),
  )
  for (const route of routes) {
    await t.test(`${route.method} ${route.url}`, async () => {
      const need = await needOf(app, route)
      if (need.endsLogin) return
      await eachAtOnce(requests(app, route, need), AT_ONCE, (request) => assertNoFailure(app, admin, route, request))
    })
  }
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

interface BadRequest {
  path: string
  body?: string
  /** The only accepted statuses; anything below 500 if absent. */
  expect?: number[]
}

async function* requests(
  app: TestApp,
  route: ListedRoute,
  need: { query?: string; body?: unknown },
): AsyncGenerator<BadRequest> {
  const body = need.body === undefined ? {} : { body: JSON.stringify(need.body) }
  const query = need.query === undefined ? '' : `?${need.query}`
  const expect = /:(\w+_)?id\b/.test(route.url) ? { expect: [400, 404] } : {}
  if (route.url.includes(':')) {
    for (const id of IDS) yield { path: `${await addressOf(app, route, { instead: id })}${query}`, ...body, ...expect }
  }
  const path = await addressOf(app, route)
  const { properties = {} } = (route.schema.querystring ?? {}) as { properties?: object }
  for (const name of Object.keys(properties)) {
    const rest = new URLSearchParams(need.query)
    rest.delete(name)
    for (const text of TEXTS) yield { path: `${path}?${name}=${text}&${rest}`, ...body }
    yield { path: `${path}?${name}=1&${name}=2&${rest}`, ...body }
  }
  if (route.schema.body === undefined) return
  for (const whole of BODIES) yield { path, body: whole }
  const members = Object.keys((route.schema.body as { properties?: object }).properties ?? {})
  const good = (need.body ?? {}) as Record<string, unknown>
  for (const name of members) {
    const others = Object.entries(good).filter(([key]) => key !== name)
    const written = others.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`).join('')
    for (const value of VALUES) yield { path, body: `{${written}"${name}":${value}}` }
  }
}

async function assertNoFailure(
  app: TestApp,
  { authorization }: Person,
  route: ListedRoute,
  request: BadRequest,
): Promise<void> {
  const { path, body, expect } = request
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body }
  const answer = await fetch(`${app.url}${path}`, {
    method: route.method,
    headers: { authorization, ...type },
    ...sent,
  })
  const what = `${answer.status} for ${route.method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''}`
  assert.ok(answer.status < 500, what)
  if (expect !== undefined) assert.ok(expect.includes(answer.status), what)
  if (answer.status < 400) return void (await answer.body?.cancel())
  const { errors: _errors, ...envelope } = (await answer.json()) as { errors?: unknown; message: string }
  assert.deepEqual(envelope, { status: 'error', message: envelope.message, code: answer.status }, what)
  assert.ok(envelope.message !== '' && !/postgres|syntax|invalid input|encoding "UTF8"/i.test(envelope.message), what)
}
