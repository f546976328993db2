import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import { addressOf, needOf } from '../access/request.ts'
import { filled, type Seeded, seedAll } from '../harness/all-pages.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import { addUser, type Browser, openBrowser, PLAIN } from '../harness/browser.ts'

/** Names of inherited properties of every object. In input they must be treated like any other name. */
const NAMES = ['__proto__', 'constructor']
/**
 * The only one that is valid as a name of a metric, which begins with a lower-case letter and has no upper-case one.
 */
const KEY = 'constructor'
const AT_ONCE = 16

const fields = new URLSearchParams(NAMES.map((name) => [name, name])).toString()

test('names such as `constructor` work in every page and API', async (t) => {
  const app = await startApp(t)
  const seeded = await seedAll(t, app)
  const admin = await app.logIn('admin')
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  await fillWith(app, admin, seeded)
  await t.test('names are returned as they were sent', () => isGivenBack(app, admin, browser, seeded))
  await t.test('no request fails with 500', async () => {
    const requests = await requestsTo(app, seeded, admin, browser)
    assert.ok(requests.length > 1_000)
    const faults: string[] = []
    for (let first = 0; first < requests.length; first += AT_ONCE) {
      const answers = await Promise.all(requests.slice(first, first + AT_ONCE).map((request) => request()))
      faults.push(...answers.filter((fault) => fault !== null))
    }
    assert.deepEqual(faults, [])
  })
  assert.deepEqual([({} as { polluted?: unknown }).polluted, Object.keys(Object.prototype)], [undefined, []])
})

/** A device, a rule and a webhook with the name wherever a custom name is allowed. */
async function fillWith(app: TestApp, admin: Person, { device, ids }: Seeded): Promise<void> {
  const rule = {
    key: KEY,
    name: KEY,
    scope: { tags: [KEY] },
    condition: { type: 'threshold', field: `metrics.${KEY}`, op: 'gt' },
    levels: [{ severity: 'critical', value: { attr: KEY, default: 1 } }],
    title: '{threshold} of {constructor}',
    labels: { [KEY]: KEY },
  }
  const done = [
    await admin('PATCH', `/api/admin/devices/${device.id}`, { tags: [KEY] }),
    await admin('PUT', `/api/admin/devices/${device.id}/attributes`, { [KEY]: 4 }),
    await admin('PUT', `/api/admin/rules/${KEY}`, rule),
    await admin('PATCH', `/api/admin/webhooks/${ids['/webhooks']}`, { headers: { [KEY]: KEY }, tags: [KEY] }),
    await device.send({ module: 'health', metrics: { [KEY]: 3 } }),
    await device.send({ module: 'vehicle', metrics: { [KEY]: 5 }, flags: { [KEY]: true } }),
  ]
  assert.deepEqual(
    done.map(({ status, body }) => (status < 300 ? 'done' : body)),
    done.map(() => 'done'),
  )
  for (const name of NAMES.filter((name) => name !== KEY)) {
    const body = `{"module":"vehicle","metrics":{"${name}":5}}`
    const headers = { 'x-device-token': device.token, 'content-type': 'application/json' }
    const answer = await fetch(`${app.url}/api/telemetry/ingest`, { method: 'POST', headers, body })
    assert.equal(answer.status, 400, `${name}: ${await answer.text()}`)
  }
}

