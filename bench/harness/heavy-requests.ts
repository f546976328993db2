import { createMobileToken } from '../../src/core/people/credentials/access-tokens.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { CSRF_FIELD, csrfToken } from '../../src/platform/http/csrf.ts'
import { query } from './bench-database.ts'
import type { Site } from './site.ts'

/** Sends a request as an administrator, and reads the whole answer. */
export type Ask = (
  path: string,
  init?: { method?: string; body?: string; headers?: Record<string, string> },
) => Promise<{ status: number; bytes: number }>

export interface HeavyRequest {
  name: string
  run: () => Promise<unknown>
}

interface Means {
  ask: Ask
  session: string
  range: { from: string; to: string }
}

/** The maximum, less the rules that are created here. */
const RULES = 1_998
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** A rule that alerts on every second reading. */
const NERVOUS = {
  key: 'bench.nervous',
  name: 'Nervous',
  condition: { type: 'threshold', field: 'metrics.heat', op: 'gt' },
  levels: [{ severity: 'info', value: 7 }],
  clear_for_s: 0,
  cooldown_s: 0,
  title: 'Above {threshold}',
}
const mean = (place: number) => ({
  type: 'aggregate',
  field: 'metrics.heat',
  fn: 'avg',
  window_s: 3_600 + place,
  op: 'gt',
  value: 7,
})
const WINDOWS = {
  ...NERVOUS,
  key: 'bench.windows',
  condition: { type: 'any', of: Array.from({ length: 10 }, (_, place) => mean(place)) },
  levels: [{ severity: 'info' }],
}

/** Requests whose data has been prepared. */
export async function heavyRequests(site: Site, { ask, session, range }: Means): Promise<HeavyRequest[]> {
  const token = await apiToken(site)
  const api = (method: string, path: string, body?: object) =>
    expected(
      ask(path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
      path,
    )
  const form = (path: string, fields: Record<string, string>) =>
    expected(
      ask(path, {
        method: 'POST',
        headers: FORM,
        body: String(new URLSearchParams({ [CSRF_FIELD]: csrfToken(session), ...fields })),
      }),
      path,
      [200, 400],
    )
  await addRules(site)
  await api('PUT', `/api/admin/rules/${NERVOUS.key}`, NERVOUS)
  const preview = (rule: object) => api('POST', '/api/admin/rules/preview', { rule, ...range })
  const asked = new URLSearchParams(range)
  const text = (rule: object) =>
    form('/rules/new/draft', { do: 'rehearse_text', days: '30', text: JSON.stringify(rule) })
  const get = (path: string) => () => expected(ask(path), path)
  return [
    { name: 'preview, alert every 2nd reading', run: () => preview(NERVOUS) },
    { name: 'preview, ten windows of an hour', run: () => preview(WINDOWS) },
    { name: 'rehearsal in the console', run: () => text(NERVOUS) },
    { name: 'explanation', run: () => api('GET', `/api/admin/rules/${NERVOUS.key}/explain?device_id=1`) },
    { name: 'text of a rule, 25 KB of YAML', run: () => form('/rules/new/draft', yaml()) },
    { name: 'rule of 250 KB with faults', run: () => ask('/api/admin/rules', wrongRule(token)) },
    { name: `rule saved beside ${RULES}`, run: () => api('PUT', '/api/admin/rules/bench.saved', changedRule()) },
    { name: `list of ${RULES} rules`, run: () => api('GET', '/api/admin/rules') },
    { name: `file of ${RULES} rules`, run: get('/rules.yaml') },
    { name: 'page of rules', run: get('/rules') },
    { name: 'readings as CSV', run: get(`/devices/1/readings/export?format=csv&${asked}`) },
    { name: 'readings as NDJSON', run: get(`/devices/1/readings/export?format=ndjson&${asked}`) },
    { name: 'track as GPX', run: get(`/devices/1/track/export?format=gpx&${asked}`) },
    {
      name: 'series of 2,000 points',
      run: () => api('GET', `/api/mobile/devices/1/series?metric=heat&points=2000&${asked}`),
    },
    { name: 'track of 2,000 points', run: () => api('GET', `/api/mobile/devices/1/track?points=2000&${asked}`) },
    { name: '500 readings of the history', run: () => api('GET', '/api/mobile/devices/1/readings?limit=500') },
    { name: 'charts of a device', run: get('/devices/1?range=30d') },
    { name: 'search as somebody types', run: get('/palette.json?q=o') },
    { name: 'devices as CSV', run: get('/devices.csv') },
    { name: '10,000 devices, 1 MB of CSV', run: () => form('/devices/import', { step: 'check', csv: csv() }) },
    { name: 'export of the configuration', run: () => api('GET', '/api/admin/export') },
    { name: 'noise report of 999 days', run: () => api('GET', '/api/admin/noise?days=999') },
    { name: 'audit log as a file', run: () => api('GET', '/api/admin/audit/export?format=csv') },
    { name: 'document of the API', run: get('/openapi.json') },
  ]
}

async function expected(answer: ReturnType<Ask>, path: string, statuses: readonly number[] = [200]): Promise<void> {
  const { status } = await answer
  if (!statuses.includes(status)) throw new Error(`${path} was answered ${status}`)
}

async function apiToken({ connection }: Site): Promise<string> {
  const [user] = await query<{ id: number }>(connection, 'select id from users limit 1')
  const db = openDatabase(connection, { connections: 1, applicationName: 'tocsin bench', onError: () => undefined })
  try {
    return await createMobileToken(db, user!.id, 'bench', new Date())
  } finally {
    await db.close()
  }
}

async function addRules({ connection }: Site): Promise<void> {
  await query(
    connection,
    `insert into rules (key, version, origin, definition, updated_at)
     select key, 1, 'user', jsonb_build_object(
       'key', key, 'name', key, 'title', 'A rule', 'scope', '{"tags":["nobody"]}'::jsonb,
       'condition', '{"type":"threshold","field":"metrics.a","op":"gt"}'::jsonb,
       'levels', '[{"severity":"info","value":3}]'::jsonb
     ), now()
     from generate_series(1, ${RULES}) as n, lateral (select 'bench.rule_' || n as key) as named`,
  )
}

let changes = 0
function changedRule(): object {
  changes += 1
  return { ...NERVOUS, key: 'bench.saved', scope: { tags: ['nobody'] }, levels: [{ severity: 'info', value: changes }] }
}

const yaml = () => ({
  do: 'rehearse_text',
  text: Array.from({ length: 2_000 }, (_, place) => `key_${place}: 1`).join('\n'),
})

const wrongRule = (token: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  body: JSON.stringify({ ...NERVOUS, levels: Array.from({ length: 12_000 }, (_, place) => ({ wrong: place })) }),
})

const csv = () =>
  `name,module\n${Array.from({ length: 9_999 }, (_, place) => `Device ${place} ${'with a long name '.repeat(4)},fleet`).join('\n')}`
