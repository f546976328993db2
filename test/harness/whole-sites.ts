import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { type Caller, startApp, type TestApp } from './app.ts'
import { callWith, openBrowser, tokenOf } from './browser.ts'
import { addPerson } from './people.ts'
import { addMember, BEGIN, fillSite, TABLES_OF_SITES } from './site-worlds.ts'

/** In every text of the site. */
export const ALPHA = 'Zebedee'
export const BRAVO = 'Zwingli'

/** Two sites with something of everything in each. */
export interface WholeSites {
  app: TestApp
  alpha: number
  bravo: number
  /** People who belong to Bravo: its administrator, and an operator with a shift. */
  ofBravo: number[]
  head: string
}

const idOf = async (app: TestApp, email: string) =>
  (await app.rows<{ id: number }>('select id from users where email = $1', [email]))[0]!.id

export const adminOf = (name: string): string => `head-of-${name.toLowerCase()}@example.org`

export async function startWholeSites(t: TestContext): Promise<WholeSites> {
  const app = await startApp(t, { startsAt: BEGIN })
  const { db } = app.service
  const head = 'everywhere@example.org'
  await addPerson(db, head, 'admin', app.now())
  await app.rows('update sites set name = $1 where id = 1', [`Site ${ALPHA}`])
  const bravo = await createSite(db, { name: `Site ${BRAVO}`, notes: `Notes of ${BRAVO}` }, BY_COMMAND, app.now())
  await fillWhole(app, 1, ALPHA)
  await fillWhole(app, bravo, BRAVO)
  const people = await app.rows<{ user_id: number }>('select user_id from site_members where site_id = $1', [bravo])
  return { app, alpha: 1, bravo, ofBravo: people.map(({ user_id }) => user_id), head }
}

/** Rows that `fillSite` makes, and those that people of the site make of their own. */
async function fillWhole(app: TestApp, siteId: number, name: string): Promise<void> {
  const email = adminOf(name)
  await addMember(app, siteId, email, 'admin')
  await app.rows('update users set name = $1 where email = $2', [`Head of ${name}`, email])
  await fillSite(app, siteId, name)
  const of = await idsOfSite(app, siteId)
  const [operator, device, second] = [
    await idOf(app, `${name.toLowerCase()}@example.org`),
    of.devices![0],
    of.devices![1],
  ]
  const token = await tokenOf(app, email)
  const call: Caller = async (method, path, body) => {
    const answer = await callWith(app, token, method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const hours = (count: number) => new Date(app.now().getTime() + count * 3_600_000).toISOString()
  await call('POST', `/api/mobile/devices/${device}/notes`, { text: `Bed moved by ${name}` })
  await call('PUT', `/api/admin/devices/${device}/attributes`, { [`limit_of_${name.toLowerCase()}`]: 4 })
  await call('PATCH', `/api/admin/devices/${second}`, { notes: `Keys are with ${name}` })
  const [alert, acknowledged] = of.alerts!
  await call('POST', `/api/mobile/alerts/${alert}/notes`, { text: `Measured again by ${name}` })
  await call('POST', `/api/mobile/alerts/${acknowledged ?? alert}/acknowledgement`)
  await call('POST', `/api/mobile/alerts/${alert}/assignment`, { user_id: operator })
  for (const title of ['Smell of gas', 'Leaking roof', 'Lost key']) {
    await call('POST', '/api/mobile/incidents', { title: `${title} at ${name}`, note: `Told by ${name}` })
  }
  const [lost, leaking] = (await idsOfSite(app, siteId)).incidents!.map(Number).sort((one, other) => other - one)
  await call('POST', `/api/mobile/incidents/${lost}/resolution`, { note: `Found by ${name}` })
  await call('POST', `/api/mobile/incidents/${leaking}/acknowledgement`)
  const shift = { user_id: operator, from: hours(24), to: hours(30) }
  await call('POST', `/api/admin/schedules/${of.schedules![0]}/overrides`, shift)
  const devices = [{ device_id: device, group_name: `Group of ${name}`, label: `Bed of ${name}` }]
  await call('PUT', `/api/admin/sites/${siteId}/status-page`, { title: `Services of ${name}`, devices })
  const notice = { kind: 'incident', title: `Trouble of ${name}`, text: `Said by ${name}`, device_ids: [device] }
  await call('POST', `/api/admin/sites/${siteId}/status-page/notices`, notice)
  const later = { starts_at: hours(48), duration_s: 3_600 }
  await call('POST', '/api/admin/silences', { reason: `New switch for ${name}`, ...later, device_ids: [second] })
  const memberships = [{ site_id: siteId, role: 'viewer' }]
  const invited = { email: `invited-by-${name.toLowerCase()}@example.org`, role: null, memberships, invite: true }
  await call('POST', '/api/admin/users', invited)
  await call('POST', '/api/mobile/me/tokens', { name: `Script of ${name}` })
  await call('POST', '/api/mobile/me/contact-methods', { kind: 'ntfy', label: `Phone of ${name}` })
  await call('POST', '/api/mobile/me/calendar-feeds', { schedule_id: of.schedules![0] })
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const filter = { list: 'alerts', name: `Filter of ${name}`, query: `?q=${name}` }
  const saved = await browser.post('/account/filters', { _csrf: (await browser.go('/account')).csrf(), ...filter })
  assert.equal(saved.status, 303, saved.text)
}

/** Ids of what belongs to a site, by the part of an address before them. */
export async function idsOfSite(app: TestApp, siteId: number): Promise<Record<string, (string | number)[]>> {
  const all = async (from: string, id = 'id') => {
    const rows = await app.rows<{ id: string | number }>(`select distinct ${id} as id from ${from} order by 1`, [
      siteId,
    ])
    return rows.map((row) => row.id)
  }
  const own = (table: string) => `${table} where site_id = $1`
  const ofSources = (outcome: string) =>
    `source_messages where outcome = '${outcome}' and source_id in (select id from sources where site_id = $1)`
  const ofDevices = (table: string) => `${table} where device_id in (select id from devices where site_id = $1)`
  const ofPeople = (table: string) => `${table} where user_id in (select user_id from site_members where site_id = $1)`
  const ofTables: Record<string, (string | number)[]> = {}
  for (const table of TABLES_OF_SITES) ofTables[table] = await all(own(table))
  return {
    ...ofTables,
    notes: await all(ofDevices('device_notes'), 'note_id'),
    alerts: await all(ofDevices('alerts'), 'alert_id'),
    incidents: await all(own('incidents'), 'incident_id'),
    rules: await all(own('rules'), 'key'),
    versions: [1],
    deliveries: await all('deliveries where webhook_id in (select id from webhooks where site_id = $1)'),
    messages: await all(ofSources('quarantined')),
    examples: await all(ofSources('example')),
    'on-call': await all(own('schedules')),
    notices: await all(own('status_notices')),
    overrides: await all('schedule_overrides where schedule_id in (select id from schedules where site_id = $1)'),
    'escalation-policies': await all(own('escalation_policies')),
    sites: [siteId],
    memberships: [siteId],
    users: await all(own('site_members'), 'user_id'),
    // Not its administrator, who goes on to use the forms.
    members: (await all(own('site_members'), 'user_id')).slice(1),
    sessions: await all(ofPeople('sessions')),
    passkeys: await all(ofPeople('passkeys')),
    tokens: await all(ofPeople('access_tokens')),
    'contact-methods': await all(ofPeople('contact_methods')),
    methods: await all(ofPeople('contact_methods')),
    'calendar-feeds': await all(ofPeople('calendar_feeds')),
  }
}
