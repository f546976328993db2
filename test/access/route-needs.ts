import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { inCellOfIncident } from '../../src/core/cells/find-cell.ts'
import { createPolicy } from '../../src/core/escalation/manage-policies.ts'
import { createSilence } from '../../src/core/notifications/manage-silences.ts'
import { createSchedule } from '../../src/core/on-call/manage-schedules.ts'
import { saveRule } from '../../src/core/rules/editing/edit-rules.ts'
import { createGeofence } from '../../src/core/rules/geofences/manage-geofences.ts'
import type { RuleDefinition } from '../../src/core/rules/rule.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { keepExample } from '../../src/core/sources/examples/keep-example.ts'
import { newSource } from '../../src/core/sources/source-settings.ts'
import { insertSource } from '../../src/core/sources/source-store.ts'
import { createNotice } from '../../src/core/status-pages/manage-notices.ts'
import { saveStatusPage } from '../../src/core/status-pages/manage-status-page.ts'
import { secondsAfter } from '../../src/platform/clock.ts'
import { newToken } from '../../src/platform/secrets.ts'
import type { TestApp } from '../harness/app.ts'
import { addPerson, PASSWORD } from '../harness/people.ts'
import { browserKeys } from '../harness/push-browser.ts'

/** Requirements of a request besides its address. Routes without any have no entry. */
export interface Need {
  query?: string
  body?: unknown
  /** Media type, if not JSON. */
  type?: string
  /** The request ends the login that made it. */
  endsLogin?: true
  /** Restores the state that the next request relies on. */
  afterwards?: () => Promise<unknown>
}

const device = { name: 'Boiler room', module: 'factory' }
const user = () => ({
  email: `${crypto.randomUUID()}@example.org`,
  password: 'a quiet harbour at dawn',
  role: 'viewer',
})

const SUBSCRIPTION = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: browserKeys().keys }

const rule = (key: string) => ({
  key,
  name: 'Pressure high',
  condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
  levels: [{ severity: 'warning', value: 3 }],
  title: 'Pressure above {threshold} bar',
})

const geofence = () => ({ name: crypto.randomUUID(), fence: { circle: { lat: 46.05, lng: 14.5, radius_m: 500 } } })

const schedule = () => ({ name: crypto.randomUUID(), time_zone: 'UTC', layers: [] })

const STEPS = [{ wait_s: 0, targets: [{ type: 'role' as const, role: 'admin' as const }] }]

