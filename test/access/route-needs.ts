import { PASSWORD, type TestApp } from '../harness/app.ts'

/** What a request to a route needs beside its address. A route that needs nothing has no line. */
export interface Need {
  query?: string
  body?: unknown
  /** By this media type instead of JSON. */
  type?: string
  /** The login that made the request is over after it. */
  endsLogin?: true
}

const device = { name: 'Boiler room', module: 'factory' }
const user = () => ({
  email: `${crypto.randomUUID()}@example.org`,
  password: 'a quiet harbour at dawn',
  role: 'viewer',
})

/** By method and address. Functions are asked anew for each request. The cast of access.test.ts may be relied upon. */
export const NEEDS: Record<string, Need | ((app: TestApp) => Promise<Need>)> = {
  'POST /api/telemetry/ingest': { body: { module: 'factory', metrics: { gas_ppm: 3 } } },
  'POST /api/telemetry/batch': { body: [{ module: 'factory' }] },
  'POST /api/mobile/login': { body: { email: 'the-viewer@example.org', password: PASSWORD } },
  'POST /api/mobile/logout': { endsLogin: true },
  'GET /api/mobile/devices/:id/series': { query: 'metric=systolic' },
  'GET /api/mobile/devices/:id/readings/export': { query: 'format=ndjson' },
  'GET /api/mobile/devices/:id/track/export': { query: 'format=geojson' },
  'POST /api/mobile/incidents/:id/notes': { body: { text: 'Nurse on her way' } },
  'GET /api/admin/audit/export': { query: 'format=ndjson' },
  'POST /api/admin/devices': { body: device },
  'PATCH /api/admin/devices/:id': { body: { enabled: false } },
  'POST /api/admin/users': async () => ({ body: user() }),
  'POST /api/admin/webhooks': { body: { name: 'Tickets', url: 'http://127.0.0.1:9/hook' } },
}

/** Something to act on, made anew for each request, by the part of the address in front of `:id` or `:key`. */
export const THINGS: Record<string, (app: TestApp) => Promise<string | number>> = {
  devices: async (app) => (await app.createDevice()).id,
  alerts: (app) => raise(app, 'alert_id'),
  incidents: (app) => raise(app, 'incident_id'),
  webhooks: async (app) => (await app.createWebhook({ url: 'http://127.0.0.1:9/hook' })).id,
}

async function raise(app: TestApp, id: 'alert_id' | 'incident_id'): Promise<number> {
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 185 } })
  const [alert] = await app.rows<Record<typeof id, number>>(
    'select alert_id::integer, incident_id::integer from alerts where device_id = $1',
    [monitor.id],
  )
  return alert![id]
}
