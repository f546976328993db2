import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import { CHANGES } from '../harness/changes-of-sites.ts'
import { type Account, type ChangingSites, startChangingSites } from '../harness/changing-sites.ts'
import { ROUTE_QUERIES } from '../harness/route-queries.ts'

/** SITES_STEPS=2000 SITES_SEED=7 repeats a longer run. */
const STEPS = Number(process.env.SITES_STEPS ?? 150)
const SEED = Number(process.env.SITES_SEED ?? 20_261_126)
const READS_EACH = 3
/** How often a step is a reading, or time that passes, instead of somebody's change. */
const [READING, TIME] = [0.2, 0.06]
const MOST_FAULTS = 20

/** Addresses without words of a site, or that wait for events. */
const NOT_READ = /^\/(assets|maps|login|logout|setup|events|a|calendar|status)(\/|$)/
/** Queries of lists, so that what is over is read too. */
const LISTS: Record<string, string> = {
  '/incidents': 'status=all',
  '/alerts': 'status=all',
  '/search.json': 'q=zq',
}

test('whatever changes, nobody reads a word of a site without a role there', async (t) => {
  const world = await startChangingSites(t, SEED)
  t.diagnostic(`seed ${SEED}, ${STEPS} steps`)
  const routes = world.app.service.http.routeList.filter(
    ({ method, policy, url }) =>
      method === 'GET' && !['public', 'device', 'source'].includes(policy) && !NOT_READ.test(url),
  )
  // The pages that are read most often have most to do with several sites.
  const chosen = routes.flatMap((route) =>
    Array.from({ length: /incidents|alerts|audit/.test(route.url) ? 3 : 1 }, () => route),
  )
  const faults = new Map<string, string>()
  const done = new Map<string, number>()
  let [reads, answered] = [0, 0]
  for (world.step = 1; world.step <= STEPS && faults.size < MOST_FAULTS; world.step += 1) {
    const said = await change(world)
    done.set(said.name, (done.get(said.name) ?? 0) + Number(said.status < 300))
    if (said.status >= 500) faults.set(said.name, `seed ${SEED}, step ${world.step}: ${said.text}`)
    for (let n = 0; n < READS_EACH; n += 1) {
      const account = world.pick(world.accounts)
      const route = world.pick(chosen)
      const path = await addressOf(world, route)
      const { status, text } = await read(world, account, route, path)
      reads += 1
      if (status < 300) answered += 1
      const where = `seed ${SEED}, step ${world.step} (${said.text}): ${account.name} reads ${path}`
      if (status >= 500) faults.set(route.url, `${where}: ${status}`)
      for (const { word, what, step, sites } of world.forbidden(account, text)) {
        const about = `${word}, ${what}, written in site ${[...sites]} at step ${step}`
        const key = `${route.url} ${what}`
        if (!faults.has(key))
          faults.set(key, `${where}, with a role in ${sitesOf(account)}: ${about}: ${near(text, word)}`)
      }
    }
  }
  t.diagnostic(`${reads} reads, ${answered} of them with a page or data; ${world.marks.length} words`)
  t.diagnostic([...done].map(([name, count]) => `${name} ${count}`).join(', '))
  assert.deepEqual([...faults.values()], [])
  const never = CHANGES.filter(({ name }) => !done.get(name)).map(({ name }) => name)
  if (STEPS >= 1_000) assert.deepEqual(never, [])
  assert.ok(answered > reads / 4, `${answered} of ${reads} reads were answered`)
})

const sitesOf = ({ sees }: Account): string => (sees === 'all' ? 'all sites' : `site ${[...sees].join(', ')}`)

const near = (text: string, word: string): string => {
  const at = text.toLowerCase().indexOf(word)
  return JSON.stringify(text.slice(Math.max(0, at - 120), at + 40))
}

interface Said {
  name: string
  status: number
  text: string
}