/** By method and address. Functions are called for each request. They may rely on the people of access.test.ts. */
export const NEEDS: Record<string, Need | ((app: TestApp, email?: string) => Promise<Need>)> = {
  'POST /api/telemetry/ingest': { body: { module: 'factory', metrics: { gas_ppm: 3 } } },
  'POST /api/telemetry/batch': { body: [{ module: 'factory' }] },
  'POST /api/telemetry/owntracks': { body: { _type: 'location', lat: 48.85833, lon: 2.29513, tst: 1795263622 } },
  'POST /api/telemetry/osmand': { body: { location: { coords: { latitude: 48.85833, longitude: 2.29513 } } } },
  'GET /api/telemetry/osmand': { query: 'lat=48.85833&lon=2.29513' },
  'PATCH /api/admin/settings': { body: { second_factor_required: 'nobody' } },
  'POST /api/admin/settings/test': { body: { what: 'public_url' } },
  'POST /own-address': { body: { challenge: 'a'.repeat(64) } },
  'POST /push/subscription': { body: { previous: SUBSCRIPTION, subscription: SUBSCRIPTION } },
  'POST /push/subscription/removal': { body: { subscription: SUBSCRIPTION } },
  'POST /api/mobile/login': { body: { email: 'the-viewer@example.org', password: PASSWORD } },
  'POST /api/mobile/logout': { endsLogin: true },
  'PATCH /api/mobile/me': { body: { name: 'Ana' } },
  'POST /api/mobile/me/password': changedPassword,
  'POST /api/mobile/me/tokens': async () => ({ body: { name: crypto.randomUUID() } }),
  'POST /api/mobile/me/contact-methods': async (app) => ({
    body: { kind: 'ntfy' },
    afterwards: () => app.rows('delete from contact_methods'),
  }),
  'PATCH /api/mobile/me/contact-methods/:id': { body: { label: 'Other phone' } },
  'POST /api/mobile/me/contact-methods/:id/verification': { body: { code: '000000' } },
  'PUT /api/mobile/me/notification-preferences': {
    body: {
      ...{ min_severity: 'critical', quiet_hours: null, critical_breaks_quiet: true },
      steps: [{ after_s: 0, method_ids: null }],
    },
  },
  'GET /api/mobile/devices/:id/series': { query: 'metric=systolic' },
  'GET /api/mobile/devices/:id/readings/export': { query: 'format=ndjson' },
  'GET /api/mobile/devices/:id/track/export': { query: 'format=geojson' },
  'POST /api/mobile/incidents': { body: { title: 'Smell of gas' } },
  'POST /api/mobile/incidents/:id/assignment': ownAssignment,
  'POST /api/mobile/incidents/:id/severity': { body: { severity: 'info' } },
  'POST /api/mobile/incidents/:id/calls': callOfAnother,
  'POST /api/mobile/incidents/:id/merge': async (app) => ({
    body: { incident_ids: [await raise(app, 'incident_id')] },
  }),
  'POST /api/mobile/incidents/:id/notes': { body: { text: 'Nurse on her way' } },
  'POST /api/mobile/devices/:id/notes': { body: { text: 'Filter changed' } },
  'POST /api/mobile/alerts/:id/notes': { body: { text: 'Measured again by hand' } },
  'POST /api/mobile/alerts/:id/assignment': ownAssignment,
  'GET /api/admin/audit/export': { query: 'format=ndjson' },
  'POST /api/admin/devices': { body: device },
  'PATCH /api/admin/devices/:id': { body: { enabled: false } },
  'POST /api/admin/devices/:id/move': async (app) => ({ body: { site_id: await addSite(app) } }),
  'POST /api/admin/devices/:id/handover': async (app) => ({ body: { site_id: await addSite(app) } }),
  'POST /api/admin/sites': async () => ({ body: { name: crypto.randomUUID() } }),
  'PATCH /api/admin/sites/:id': { body: { notes: 'Second floor' } },
  'PUT /api/admin/sites/:id/status-page': { body: { title: 'All services', devices: [] } },
  'POST /api/admin/sites/:id/status-page/notices': {
    body: { kind: 'incident', title: 'No warm water', text: 'We are looking into it.' },
  },
  'PATCH /api/admin/sites/:id/status-page/notices/:notice_id': { body: { title: 'Cold water only' } },
  'POST /api/admin/sites/:id/status-page/notices/:notice_id/updates': { body: { state: 'monitoring' } },
  'POST /api/sources/:id': { body: {} },
  'POST /api/admin/sources': { body: { name: 'Cold store', format: 'influx', site_id: 1 } },
  'PATCH /api/admin/sources/:id': { body: { rate_per_s: 20 } },
  'POST /api/admin/sources/:id/external-ids/adopt': {
    body: { items: [{ external_id: 'cellar', device: { name: 'Cellar', module: 'home_infra' } }] },
  },
  'POST /api/admin/sources/:id/external-ids/ignore': { body: { external_ids: ['cellar'] } },
  'POST /api/admin/sources/:id/external-ids/release': { body: { external_ids: ['cellar'] } },
  'POST /api/admin/sources/:id/preview': { body: {} },
  'POST /api/admin/sources/:id/examples': async (app) => ({ body: { message: (await pendingMessage(app)).id } }),
  'PUT /api/admin/sites/:id/members/:user': { body: { role: 'operator' } },
  'POST /api/admin/silences': { body: { reason: 'New switch', duration_s: 1 } },
  'POST /api/admin/silences/preview': { body: { duration_s: 60 } },
  'PATCH /api/admin/silences/:id': { body: { reason: 'New cable' } },
  'POST /api/admin/escalation-policies': { body: { name: 'Ward 3', steps: STEPS } },
  'PATCH /api/admin/escalation-policies/:id': { body: { rounds: 2 } },
  'POST /api/admin/schedules': async () => ({ body: schedule() }),
  'PATCH /api/admin/schedules/:id': { body: { time_zone: 'Europe/Ljubljana' } },
  'POST /api/admin/schedules/:id/overrides': ownOverride,
  'POST /api/admin/geofences': async () => ({ body: geofence() }),
  'PATCH /api/admin/geofences/:id': async () => ({ body: { name: crypto.randomUUID() } }),
  'POST /api/admin/rules': async () => ({ body: rule(`a${crypto.randomUUID().replaceAll('-', '')}`) }),
  'PUT /api/admin/rules/:key': { body: { ...rule('a.rule'), name: 'Pressure very high', key: undefined } },
  'PATCH /api/admin/rules/:key': { body: { enabled: false } },
  'POST /api/admin/rules/preview': {
    body: { rule: rule('a.rule'), from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  },
  'GET /api/admin/rules/:key/explain': async (app) => ({ query: `device_id=${(await app.createDevice()).id}` }),
  'PUT /api/admin/devices/:id/attributes': { body: { max_pressure: 4 } },
  'POST /api/admin/users': async () => ({ body: user() }),
  'PATCH /api/admin/users/:id': { body: { role: 'operator' } },
  'POST /api/admin/tokens': async () => ({ body: { name: crypto.randomUUID() } }),
  'PATCH /api/admin/webhooks/:id': { body: { enabled: false } },
  'POST /api/admin/webhooks/:id/recovery': { body: { since: '2026-01-01T00:00:00Z' } },
  'POST /api/admin/webhooks': { body: { name: 'Tickets', url: 'http://127.0.0.1:9/hook' } },
}

/**
 * Creates an object to act on for each request, by the part of the address before `:id` or `:key`. Personal objects
 * belong to the person who sends the request, if there is one.
 */
export const THINGS: Record<string, (app: TestApp, email?: string) => Promise<string | number>> = {
  devices: async (app) => (await app.createDevice()).id,
  notes: addDeviceNote,
  notices: addStatusNotice,
  alerts: (app) => raise(app, 'alert_id'),
  incidents: raiseAndEscalate,
  // Not started yet, so it may be deleted.
  silences: (app) => {
    const body = { reason: 'New switch', starts_at: secondsAfter(app.now(), 3_600).toISOString(), duration_s: 60 }
    return createSilence(app.service.db, body, BY_COMMAND, app.now())
  },
  'contact-methods': addContactMethod,
  'escalation-policies': async (app) =>
    (await createPolicy(app.service.db, { name: 'Ward 3', steps: STEPS }, BY_COMMAND, app.now())).id,
  schedules: (app) => createSchedule(app.service.db, schedule(), BY_COMMAND, app.now()),
  overrides: addOverride,
  'calendar-feeds': (app, email) =>
    ownRow(app, email, 'calendar_feeds (secret_hash, user_id, created_at)', '$1, $2, now()'),
  rules: addRule,
  geofences: (app) => createGeofence(app.service.db, geofence(), BY_COMMAND, app.now()),
  webhooks: async (app) => (await app.createWebhook({ url: 'http://127.0.0.1:9/hook' })).id,
  deliveries: deadDelivery,
  sources: addPendingSource,
  examples: addExample,
  sites: addSite,
  members: addMember,
  users: addUser,
  sessions: (app, email) =>
    ownRow(
      app,
      email,
      'sessions (cookie_hash, user_id, created_at, last_used_at, address, user_agent)',
      '$1, $2, now(), now(), $1, $1',
    ),
  tokens: (app, email) =>
    ownRow(
      app,
      email,
      'access_tokens (token_hash, token_hint, kind, user_id, name, created_at)',
      "$1, $1, 'api', $2, $1, now()",
    ),
}

/** An incident whose escalation is under way. */
async function raiseAndEscalate(app: TestApp): Promise<number> {
  const id = await raise(app, 'incident_id')
  const cell = await inCellOfIncident(app.service.db, id)
  await cell.query(sql`
    insert into escalation_runs (
      incident_id, policy, severity, state, round, step, next_at, started_at, round_started_at
    )
    select ${id}::bigint, to_jsonb(p), 'critical', 'active', 0, 1, ${app.now()}, ${app.now()}, ${app.now()}
    from escalation_policies as p
    where p.is_last
    on conflict do nothing`)
  return id
}

/** The only one of its person, and verified. */
async function addContactMethod(app: TestApp, email: string | undefined): Promise<number> {
  await app.rows('delete from contact_methods')
  const columns = 'user_id, fingerprint, kind, label, state, address_hint, details, address_sealed, created_at'
  const [method] = await app.rows<{ id: number }>(
    `insert into contact_methods (${columns})
    values ($1, $2, 'ntfy', 'Phone', 'verified', 'ntfy.sh', 'minimal', '', now())
    returning id`,
    [await personOf(app, email), crypto.randomUUID()],
  )
  return method!.id
}

/** Somebody else with a verified contact method, for this request alone. */
async function callOfAnother(app: TestApp): Promise<Need> {
  const email = `${crypto.randomUUID()}@example.org`
  const { id } = await addPerson(app.service.db, email, 'viewer', app.now())
  await addContactMethod(app, email)
  return { body: { to: { type: 'user', id } }, afterwards: () => app.rows('delete from contact_methods') }
}

async function addUser(app: TestApp): Promise<number> {
  const email = `${crypto.randomUUID()}@example.org`
  const insert =
    "insert into users (email, name, role, created_at) values ($1, 'Somebody', 'viewer', now()) returning id"
  const [user] = await app.rows<{ id: number }>(insert, [email])
  return user!.id
}

async function ownRow(app: TestApp, email: string | undefined, columns: string, values: string): Promise<number> {
  const owner = await personOf(app, email)
  const insert = `insert into ${columns} values (${values}) returning id::integer`
  const [row] = await app.rows<{ id: number }>(insert, [crypto.randomUUID(), owner])
  return row!.id
}

/** The people keep their password. */
async function changedPassword(app: TestApp): Promise<Need> {
  const [old] = await app.rows<{ password_hash: string }>('select password_hash from users order by id limit 1')
  const afterwards = () => app.rows('update users set password_hash = $1', [old!.password_hash])
  const body = { current_password: PASSWORD, password: 'the next quiet harbour' }
  return { body, endsLogin: true, afterwards }
}

/** A delivery of the webhook created for the preceding part of the address. */
async function deadDelivery(app: TestApp): Promise<number> {
  const [delivery] = await app.rows<{ id: number }>(
    `insert into deliveries (webhook_id, message_id, event, lane, body, status, created_at, finished_at)
     select max(id), 'msg_' || gen_random_uuid(), 'alert.triggered', 'test', '{}', 'dead', now(), now() from webhooks
     returning id::integer`,
  )
  return delivery!.id
}

/** In the schedule created for the preceding part of the address. */
/** On the newest device. */
async function addDeviceNote(app: TestApp): Promise<number> {
  const [note] = await app.rows<{ note_id: number }>(
    `insert into device_notes (device_id, at, written_at, text) select max(id), $1, $1, 'Filter changed' from devices
     returning note_id`,
    [app.now()],
  )
  return note!.note_id
}

async function addOverride(app: TestApp, email: string | undefined): Promise<number> {
  const [override] = await app.rows<{ id: number }>(
    `insert into schedule_overrides (user_id, schedule_id, starts_at, ends_at, created_at)
     select $1, max(id), $2, $2::timestamptz + interval '1 day', $2 from schedules
     returning id`,
    [await personOf(app, email), app.now()],
  )
  return override!.id
}

const personOf = async (app: TestApp, email: string | undefined): Promise<number> => {
  const [user] = await app.rows<{ id: number }>('select id from users where email = $1', [email])
  return user?.id ?? addUser(app)
}

async function ownAssignment(app: TestApp, email: string | undefined): Promise<Need> {
  return { body: { user_id: await personOf(app, email) } }
}

/** Operators take over themselves. */
async function ownOverride(app: TestApp, email: string | undefined): Promise<Need> {
  const [from, to] = [app.now(), secondsAfter(app.now(), 3_600)]
  return { body: { user_id: await personOf(app, email), from: from.toISOString(), to: to.toISOString() } }
}

async function addSite(app: TestApp): Promise<number> {
  const id = await createSite(app.service.db, { name: crypto.randomUUID(), notes: '' }, BY_COMMAND, app.now())
  await saveStatusPage(app.service.db, id, { title: 'Services', devices: [], tags: [] }, null, BY_COMMAND, app.now())
  return id
}

/** On the newest status page. */
async function addStatusNotice(app: TestApp): Promise<number> {
  const [page] = await app.rows<{ site_id: number }>('select max(site_id) as site_id from status_pages')
  const body = { kind: 'incident', title: 'No warm water', text: 'We are looking into it.' } as const
  return createNotice(app.service.db, page!.site_id, body, BY_COMMAND, app.now())
}

/** A source of the first site that has a device to adopt. Without the limit of how many there are. */
async function addPendingSource(app: TestApp): Promise<number> {
  const source = { ...newSource({ name: 'Cold store', format: 'influx' }), site_id: 1 }
  const token = newToken()
  const id = await insertSource(app.service.db, source, token, app.now())
  const sent = { method: 'POST', headers: { 'x-source-token': token }, body: 'climate,device=cellar temperature=7' }
  assert.equal((await fetch(`${app.url}/api/sources/${id}/write`, sent)).status, 204)
  return id
}

/** The message of the newest source. */
async function pendingMessage(app: TestApp): Promise<{ id: number; source_id: number }> {
  const [message] = await app.rows<{ id: number; source_id: number }>(
    'select id::integer, source_id from source_messages order by source_id desc limit 1',
  )
  return message!
}

async function addExample(app: TestApp): Promise<number> {
  const { id, source_id } = await pendingMessage(app)
  return (await keepExample(app.service.db, source_id, id, BY_COMMAND, app.now())).id
}

/** A member of all sites. */
async function addMember(app: TestApp): Promise<string | number> {
  const id = await addUser(app)
  await app.rows(`insert into site_members (site_id, user_id, role) select id, $1, 'viewer' from sites`, [id])
  return id
}

async function addRule(app: TestApp): Promise<string> {
  const key = `b${crypto.randomUUID().replaceAll('-', '')}`
  await saveRule(app.service.db, rule(key) as RuleDefinition, { version: null, by: BY_COMMAND }, app.now())
  return key
}

async function raise(app: TestApp, id: 'alert_id' | 'incident_id'): Promise<number> {
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 185 } })
  const [alert] = await app.rows<Record<typeof id, number>>(
    'select alert_id::float8, incident_id::float8 from alerts where device_id = $1',
    [monitor.id],
  )
  return alert![id]
}
