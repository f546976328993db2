import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { putMember } from '../../src/core/actions/change-members.ts'
import { noteOnIncident } from '../../src/core/actions/respond-to-incident.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createPolicy } from '../../src/core/escalation/manage-policies.ts'
import { createSilence } from '../../src/core/notifications/manage-silences.ts'
import { createSchedule } from '../../src/core/on-call/manage-schedules.ts'
import type { Role } from '../../src/core/reach/role.ts'
import { saveRule } from '../../src/core/rules/editing/edit-rules.ts'
import { createGeofence } from '../../src/core/rules/geofences/manage-geofences.ts'
import type { RuleDefinition } from '../../src/core/rules/rule.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { keepExample } from '../../src/core/sources/examples/keep-example.ts'
import { createSource } from '../../src/core/sources/manage-sources.ts'
import { HELD } from '../../src/platform/site-contents.ts'
import { type AppOptions, startApp, type TestApp, type TestDevice } from './app.ts'
import { addPerson } from './people.ts'

/** Every text of the other site contains it. */
export const CANARY = 'Zwingli'

/** Tables of what belongs to a site, where addresses have their name before an id. */
export const TABLES_OF_SITES = Object.keys(HELD).filter((kind) => !['incidents', 'rules', 'policies'].includes(kind))

export const BEGIN = new Date('2026-03-02T12:00:00.000Z')

/** Two sites, and a member of the first one in each role. */
export interface SiteWorld {
  app: TestApp
  north: number
  south: number
  /** Emails by role. */
  members: Record<Role, string>
}

export interface SiteWorldOptions extends AppOptions {
  /** Where webhooks of the first site are sent; nobody receives those of others. */
  receiver?: string
}

const NOBODY = 'http://127.0.0.1:9/hook'

/** The same every time but for secrets. The second site is empty. */
export async function startSiteWorld(
  t: TestContext,
  { receiver = NOBODY, ...options }: SiteWorldOptions = {},
): Promise<SiteWorld> {
  const app = await startApp(t, { startsAt: BEGIN, ...options })
  const { db } = app.service
  const south = await createSite(db, { name: 'South', notes: '' }, BY_COMMAND, app.now())
  await addPerson(db, 'everywhere@example.org', 'admin', app.now())
  const members = {} as Record<Role, string>
  for (const role of ['viewer', 'operator', 'admin'] as const) {
    members[role] = `${role}-of-north@example.org`
    await addMember(app, 1, members[role], role)
  }
  await fillSite(app, 1, 'North', receiver)
  return { app, north: 1, south, members }
}

export async function addMember(app: TestApp, siteId: number, email: string, role: Role): Promise<number> {
  const { id } = await addPerson(app.service.db, email, null, app.now())
  await putMember(app.service.db, { siteId, user: id, role }, BY_COMMAND, app.now())
  return id
}

/** Something of everything that belongs to a site; the clock goes on as much for every site. */
export async function fillSite(app: TestApp, siteId: number, name: string, receiver = NOBODY): Promise<void> {
  const { db } = app.service
  const person = await addMember(app, siteId, `${name.toLowerCase()}@example.org`, 'operator')
  const of = { site_id: siteId, tags: [`tag of ${name}`] }
  const monitor = await app.createDevice({ ...of, name: `Monitor ${name}`, module: 'health' })
  const truck = await app.createDevice({ ...of, name: `Truck ${name}`, module: 'fleet' })
  const lost: TestDevice[] = []
  for (let n = 0; n < 6; n += 1) {
    lost.push(await app.createDevice({ ...of, name: `Pump ${n} ${name}`, module: 'factory', offline_after_s: 30 }))
  }
  await app.createWebhook({ site_id: siteId, url: receiver, name: `Webhook of ${name}` })
  await createAll(app, siteId, name, person, monitor.id)
  await addSourceOf(app, siteId, name, monitor.id)
  for (let minute = 0; minute < 3; minute += 1) {
    const place = { lat: 46.05 + minute / 500, lng: 14.5 + minute / 300, battery: 90 - minute, signal: -70 }
    await monitor.send({ ...place, metrics: { systolic: 118 + minute, diastolic: 76, [`of_${name}`]: minute } })
    await truck.send({ ...place, metrics: { speed_kmh: 40 + minute, fuel_level: 60 } })
    for (const pump of lost) await pump.send({ metrics: { pressure_bar: 4 + minute } })
    await app.fastForward({ seconds: 20 })
  }
  // The pumps go offline together; then an alert, which an operator notes on.
  await app.fastForward({ seconds: 60 })
  await monitor.send({ lat: 46.07, lng: 14.53, metrics: { systolic: 191, diastolic: 96 } })
  await app.fastForward({ seconds: 30 })
  const [incident] = await app.rows<{ incident_id: string }>('select incident_id from incidents where device_id = $1', [
    monitor.id,
  ])
  await noteOnIncident(db, Number(incident!.incident_id), BY_COMMAND, `Seen by ${name}`, app.now())
  await app.fastForward({ seconds: 10 })
}