/** Requests to every page and API, with the names as values, in queries, in bodies and in the address. */
async function requestsTo(
  app: TestApp,
  seeded: Seeded,
  { authorization }: Person,
  browser: Browser,
): Promise<(() => Promise<string | null>)[]> {
  const { csrf } = await browser.go('/account')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const json = { ...PLAIN, authorization, 'x-device-token': seeded.device.token, 'content-type': 'application/json' }
  const form = { ...PLAIN, cookie, 'content-type': 'application/x-www-form-urlencoded' }
  const routes = app.service.http.routeList.filter(
    ({ method, url }) => ['GET', 'POST', 'PUT', 'PATCH'].includes(method) && !/events$|logout$/.test(url),
  )
  // GET requests first, since others delete what pages show.
  routes.sort((one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'))
  const all: (() => Promise<string | null>)[] = []
  for (const route of routes) {
    const isPage = route.schema.hide === true
    const need = isPage ? {} : await needOf(app, route)
    const path = isPage ? filled(route.url, seeded.ids) : await addressOf(app, route)
    const send = (path: string, body?: string) =>
      all.push(() =>
        faultOf(`${app.url}${path}`, {
          method: route.method,
          headers: isPage ? form : json,
          ...(body === undefined ? {} : { body }),
        }),
      )
    const sent = route.method === 'GET' ? [undefined] : bodiesOf(route, isPage ? `_csrf=${csrf()}&` : need.body)
    for (const query of queriesOf(route, need.query)) send(`${path}?${query}`, sent[0])
    for (const body of sent) send(need.query === undefined ? path : `${path}?${need.query}`, body)
    if (route.url.includes(':')) for (const name of NAMES) send(route.url.replaceAll(/:\w+/g, name), sent[0])
  }
  return all
}

function queriesOf({ schema }: ListedRoute, needed = ''): string[] {
  const { properties = {} } = (schema.querystring ?? {}) as { properties?: object }
  const each = Object.keys(properties).flatMap((name) =>
    NAMES.map((value) => {
      const rest = new URLSearchParams(needed)
      rest.set(name, value)
      return rest.toString()
    }),
  )
  return [`${fields}&${needed}`, ...each]
}

/** As JSON, or as a form that begins with `good`. */
function bodiesOf({ schema }: ListedRoute, good: unknown): string[] {
  const members = Object.keys((schema.body as { properties?: object } | undefined)?.properties ?? {})
  if (typeof good === 'string') {
    return [`${good}${fields}`, ...members.flatMap((name) => NAMES.map((value) => `${good}${name}=${value}`))]
  }
  const whole = JSON.stringify(good ?? {})
  const keys = NAMES.map((name) => `{"${name}":"${name}"}`)
  return [
    ...(good === undefined ? [] : [whole]),
    ...keys,
    ...NAMES.map((name) => whole.replace(/^\{/, `{"${name}":1,`).replace(',}', '}')),
    ...members.flatMap((name) =>
      [...NAMES.map((value) => JSON.stringify(value)), ...keys].map((value) =>
        JSON.stringify({ ...(good as object), [name]: 'HERE' }).replace('"HERE"', () => value),
      ),
    ),
  ]
}

async function faultOf(url: string, init: RequestInit): Promise<string | null> {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  const code = /\[native code\]|\[object Object\]|function Object/.exec(await answer.text())
  // Only one rule preview runs at a time; the others are asked to retry.
  if ((answer.status < 500 || answer.headers.has('retry-after')) && code === null) return null
  return `${answer.status} ${code} for ${init.method} ${url} ${String(init.body ?? '')}`
}

async function isGivenBack(app: TestApp, admin: Person, browser: Browser, { device }: Seeded) {
  const path = `/api/mobile/devices/${device.id}`
  const { latest } = (await admin('GET', path)).body.data
  assert.deepEqual(
    [Object.entries(latest.metrics), Object.entries(latest.flags)].map((all) => all.filter(([key]) => key === KEY)),
    [[[KEY, 5]], [[KEY, true]]],
  )
  const [reading] = (await admin('GET', `${path}/readings`)).body.data
  assert.deepEqual([reading.metrics, reading.flags], [{ [KEY]: 5 }, { [KEY]: true }])
  const series = (await admin('GET', `${path}/series?metric=${KEY}`)).body.data
  assert.deepEqual(
    series.points.map(({ value }: { value: number }) => value),
    [3, 5],
  )
  const attributes = (await admin('GET', `/api/admin/devices/${device.id}/attributes`)).body.data
  assert.deepEqual(attributes, { [KEY]: 4 })
  const alerts = (await admin('GET', '/api/mobile/alerts')).body.data as { rule_key: string; title: string }[]
  assert.equal(alerts.find(({ rule_key }) => rule_key === KEY)?.title, '4 of {constructor}')
  assert.deepEqual((await admin('GET', `/api/admin/rules/${KEY}`)).body.data.labels, { [KEY]: KEY })
  const page = async (path: string) => (await browser.go(`/devices/${device.id}${path}`)).text
  assert.match(await page(''), /data-value="constructor">5</)
  assert.match(await page('/raw'), /constructor[\s\S]{0,100}?>?5\b/)
  const exported = await fetch(`${app.url}${path}/readings/export?format=csv`, {
    headers: { authorization: admin.authorization },
  })
  assert.match(await exported.text(), /constructor/)
}