/** One step: a reading, some time, or a change by one of the people, or by the administrator everywhere. */
async function change(world: ChangingSites): Promise<Said> {
  const kind = world.random()
  if (kind < TIME) {
    await world.app.leap({ seconds: 20 + Math.floor(world.random() * 100) })
    return { name: 'time passes', status: 200, text: 'time passes' }
  }
  if (kind < TIME + READING && world.devices.length > 0) return sendReading(world)
  const asked = await pickChange(world)
  if (asked === null) return { name: 'nothing', status: 400, text: 'nothing' }
  const { name, method, path, body, afterwards } = asked
  const actor = world.chance(0.5) ? null : world.pick(world.accounts)
  const send = () => world.call(actor?.token ?? world.head, method, path, body)
  let answer = await send()
  if (answer.status === 403 && answer.body.message === 'Confirm that it is you first') {
    await world.proveAnew(actor)
    answer = await send()
  }
  if (answer.status < 300) await afterwards?.(answer)
  if (/role|member/.test(name)) await world.readRoles()
  const text = `${actor?.name ?? 'the head'} ${name}: ${method} ${path} ${JSON.stringify(body ?? null)}: ${answer.status}`
  return { name, status: answer.status, text }
}

async function pickChange(world: ChangingSites) {
  const chosen = world.pick(CHANGES.flatMap((one) => Array.from({ length: one.weight }, () => one)))
  const asked = await chosen.ask(world)
  return asked === null ? null : { name: chosen.name, ...asked }
}

/** Often an alarm, with a metric that nobody has sent before. */
async function sendReading(world: ChangingSites): Promise<Said> {
  const { app } = world
  const { id, token, site, marks } = world.pick(world.devices)
  const systolic = world.chance(0.5) ? 190 : 120
  const heart_rate = world.chance(0.5) ? 140 : 60
  const metrics = { systolic, heart_rate, ...(world.chance(0.3) ? { [world.mark(site, 'metric', marks)]: 1 } : {}) }
  const body = JSON.stringify({ module: 'health', lat: 46.05, lng: 14.5, metrics })
  const headers = { 'x-device-token': token, 'content-type': 'application/json' }
  const { status } = await fetch(`${app.url}/api/telemetry/ingest`, { method: 'POST', headers, body })
  app.setClock({ seconds: 1 })
  return { name: 'a device sends', status, text: `device ${id} of site ${site} sends ${body}: ${status}` }
}

/** The address of a route with ids of what is there, or of what has been. */
async function addressOf(world: ChangingSites, { url, schema }: ListedRoute): Promise<string> {
  const highest = async (from: string) => (await world.app.rows<{ id: number }>(`select ${from}`))[0]!.id ?? 1
  const upTo = async (from: string) => 1 + Math.floor(world.random() * (await highest(from)))
  const ids: Record<string, () => Promise<string | number>> = {
    devices: () => upTo('max(id) as id from devices'),
    alerts: () => upTo('max(alert_id)::integer as id from alerts'),
    incidents: () => upTo('max(incident_id)::integer as id from incidents'),
    rules: async () => (world.rules.length === 0 ? 'health.systolic.high' : world.pick(world.rules).key),
    webhooks: () => upTo('max(id) as id from webhooks'),
    deliveries: () => upTo('max(id)::integer as id from deliveries'),
    schedules: () => upTo('max(id) as id from schedules'),
    'on-call': () => upTo('max(id) as id from schedules'),
    silences: () => upTo('max(id) as id from silences'),
    geofences: () => upTo('max(id) as id from geofences'),
    'escalation-policies': () => upTo('max(id) as id from escalation_policies'),
    users: () => upTo('max(id) as id from users'),
    sources: () => upTo('max(id) as id from sources'),
    sites: async () => world.pick(world.sites),
  }
  const parts = url.split('/')
  for (const [place, part] of parts.entries()) {
    if (part.startsWith(':')) parts[place] = String((await ids[parts[place - 1]!]?.()) ?? 1)
  }
  const query = [ROUTE_QUERIES[url], LISTS[url]].filter((one) => one !== undefined)
  const { properties = {} } = (schema.querystring ?? {}) as { properties?: object }
  if ('site' in properties && world.chance(0.3)) query.push(`site=${world.pick([...world.sites, 'all'])}`)
  return query.length === 0 ? parts.join('/') : `${parts.join('/')}?${query.join('&')}`
}

/** Pages with the session, the API with the token; somebody whose login has ended logs in again. */
async function read(world: ChangingSites, account: Account, { schema }: ListedRoute, path: string) {
  const isPage = schema.hide === true
  const attempt = async () => {
    if (isPage) {
      const { status, text, path: shown } = await account.browser.go(path)
      return { status: shown.startsWith('/login') ? 401 : status, text }
    }
    const answer = await fetch(`${world.app.url}${path}`, { headers: { authorization: `Bearer ${account.token}` } })
    return { status: answer.status, text: await answer.text() }
  }
  const first = await attempt()
  if (first.status !== 401) return first
  await world.logIn(account)
  return attempt()
}