/** The time that `fillSite` takes, with nothing in it. */
export async function passTime(app: TestApp): Promise<void> {
  for (const seconds of [20, 20, 20, 60, 30, 10]) await app.fastForward({ seconds })
}

/** With a device that waits to be adopted and messages of it, and one that is adopted. */
async function addSourceOf(app: TestApp, site_id: number, name: string, deviceId: number): Promise<void> {
  const body = { site_id, name: `Source of ${name}`, format: 'influx', settings: {}, tags: [`tag of ${name}`] } as const
  const { id, token } = await createSource(app.service.db, { ...body, tags: [...body.tags] }, BY_COMMAND, app.now())
  for (const temperature of [19, 20]) {
    const answer = await fetch(`${app.url}/api/sources/${id}/write`, {
      method: 'POST',
      headers: { 'x-source-token': token },
      body: `climate,device=attic,place=${name} temperature=${temperature}`,
    })
    assert.equal(answer.status, 204)
  }
  await app.service.flush()
  await app.rows(
    `insert into external_ids (source_id, external_id, state, device_id, label, first_seen, last_seen)
     values ($1, 'monitor', 'adopted', $2, $3, $4, $4)`,
    [id, deviceId, `Monitor of ${name}`, app.now()],
  )
  const [message] = await app.rows<{ id: number }>(
    'select min(id)::integer as id from source_messages where source_id = $1',
    [id],
  )
  await keepExample(app.service.db, id, message!.id, BY_COMMAND, app.now())
}

async function createAll(app: TestApp, site_id: number, name: string, person: number, deviceId: number): Promise<void> {
  const { db } = app.service
  const now = app.now()
  const rule = {
    key: `own.${name.toLowerCase().replaceAll(' ', '_')}`,
    name: `Rule of ${name}`,
    condition: { type: 'threshold', field: 'metrics.pressure_bar', op: 'gt' },
    levels: [{ severity: 'warning', value: 99 }],
    title: `Pressure of ${name} above {threshold} bar`,
  }
  await saveRule(db, rule as RuleDefinition, { site_id, version: null, by: BY_COMMAND }, now)
  const fence = { circle: { lat: 46.05, lng: 14.5, radius_m: 900 } }
  await createGeofence(db, { site_id, name: `Geofence of ${name}`, fence }, BY_COMMAND, now)
  const silence = { reason: `Silence of ${name}`, duration_s: 36_000, max_severity: 'info' as const }
  await createSilence(db, { site_id, device_ids: [deviceId], ...silence }, BY_COMMAND, now)
  const layer = { people: [person], start_date: '2026-01-05', unit: 'week' as const, length: 1, handover: '09:00' }
  const schedule = { name: `Schedule of ${name}`, time_zone: 'UTC', layers: [layer] }
  const scheduleId = await createSchedule(db, { site_id, ...schedule }, BY_COMMAND, now)
  await app.rows('insert into shift_notes (schedule_id, text, written_at, written_by) values ($1, $2, $3, $4)', [
    scheduleId,
    `Key of ${name}`,
    now,
    person,
  ])
  const steps = [{ wait_s: 0, targets: [{ type: 'user' as const, id: person }] }]
  await createPolicy(db, { site_id, name: `Policy of ${name}`, steps }, BY_COMMAND, now)
}
