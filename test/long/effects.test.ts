import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedRoute } from '../../src/platform/http/route-list.ts'
import { NEEDS, type Need } from '../access/route-needs.ts'
import type { TestApp } from '../harness/app.ts'
import { type Browser, openBrowser, PLAIN, tokenOf } from '../harness/browser.ts'
import { formsOf, type PageForm } from '../harness/page-forms.ts'
import { addPerson } from '../harness/people.ts'
import { addMember } from '../harness/site-worlds.ts'
import { changedTables, type DatabaseReader, type Dump, readDatabase } from '../harness/whole-database.ts'
import { ALPHA, adminOf, BRAVO, idsOfSite, startWholeSites, type WholeSites } from '../harness/whole-sites.ts'

type Ids = Awaited<ReturnType<typeof idsOfSite>>

/** Somebody with a session in the console, a token for the API, or neither. */
interface Actor {
  name: string
  browser: Browser | null
  csrf: string
  token: string | null
  /** Acts in Alpha, so that requests about Alpha with ids of Bravo get further. */
  isOfAlpha: boolean
  /** May read Bravo. */
  sees: boolean
}

interface FoundForm extends PageForm {
  route: ListedRoute
  page: string
  by: Browser
}

interface ApiRequest {
  route: ListedRoute
  body: unknown
}

/** Their effect is on whoever sends them, or their proof is a secret in the address or the body. */
const NOT_SENT =
  /^\/(logout|login|setup|invitation|password-reset|a|status|demo)(\/|$)|^\/api\/mobile\/(login|logout)$|\/(me|account)\/password$/

/** Actions that viewers of Bravo may take: with their own tokens and calendars, and in Alpha with people whom they know. */
const FOR_VIEWERS = /\/(calendar-feeds|tokens|overrides)$|^PUT .*\/members\//

/** Previews change nothing, nor do forms that need more than what is typed here, or come after others with the same effect. */
const MOST_IDLE = 0.5

/** So many forms or routes are tried before the database is read, which takes as long as some ten requests. */
const TRIED_AT_ONCE = 20

/** These undo things that others need, so they come last. */
const ENDS =
  /resolution$|removal|deletion|revocation|unlink|logout|\/end$|settings\/site$|handover$|move$|enabled$|DELETE/

test('no request with ids of a site changes it, or is told a word of it, without a role there', async (t) => {
  const world = await startWholeSites(t)
  const { app, alpha, bravo, ofBravo } = world
  const of = await idsOfSite(app, bravo)
  const ofAlpha = await idsOfSite(app, alpha)
  const forms = await harvest(world, of)
  const requests = apiRequests(world, of)
  const actors = await cast(world)
  const outsiders = await app.rows<{ id: number }>('select id from users where id <> all ($1::integer[])', [ofBravo])
  const kept = { sites: [bravo], people: ofBravo }
  const database = await readDatabase(app, kept, { sites: [alpha], people: outsiders.map(({ id }) => id) })
  const faults: string[] = []

  await t.test('forms', async (t) => {
    const watch = await watchOf(database)
    let sent = 0
    for (const some of inTurns(forms)) {
      const told: string[] = []
      for (const form of some) {
        for (const actor of actors) {
          if (actor.token !== null && actor.browser === null) continue
          const addresses = [form.action]
          if (actor.isOfAlpha && namesOthers(form)) addresses.push(moved(form, of, ofAlpha))
          for (const address of addresses) {
            if (actor.sees && FOR_VIEWERS.test(`POST ${address}`)) continue
            const { status, text } = await post(actor, address, withoutCanary(form))
            sent += 1
            told.push(`${address} ${form.button} by ${actor.name}: ${status}`)
            if (status >= 500) faults.push(`POST ${address} by ${actor.name}: ${status}`)
            if (!actor.sees && names(text)) faults.push(`POST ${address} tells ${actor.name}: ${around(text)}`)
          }
        }
      }
      faults.push(...(await watch.changesBy(told)))
    }
    t.diagnostic(`${sent} posts of ${forms.length} forms`)
  })

  await t.test('the API', async (t) => {
    const watch = await watchOf(database)
    let sent = 0
    for (const some of inTurns(requests)) {
      const told: string[] = []
      for (const { route, body } of some) {
        const places = route.url.includes(':') ? [of, ofAlpha] : [of]
        for (const actor of actors) {
          for (const ids of places) {
            if (ids === ofAlpha && !(actor.isOfAlpha && body !== undefined)) continue
            const address = pathTo(route, ids, of)
            const what = `${route.method} ${address}`
            if (actor.sees && FOR_VIEWERS.test(what)) continue
            const { status, text } = await call(app, route.method, address, actor.token, body)
            sent += 1
            told.push(`${what} ${JSON.stringify(body)} by ${actor.name}: ${status}`)
            if (status >= 500) faults.push(`${what} by ${actor.name}: ${status}`)
            if (!actor.sees && names(text)) faults.push(`${what} tells ${actor.name}: ${around(text)}`)
          }
        }
      }
      faults.push(...(await watch.changesBy(told)))
    }
    t.diagnostic(`${sent} requests to ${requests.length} routes`)
  })
  assert.deepEqual(faults, [])

  await t.test('the same requests of people who may change the site do so', async (t) => {
    const everything = await readDatabase(app, { sites: [], people: [] }, { sites: [], people: [] })
    const token = await tokenOf(app, world.head)
    const acts = [
      ...requests.map(({ route, body }) => ({
        name: `${route.method} ${route.url}`,
        async act() {
          const address = pathTo(route, present, of)
          return `${route.method} ${address} ${(await call(app, route.method, address, token, body)).status}`
        },
      })),
      ...forms.map((form) => ({ name: `POST ${form.action} ${form.button}`.trim(), act: () => sendAgain(form) })),
    ].sort((one, other) => Number(isEnd(one)) - Number(isEnd(other)))
    const idle: string[] = []
    let present = of
    let before = await everything.dump()
    for (const { act } of acts) {
      const what = await act()
      const after = await everything.dump()
      if (changedTables(before, after).length === 0) idle.push(what)
      else present = await idsOfSite(app, bravo)
      before = after
    }
    t.diagnostic(`${acts.length - idle.length} of ${acts.length} changed something; without effect: ${idle.join(', ')}`)
    assert.ok(idle.length < acts.length * MOST_IDLE, `${idle.length} of ${acts.length} changed nothing`)
  })
})

