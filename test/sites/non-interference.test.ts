import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../../src/core/reach/role.ts'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import type { TestApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { openEvents } from '../harness/event-source.ts'
import { PASSWORD } from '../harness/people.ts'
import { startReceiver } from '../harness/receiver.ts'
import { ROUTE_QUERIES } from '../harness/route-queries.ts'
import { CANARY, fillSite, passTime, type SiteWorld, startSiteWorld, TABLES_OF_SITES } from '../harness/site-worlds.ts'

/** Addresses of people alone, or with another answer each time. */
const NOT_COMPARED = /^\/(assets|maps|login|logout|setup|events|a|calendar|status)(\/|$)/

/** Random in each world: the last deliveries with their durations, and keys that are offered. */
const RANDOM = /\/webhooks(\/1(\/deliveries.*)?)?($|\?)|second-factor/

test('what a member of one site is answered does not depend on another site, and never contains a word of it', async (t) => {
  // Those of the other site fail. How often a failing delivery is tried is random, and depends on how fast others fail.
  const { url: receiver } = await startReceiver(t)
  // At heartbeats, which depend on the clock outside, a stream asks whether its token still counts: that is a use of it.
  const options = { receiver, live: { heartbeatMs: 3_600_000 } }
  const worlds = [await startSiteWorld(t, options), await startSiteWorld(t, options)] as const
  const [empty, full] = worlds
  // Logged in before anything differs, so that the ids of their sessions are the same.
  const readers = await Promise.all(worlds.map((world) => readersOf(world)))
  const streams = await Promise.all(
    worlds.map(async ({ app, members }) => openEvents(t, app, await authorizationOf(app, members.admin))),
  )
  await passTime(empty.app)
  await fillSite(full.app, full.south, CANARY)
  assert.deepEqual(empty.app.now(), full.app.now())
  // A last event of the first site, behind all others; announcements of readings take up to a second and a half.
  await sleep(1_500)
  for (const { app } of worlds) await app.rows(`update devices set notes = 'Last' where id = 1`)
  const [told, toldFull] = await Promise.all(
    streams.map(async (stream) => {
      await stream.waitFor(({ event, data }) => event === 'device' && data.device_id === 1)
      const events = stream.events.filter(({ event }) => event !== 'ready').map(({ event, data }) => ({ event, data }))
      // How readings are bundled depends on the second.
      const heard = events.filter(({ event }) => event === 'reading').flatMap(({ data }) => data.device_ids as number[])
      const others = events.filter(({ event }) => event !== 'reading')
      return { heard: [...new Set(heard)].sort(), others }
    }),
  )
  assert.deepEqual(toldFull, told)
  // Downloads leave entries in the audit log; their ids count those of all sites.
  for (const { app } of worlds) await app.rows('alter table audit_entries alter column id restart with 100000')
  const ids = await idsOf(full)
  const routes = full.app.service.http.routeList.filter(
    ({ method, policy, url }) =>
      method === 'GET' && !['public', 'device', 'source'].includes(policy) && !NOT_COMPARED.test(url),
  )
  let compared = 0
  const leaks: string[] = []
  for (const route of routes) {
    for (const role of ['viewer', 'operator', 'admin'] as const) {
      for (const path of addressesOf(route, ids)) {
        const [without, with_] = await Promise.all(readers.map((read) => read[role](route, path)))
        const who = `${route.method} ${path} for the ${role}`
        if (with_!.toLowerCase().includes(CANARY.toLowerCase()))
          leaks.push(`${who} names the other site: ${around(with_!)}`)
        else if (with_ !== without && !RANDOM.test(path)) leaks.push(`${who} differs: ${difference(without!, with_!)}`)
        compared += 1
      }
    }
  }
  assert.deepEqual(leaks, [])
  assert.ok(compared > 500, String(compared))
})

