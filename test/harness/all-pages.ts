import type { TestContext } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createSilence } from '../../src/core/notifications/manage-silences.ts'
import { createSchedule } from '../../src/core/on-call/manage-schedules.ts'
import { insertUser } from '../../src/core/people/user-store.ts'
import { createGeofence } from '../../src/core/rules/geofences/manage-geofences.ts'
import { createSource } from '../../src/core/sources/manage-sources.ts'
import { createNotice } from '../../src/core/status-pages/manage-notices.ts'
import { saveStatusPage } from '../../src/core/status-pages/manage-status-page.ts'
import type { TestApp, TestDevice } from './app.ts'
import { startReceiver } from './receiver.ts'

/** A hostile name that must be shown unchanged everywhere. */
export const NASTY = `<img src=x onerror="alert(1)"> 'n' "q" & {{7*7}} \${7*7}`

/** Objects with pages, for the parameters of paths. */
export interface Seeded {
  device: TestDevice
  /** Ids by the beginning of a path: `/devices` → an id. */
  ids: Record<string, string>
}

/** A service with something of everything. Its clock has advanced by some minutes. */
export async function seedAll(t: TestContext, app: TestApp, { named = 'Bed 1' } = {}): Promise<Seeded> {
  const receiver = await startReceiver(t)
  const webhook = await app.createWebhook({ url: receiver.url, name: named })
  const device = await app.createDevice({ name: named, module: 'health', tags: ['ward'] })
  const truck = await app.createDevice({ name: `Truck of ${named}`, module: 'fleet', tags: ['north'] })
  await app.createDevice({ name: 'Never sent anything', module: 'factory' })
  for (let minute = 0; minute < 10; minute += 1) {
    const place = { lat: 46.05 + minute / 500, lng: 14.5 + minute / 300, battery: 90 - minute, signal: -70 }
    await device.send({
      ...place,
      metrics: { systolic: 118 + minute, diastolic: 76, heart_rate: 64 + minute, temperature: 36.6 },
    })
    await truck.send({
      ...place,
      metrics: { speed_kmh: 40 + minute, fuel_level: 60 },
      flags: { geofence_breach: false },
    })
    await app.leap({ seconds: 60 })
  }
  await device.send({
    lat: 46.07,
    lng: 14.53,
    metrics: { systolic: 191, diastolic: 96 },
    flags: { fall_detected: false },
  })
  await app.leap({ seconds: 30 })
  const reason = `New switch for ${named}`
  const silence = await createSilence(
    app.service.db,
    { reason, duration_s: 3_600, tags: ['north'] },
    BY_COMMAND,
    app.now(),
  )
  const label = `Bed of ${named}`.slice(0, 100)
  const devices = [{ device_id: device.id, group_name: '', label }]
  const tags = [{ tag: 'ward', group_name: '', label: 'Bed' }]
  const { db } = app.service
  const secret = await saveStatusPage(db, 1, { title: 'Services', devices, tags }, null, BY_COMMAND, app.now())
  const said = { kind: 'incident' as const, title: named, text: named, device_ids: [device.id] }
  const notice = await createNotice(db, 1, said, BY_COMMAND, app.now())
  const [alert] = await app.rows<{ alert_id: number; incident_id: number }>(
    'select alert_id, incident_id from alerts limit 1',
  )
  const [delivery] = await app.rows<{ id: number }>('select id from deliveries order by id limit 1')
  const mia = { email: 'mia@example.org', password_hash: null, role: 'operator' as const }
  const user = await insertUser(app.service.db, mia, app.now())
  const layer = { people: [user.id], start_date: '2026-01-05', unit: 'week' as const, length: 1, handover: '09:00' }
  const nights = { ...layer, hours: [{ from: '19:00', to: '07:00' }] }
  const body = { name: `Shift of ${named}`, time_zone: 'Europe/Ljubljana', layers: [layer, nights] }
  const schedule = await createSchedule(app.service.db, body, BY_COMMAND, app.now())
  const fence = { circle: { lat: 46.06, lng: 14.51, radius_m: 900 } }
  const geofence = await createGeofence(app.service.db, { name: named, fence }, BY_COMMAND, app.now())
  const source = await seedSource(app, named)
  const ids = {
    '/devices': device.id,
    '/alerts': alert!.alert_id,
    '/incidents': alert!.incident_id,
    '/rules': 'health.systolic.high',
    '/reports': 'drives',
    '/on-call': schedule,
    '/silences': silence,
    '/geofences': geofence,
    '/sources': source,
    '/webhooks': webhook.id,
    '/users': user.id,
    '/deliveries': delivery!.id,
    '/status': secret!,
    '/notices': notice,
    '/family': device.id,
  }
  return { device, ids: Object.fromEntries(Object.entries(ids).map(([path, id]) => [path, String(id)])) }
}

/** A source with a device that waits to be adopted and a message that is not understood. */
async function seedSource(app: TestApp, named: string): Promise<number> {
  const body = { name: named, format: 'json', site_id: 1 } as const
  const { id, token } = await createSource(app.service.db, body, BY_COMMAND, app.now())
  for (const sent of [JSON.stringify({ device_id: named, temperature: 14.2 }), 'no JSON']) {
    const headers = { 'x-source-token': token, 'content-type': 'application/json' }
    await fetch(`${app.url}/api/sources/${id}`, { method: 'POST', headers, body: sent })
  }
  await app.service.flush()
  return id
}

/** Lets everybody who has an account by now see devices as family, since each page of these is for one person. */
export const showAsFamily = (app: TestApp): Promise<unknown> =>
  app.rows(
    `insert into family_devices (user_id, site_id, device_id, since)
    select u.id, d.site_id, d.id, d.created_at from users as u, devices as d
    on conflict do nothing`,
  )

/** Addresses that do not answer with a page for a logged-in person. */
const NO_PAGES =
  /\.(json|csv|ndjson|geojson|gpx|yaml|svg)$|\/(export|yaml|viewers)$|^\/(assets|maps|login|setup|invitation|password-reset)/

/** Addresses of all pages that require a login. */
export function allPages(app: TestApp, { ids }: Seeded): string[] {
  return app.service.http.routeList
    .filter(
      ({ method, schema, policy }) =>
        method === 'GET' && schema.hide === true && !['public', 'source'].includes(policy),
    )
    .map(({ url }) => url)
    .filter((url) => !NO_PAGES.test(url))
    .map((url) => filled(url, ids))
}

/** The first parameter is an id of what the path begins with; a second one belongs to the part before it. */
export function filled(url: string, ids: Record<string, string>): string {
  const [, first] = url.split('/')
  let place = 0
  return url.replace(/:(\w+)/g, (parameter) => {
    const noun = place++ === 0 ? `/${first}` : `/${url.slice(0, url.indexOf(parameter)).split('/').at(-2)}`
    return encodeURIComponent(ids[noun] ?? '1')
  })
}