/** As the page has it now, by whom it was found. */
async function sendAgain({ by, page, action, button, fields }: FoundForm): Promise<string> {
  const { text } = await by.go(page)
  const now = formsOf(text).find((one) => one.action === action && one.button === button)
  const sent = new URLSearchParams([...(now?.fields ?? fields), ['_csrf', csrfOf(text)]])
  return `POST ${action} ${button} ${(await by.post(action, sent.toString())).status}`
}

const inTurns = <Item>(all: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(all.length / TRIED_AT_ONCE) }, (_, turn) =>
    all.slice(turn * TRIED_AT_ONCE, (turn + 1) * TRIED_AT_ONCE),
  )

const isEnd = ({ name }: { name: string }) => ENDS.test(name)
const names = (text: string) => text.toLowerCase().includes(BRAVO.toLowerCase())

function around(text: string): string {
  const at = text.toLowerCase().indexOf(BRAVO.toLowerCase())
  return JSON.stringify(text.slice(Math.max(0, at - 150), at + 80))
}

/** So that an answer with a word of Bravo has it from the database. */
const withoutCanary = ({ fields }: PageForm): PageForm['fields'] =>
  fields.map(([name, value]) => [name, value.replaceAll(BRAVO, 'Changed').replaceAll(BRAVO.toLowerCase(), 'changed')])

const namesOthers = ({ fields }: PageForm) =>
  fields.some(([name]) => /ids?$|devices|^people|^site|^replaces|targets?|user/.test(name))

/** The address of a form with ids of Alpha in place of those of Bravo. */
function moved({ action, route }: FoundForm, of: Ids, ofAlpha: Ids): string {
  const pattern = route.url.split('/')
  return action
    .split('/')
    .map((part, place) => {
      if (!pattern[place]!.startsWith(':')) return part
      const noun = pattern[place - 1]!
      const at = (of[noun] ?? []).findIndex((id) => String(id) === decodeURIComponent(part))
      return at < 0 ? part : encodeURIComponent(ofAlpha[noun]![at] ?? ofAlpha[noun]![0]!)
    })
    .join('/')
}

/** The address of a route with ids of a site, and others than in forms; people in it are those of Bravo. */
function pathTo({ url, method }: ListedRoute, ids: Ids, of: Ids): string {
  const parts = url.split('/')
  for (const [place, part] of parts.entries()) {
    if (!part.startsWith(':')) continue
    const noun = parts[place - 1]!
    const found = noun === 'members' ? of[noun]! : ids[noun]!
    const id = method === 'DELETE' ? found.at(-1) : (found[1] ?? found[0])
    parts[place] = encodeURIComponent(id ?? 0)
  }
  return parts.join('/')
}