/** The first place where two texts differ. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((character, place) => character !== other[place])
  const from = Math.max(0, (at === -1 ? one.length : at) - 100)
  return JSON.stringify([one.slice(from, from + 200), other.slice(from, from + 200)])
}

function around(text: string): string {
  const at = text.search(new RegExp(CANARY, 'i'))
  return text.slice(Math.max(0, at - 200), at + 100)
}

async function authorizationOf(app: TestApp, email: string): Promise<string> {
  const { body } = await app.call('POST', '/api/mobile/login', { email, password: PASSWORD })
  return `Bearer ${body.data.token}`
}

type Read = Record<Role, (route: ListedRoute, path: string) => Promise<string>>

/** How each member reads an address: APIs with a bearer token, pages with a session. Returns what may be compared. */
async function readersOf({ app, members }: SiteWorld): Promise<Read> {
  const entries: [Role, Read[Role]][] = []
  for (const [role, email] of Object.entries(members) as [Role, string][]) {
    const headers = { authorization: await authorizationOf(app, email) }
    const browser = openBrowser(app.url)
    await browser.logIn(email)
    entries.push([
      role,
      async ({ schema }, path) => {
        if (schema.hide === true) {
          const page = await browser.go(path)
          return comparable(page.status, page.headers, page.text)
        }
        const answer = await fetch(`${app.url}${path}`, { headers })
        return comparable(answer.status, answer.headers, await answer.text())
      },
    ])
  }
  return Object.fromEntries(entries) as Read
}

/** Without secrets and what depends on the time of day outside. */
function comparable(status: number, headers: Headers, text: string): string {
  const told = [...headers]
    .filter(([name]) => !['date', 'set-cookie', 'x-request-id', 'keep-alive', 'content-length', 'etag'].includes(name))
    .map(([name, value]) => `${name}: ${value}`)
  const body = text
    .replace(/[0-9a-f]{64}/g, '#')
    .replace(/<p class="meta">[^<]*<code>[^<]*<\/code>/g, '')
    .replace(/"token_hint":"[^"]*"/g, '')
    .replace(/…[0-9a-f]{4}\b/g, '…')
    .replace(/The token ends in [0-9a-f]{4}\b/g, 'The token')
    .replace(/127\.0\.0\.1:\d+/g, 'here')
    .replace(/<span class="nowrap">\d+ ms<\/span>/g, 'soon')
    .replace(/msg_[0-9a-f]{32}/g, 'msg')
  return [status, ...told, body].join('\n')
}

/** Ids of the first and the last records of the full world, by the part of an address before them. */
async function idsOf({ app }: SiteWorld): Promise<Record<string, (string | number)[]>> {
  const all = async (table: string, column = 'id') =>
    ends(
      (await app.rows<{ id: string | number }>(`select ${column} as id from ${table} order by 1`)).map(({ id }) => id),
    )
  const ofTables: Record<string, (string | number)[]> = {}
  for (const table of TABLES_OF_SITES) ofTables[table] = await all(table)
  return {
    ...ofTables,
    alerts: await all('alerts', 'alert_id'),
    incidents: await all('incidents', 'incident_id'),
    rules: ['health.systolic.high', ...(await all("rules where origin = 'user'", 'key'))],
    deliveries: await all('deliveries'),
    'on-call': await all('schedules'),
    'escalation-policies': await all('escalation_policies'),
    users: await all('users'),
    sites: await all('sites'),
    versions: [1],
  }
}

/** The first two of the first site, and the last two of the other. */
const ends = <Id>(ids: readonly Id[]): Id[] => (ids.length > 4 ? [...ids.slice(0, 2), ...ids.slice(-2)] : [...ids])

/** The address with every combination of ids. */
function addressesOf({ url, schema }: ListedRoute, ids: Record<string, (string | number)[]>): string[] {
  let paths = ['']
  const parts = url.split('/').slice(1)
  for (const [place, part] of parts.entries()) {
    const values = part.startsWith(':') ? (ids[parts[place - 1]!] ?? [1]) : [part]
    paths = paths.flatMap((path) => values.map((value) => `${path}/${value}`))
  }
  const query = ROUTE_QUERIES[url]
  const whole = query === undefined ? paths : paths.map((path) => `${path}?${query}`)
  // Lists of the other site, and of one that nobody has. Browsers keep the choice until another one.
  const { properties = {} } = (schema.querystring ?? {}) as { properties?: object }
  if (!('site' in properties) || url.includes(':')) return whole
  const sites = schema.hide === true ? ['2', '99', 'all'] : ['2', '99']
  return [...whole, ...sites.map((site) => `${whole[0]}${query === undefined ? '?' : '&'}site=${site}`)]
}