async function watchOf(database: DatabaseReader) {
  let before: Dump = await database.dump()
  const rows = await database.rowsOf(before.keys())
  return {
    async changesBy(told: readonly string[]): Promise<string[]> {
      const after = await database.dump()
      const tables = changedTables(before, after)
      before = after
      if (tables.length === 0) return []
      const lines: string[] = []
      for (const [table, now] of await database.rowsOf(tables)) {
        const old = rows.get(table)!
        rows.set(table, now)
        const gone = old.filter((row) => !now.includes(row)).map((row) => `- ${row.slice(0, 300)}`)
        const come = now.filter((row) => !old.includes(row)).map((row) => `+ ${row.slice(0, 300)}`)
        if (gone.length + come.length > 0) lines.push(`${table}: ${[...gone, ...come].slice(0, 4).join(' ')}`)
      }
      if (lines.length === 0) return []
      return [`${lines.join('; ')} is changed by one of ${told.filter((line) => !/: 40[134]$/.test(line)).join(', ')}`]
    },
  }
}

async function cast({ app, alpha, bravo, head }: WholeSites): Promise<Actor[]> {
  const member = async (name: string, roles: Parameters<typeof addMember>[3][], sees = false): Promise<Actor> => {
    const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.org`
    if (roles[0] === undefined) await addPerson(app.service.db, email, null, app.now())
    else await addMember(app, alpha, email, roles[0])
    if (roles[1] !== undefined) {
      const insert = 'insert into site_members (site_id, user_id, role) select $1, id, $2 from users where email = $3'
      await app.rows(insert, [bravo, roles[1], email])
    }
    const browser = openBrowser(app.url)
    await browser.logIn(email)
    const csrf = csrfOf((await browser.go('/account')).text)
    return { name, browser, csrf, token: await tokenOf(app, email), isOfAlpha: roles[0] !== undefined, sees }
  }
  const program = async (name: string, email: string): Promise<Actor> => {
    const body = { name, site_ids: [alpha] }
    const made = await call(app, 'POST', '/api/mobile/me/tokens', await tokenOf(app, email), body)
    const { token } = (JSON.parse(made.text) as { data: { token: string } }).data
    return { name, browser: null, csrf: '', token, isOfAlpha: true, sees: false }
  }
  const people = [
    await member('viewer of Alpha', ['viewer']),
    await member('operator of Alpha', ['operator']),
    await member('administrator of Alpha', ['admin']),
    await member('administrator of Alpha and viewer of Bravo', ['admin', 'viewer'], true),
    await member('somebody without a site', []),
  ]
  return [
    ...people,
    { name: 'nobody', browser: openBrowser(app.url), csrf: '', token: null, isOfAlpha: false, sees: false },
    await program('a program of everywhere limited to Alpha', head),
    await program('a program of Alpha', adminOf(ALPHA)),
  ]
}

/** Each form that people of Bravo are shown, once for each of its buttons. */
async function harvest({ app, bravo, head }: WholeSites, of: Ids): Promise<FoundForm[]> {
  const routes = app.service.http.routeList
  const taking = routes.filter(({ method, schema }) => method === 'POST' && schema.hide === true)
  const pages = routes.filter(
    ({ method, policy, schema, url }) =>
      method === 'GET' &&
      schema.hide === true &&
      !['public', 'source'].includes(policy) &&
      !/\.(json|csv|yaml)$|export$|^\/maps/.test(url),
  )
  const found = new Map<string, FoundForm>()
  for (const email of [adminOf(BRAVO), head]) {
    const by = openBrowser(app.url)
    await by.logIn(email)
    await by.go(`/?site=${bravo}`)
    for (const page of pages.flatMap(({ url }) => everyPath(url, of))) {
      for (const form of formsOf((await by.go(page)).text)) {
        const route = taking.find(({ url }) => matches(url, form.action.split('#')[0]!))
        assert.ok(route, `${page} has a form for ${form.action}, which no route takes`)
        if (NOT_SENT.test(form.action)) continue
        const fields = [...new Set(form.fields.map(([name]) => name))].sort()
        const key = [route.url, form.button, ...fields].join(' ')
        if (!found.has(key)) found.set(key, { ...form, fields: inBravo(form, route, bravo, of), route, page, by })
      }
    }
  }
  return [...found.values()]
}

/** Devices are moved away; everything else is made in Bravo. New members are relatives, who see a device of Bravo. */
function inBravo({ fields }: PageForm, { url }: ListedRoute, bravo: number, of: Ids): PageForm['fields'] {
  const isFamily = fields.some(([name]) => name === 'family_devices')
  return fields.map(([name, value]) => {
    if (name === 'site_id' && !url.endsWith('/settings/site')) return [name, String(bravo)]
    if (name === 'family_devices') return [name, `#${of.devices![0]}`]
    return [name, name === 'role' && isFamily ? 'family' : value]
  })
}

const matches = (url: string, path: string) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`).test(path)

function everyPath(url: string, of: Ids): string[] {
  let paths = ['']
  const parts = url.split('/').slice(1)
  for (const [place, part] of parts.entries()) {
    const values = part.startsWith(':') ? (of[parts[place - 1]!] ?? []) : [part]
    paths = paths.flatMap((path) => values.slice(0, 5).map((value) => `${path}/${value}`))
  }
  return paths
}

async function post({ browser, csrf }: Actor, address: string, fields: PageForm['fields']) {
  const sent = new URLSearchParams([...fields, ['_csrf', csrf]])
  const page = await browser!.post(address, sent.toString())
  const to = page.headers.get('location')
  const next = page.status === 303 && to !== null && !to.startsWith('/login') ? (await browser!.go(to)).text : ''
  // The page repeats the address that it was sent to.
  return { status: page.status, text: (page.text + next).replaceAll(address, '') }
}

const csrfOf = (text: string): string => / data-csrf="([^"]*)"/.exec(text)?.[1] ?? ''

async function call(app: TestApp, method: string, path: string, token: string | null, body: unknown) {
  const headers: Record<string, string> = { ...PLAIN, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const answer = await fetch(`${app.url}${path}`, { method, headers, ...sent })
  return { status: answer.status, text: await answer.text() }
}

/** Each route of the API that changes something, with bodies that name things of Bravo. */
function apiRequests({ app, bravo }: WholeSites, of: Ids): ApiRequest[] {
  const named = namingBravo(app, of, bravo)
  return app.service.http.routeList
    .filter(
      ({ method, policy, schema, url }) =>
        !['GET', 'HEAD'].includes(method) &&
        !schema.hide &&
        !['public', 'device', 'source'].includes(policy) &&
        !NOT_SENT.test(url),
    )
    .flatMap((route) => {
      const address = `${route.method} ${route.url}`
      const bodies = named[address]
      if (bodies !== undefined) return bodies.map((body) => ({ route, body }))
      const need = NEEDS[address]
      assert.ok(typeof need !== 'function', `${address} needs a line in namingBravo`)
      return [{ route, body: (need as Need | undefined)?.body }]
    })
}

function namingBravo(app: TestApp, of: Ids, site_id: number): Record<string, unknown[]> {
  const [device_id, other_id] = of.devices!
  const user_id = of.users![0]
  const rule = {
    name: 'Pressure high',
    condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
    levels: [{ severity: 'warning', value: 3 }],
    title: 'Pressure above {threshold} bar',
    scope: { device_ids: [device_id, other_id] },
  }
  const at = (hours: number) => new Date(app.now().getTime() + hours * 3_600_000).toISOString()
  const fence = { circle: { lat: 46.05, lng: 14.5, radius_m: 500 } }
  const steps = [
    {
      wait_s: 0,
      targets: [
        { type: 'user', id: user_id },
        { type: 'schedule', id: of.schedules![0] },
      ],
    },
  ]
  const layers = [{ people: [user_id], start_date: '2026-01-05', unit: 'week', length: 1, handover: '09:00' }]
  const silence = { reason: 'New switch', duration_s: 600, device_ids: [device_id] }
  const devices = [{ device_id, label: 'Bed' }]
  const webhook = { name: 'Tickets', url: 'http://127.0.0.1:9/hook' }
  const span = { from: at(-3), to: at(0) }
  /** Where it is to belong: in Bravo, or where its maker may choose. */
  const somewhere = (body: object) => [{ ...body, site_id }, body]
  return {
    'PATCH /api/mobile/me/contact-methods/:id': [{ label: 'Their phone' }],
    'POST /api/mobile/me/contact-methods': [{ kind: 'ntfy' }],
    'POST /api/mobile/me/tokens': [{ name: 'Script', site_ids: [site_id] }],
    'POST /api/mobile/me/calendar-feeds': [{ schedule_id: of.schedules![0] }],
    'POST /api/mobile/alerts/:id/assignment': [{ user_id }],
    'POST /api/mobile/incidents': [...somewhere({ title: 'Smell of gas' }), { title: 'Smell of gas', device_id }],
    'POST /api/mobile/incidents/:id/assignment': [{ user_id }],
    'POST /api/mobile/incidents/:id/calls': [
      { to: { type: 'user', id: user_id } },
      { to: { type: 'schedule', id: of.schedules![0] } },
    ],
    'POST /api/mobile/incidents/:id/merge': [{ incident_ids: of.incidents!.slice(1, 3).map(Number) }],
    'POST /api/admin/devices': somewhere({ name: 'Boiler room', module: 'factory' }),
    'PATCH /api/admin/devices/:id': [{ name: 'Not theirs' }, { enabled: false }],
    'POST /api/admin/devices/:id/move': [{ site_id: 1 }, { site_id }],
    'POST /api/admin/devices/:id/handover': [{ site_id: 1 }, { site_id }],
    'POST /api/admin/sites': [{ name: 'A site of their own' }],
    'POST /api/admin/sources': somewhere({ name: 'Cold store', format: 'influx' }),
    'PATCH /api/admin/sources/:id': [{ name: 'Not theirs' }, { enabled: false }],
    'POST /api/admin/sources/:id/external-ids/adopt': [
      { items: [{ external_id: 'attic', device_id }] },
      { items: [{ external_id: 'attic', device: { name: 'Attic', module: 'home_infra' } }] },
    ],
    'POST /api/admin/sources/:id/external-ids/ignore': [{ external_ids: ['attic'] }],
    'POST /api/admin/sources/:id/examples': [{ message: Number(of.messages![0]) }],
    'POST /api/admin/sources/:id/external-ids/release': [{ external_ids: ['monitor'] }],
    'PUT /api/admin/sites/:id/status-page': [{ title: 'Services', devices }],
    'POST /api/admin/sites/:id/status-page/notices': [
      { kind: 'incident', title: 'Not theirs', text: 'Not theirs', device_ids: [device_id] },
    ],
    'PATCH /api/admin/sites/:id/status-page/notices/:notice_id': [{ device_ids: [device_id] }, { title: 'Not theirs' }],
    'POST /api/admin/sites/:id/status-page/notices/:notice_id/updates': [{ state: 'resolved' }],
    'PUT /api/admin/sites/:id/members/:user': [{ role: 'viewer' }, { role: 'family', devices: [device_id] }],
    'POST /api/admin/silences': somewhere(silence),
    'POST /api/admin/silences/preview': somewhere({ duration_s: 60, device_ids: [device_id] }),
    'PATCH /api/admin/silences/:id': [{ device_ids: [device_id, other_id] }],
    'POST /api/admin/escalation-policies': somewhere({ name: 'Ward 3', steps }),
    'PATCH /api/admin/escalation-policies/:id': [{ steps, rounds: 2 }],
    'POST /api/admin/schedules': somewhere({ name: 'Nights', time_zone: 'UTC', layers }),
    'PATCH /api/admin/schedules/:id': [{ layers, time_zone: 'Europe/Ljubljana' }],
    'POST /api/admin/schedules/:id/overrides': [{ user_id, from: at(40), to: at(41) }],
    'POST /api/admin/geofences': somewhere({ name: 'Yard', fence }),
    'PATCH /api/admin/geofences/:id': [{ name: 'Other yard' }],
    'POST /api/admin/rules': somewhere({ key: 'made.anew', ...rule }),
    'PUT /api/admin/rules/:key': somewhere(rule),
    'POST /api/admin/rules/preview': somewhere({ rule: { key: 'made.anew', ...rule }, ...span }),
    'POST /api/admin/users': [
      { email: 'new@example.org', role: 'viewer', invite: true },
      { email: 'new@example.org', role: null, memberships: [{ site_id, role: 'viewer' }], invite: true },
      {
        email: 'new@example.org',
        role: null,
        memberships: [{ site_id: 1, role: 'family', devices: [device_id] }],
        invite: true,
      },
    ],
    'POST /api/admin/tokens': [
      { name: 'Script', site_ids: [site_id] },
      { name: 'Script', user_id },
    ],
    'POST /api/admin/webhooks': somewhere(webhook),
  }
}
