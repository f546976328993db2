import type { Person, TestApp } from '../harness/app.ts'

export interface BearerRequest {
  method?: string
  path?: string
  /** Replaces headers of a logged-in person; null removes one. */
  headers?: Record<string, string | null>
  body?: string
}

export interface BearerRow {
  name: string
  /** Gets the person's token. */
  request: (token: string) => BearerRequest
  expect: number
  /** Pattern for the message. */
  says?: RegExp
  /** Changes the token before the request. */
  before?: (app: TestApp, person: Person) => Promise<unknown>
}

/** An existing device. */
export const DEVICE = '/api/mobile/devices/1'
const EDIT = '/api/admin/devices/1'

const credential = (name: string, authorization: (token: string) => string | null, expect = 401): BearerRow => ({
  name: `credential: ${name}`,
  request: (token) => ({ headers: { authorization: authorization(token) } }),
  expect,
})
const get = (path: string, expect: number, says?: RegExp): BearerRow => ({
  name: `GET ${path}`,
  request: () => ({ path }),
  expect,
  ...(says === undefined ? {} : { says }),
})
const patch = (name: string, body: string, expect: number, says?: RegExp): BearerRow => ({
  name: `PATCH of a device: ${name}`,
  request: () => ({ method: 'PATCH', path: EDIT, body }),
  expect,
  ...(says === undefined ? {} : { says }),
})

const CREDENTIALS: BearerRow[] = [
  credential('none', () => null),
  credential('an empty header', () => ''),
  credential('the scheme alone', () => 'Bearer'),
  credential('an empty token', () => 'Bearer '),
  credential('the scheme in lower case', (token) => `bearer ${token}`, 200),
  credential('two spaces', (token) => `Bearer  ${token}`),
  credential('a second word', (token) => `Bearer ${token} x`),
  credential('no scheme', (token) => token),
  credential('Basic', (token) => `Basic ${Buffer.from(`you:${token}`).toString('base64')}`),
  credential('63 digits', (token) => `Bearer ${token.slice(1)}`),
  credential('65 digits', (token) => `Bearer ${token}0`),
  credential('in upper case', (token) => `Bearer ${token.toUpperCase()}`),
  credential('no hexadecimal', () => `Bearer ${'g'.repeat(64)}`),
  credential('of nobody', () => `Bearer ${'0'.repeat(64)}`),
  credential('a quote', () => "Bearer ' or 1=1 --"),
  {
    name: 'credential: a cookie instead',
    request: (token) => ({ headers: { authorization: null, cookie: `sid=${token}; __Host-sid=${token}` } }),
    expect: 401,
  },
  {
    name: 'credential: in the address instead',
    request: (token) => ({ path: `${DEVICE}?token=${token}&access_token=${token}`, headers: { authorization: null } }),
    expect: 401,
  },
  {
    name: 'credential: as a device token instead',
    request: (token) => ({ headers: { authorization: null, 'x-device-token': token } }),
    expect: 401,
  },
  {
    name: 'credential: after the logout',
    before: (_app, person) => person('POST', '/api/mobile/logout'),
    request: () => ({}),
    expect: 401,
  },
  {
    name: 'credential: of a person who was disabled',
    before: (app, { email }) => app.rows('update users set enabled = false where email = $1', [email]),
    request: () => ({}),
    expect: 401,
  },
]

const ADDRESSES: BearerRow[] = [
  ...['0', '-1', '1e3', 'abc', '1.0', '%2B1', '0x1', '%00', '999999999999999999999'].map((id) =>
    get(`/api/mobile/devices/${id}`, 400, /id/),
  ),
  get('/api/mobile/devices/2147483648', 404, /Device not found/),
  get('/api/mobile/devices/999999999999999', 404, /Device not found/),
  get('/api/mobile/devices/%zz', 400),
  get('/api/mobile/devices/', 404, /There is nothing at this address/),
  get('/api/mobile/devices/1/', 404),
  get('/api/mobile/nothing', 404, /There is nothing at this address/),
  { name: 'a method that is not there', request: () => ({ method: 'PUT', path: EDIT, body: '{}' }), expect: 405 },
  { name: 'an action asked for with GET', request: () => ({ path: '/api/mobile/alerts/1/resolution' }), expect: 405 },
]

const list = '/api/mobile/devices'
const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
const QUERIES: BearerRow[] = [
  ...['0', '501', '1000', '9999'].map((limit) => get(`${list}?limit=${limit}`, 400, /limit must be from 1 to 500/)),
  ...['-1', '1e9', 'abc', '', '1.5', '%2050', '99999'].map((limit) => get(`${list}?limit=${limit}`, 400, /limit/)),
  get(`${list}?limit=1&limit=2`, 400, /limit/),
  get(`${list}?limit=500`, 200),
  ...['', 'x', '%00', 'null', cursor(7), cursor([]), cursor(['1']), cursor([1, 2]), cursor([1.5]), cursor([{}])].map(
    (text) => get(`${list}?cursor=${text}`, 400, /cursor is not one of ours/),
  ),
  get(`${list}?cursor=${'x'.repeat(201)}`, 400, /cursor/),
  get(`${list}?cursor=${cursor([2 ** 40])}`, 200),
  get(`${DEVICE}/readings?cursor=${cursor(['2026-01-01T00:00:00.000Z', '9'.repeat(30)])}`, 400, /cursor/),
  get(`${DEVICE}/readings?cursor=${cursor(['yesterday', '1'])}`, 400, /cursor/),
  ...['nonsense', 'Health', 'health,', ',', '', 'health;worker'].map((module) =>
    get(`${list}?module=${module}`, 400, /\/module: must be one of: health, vehicle/),
  ),
  get(`${list}?status=open`, 400, /\/status: must be one of: never_seen, online, offline/),
  get(`${list}?enabled=yes`, 400, /\/enabled: must be one of: true, false/),
  get(`${list}?name=`, 400, /name/),
  get(`${list}?name=%00`, 400, /name/),
  get(`${list}?tag=${'x'.repeat(51)}`, 400, /tag/),
  get('/api/mobile/alerts?severity=fatal', 400, /\/severity: must be one of: info, warning, critical/),
  get('/api/mobile/alerts?status=active', 400, /\/status: must be one of: open, firing, acknowledged, resolved/),
  get('/api/mobile/alerts?device_id=x', 400, /device_id/),
  get('/api/mobile/alerts?device_id=1%20or%201=1', 400, /device_id/),
  ...['yesterday', '2026-13-01', '2026-01-01T25:00:00Z', '2026-01-01 00:00', '9'.repeat(15), ''].map((from) =>
    get(`/api/mobile/incidents?from=${from}`, 400, /from/),
  ),
  get('/api/mobile/incidents?from=2026-01-02&to=2026-01-01', 200),
]

const BODIES: BearerRow[] = [
  patch('nothing to change', '{}', 400),
  patch('an unknown field', '{"colour":"red"}', 400, /colour/),
  patch('the module', '{"module":"fleet"}', 400, /module/),
  patch('its token', '{"token":"x"}', 400, /token/),
  patch('nothing but its id', '{"id":7}', 400, /nothing in it that can be changed/),
  patch('no object', '[]', 400),
  patch('a name of spaces', '{"name":"   "}', 400, /\/name/),
  patch('no name', '{"name":null}', 400, /\/name/),
  patch('a long name', `{"name":"${'x'.repeat(101)}"}`, 400, /\/name/),
  patch('a name with NUL', '{"name":"a\\u0000b"}', 400, /\/name/),
  patch('a name of NUL', '{"name":"\\u0000"}', 400, /\/name/),
  patch('a name with half a surrogate', '{"name":"a\\ud800"}', 400, /\/name/),
  patch('a name of 100 emoji', `{"name":"${'💥'.repeat(100)}"}`, 200),
  patch('too many tags', JSON.stringify({ tags: Array.from({ length: 21 }, String) }), 400, /\/tags/),
  patch('an empty tag', '{"tags":[""]}', 400, /\/tags\/0/),
  patch('a tag with NUL', '{"tags":["\\u0000"]}', 400, /\/tags\/0/),
  patch('tags as text', '{"tags":"cellar"}', 400, /\/tags/),
  patch('an interval of 0', '{"expected_interval_s":0}', 400, /\/expected_interval_s/),
  patch('an interval of 1.5', '{"expected_interval_s":1.5}', 400, /\/expected_interval_s/),
  patch('an interval as text', '{"expected_interval_s":"60"}', 400, /\/expected_interval_s/),
  patch('an interval beyond a year', '{"offline_after_s":31622401}', 400, /\/offline_after_s/),
  patch('enabled as text', '{"enabled":"true"}', 400, /\/enabled/),
  patch('poison', '{"__proto__":{"enabled":false}}', 400),
  patch('no JSON', '{"name":', 400, /not valid JSON/),
  patch('an empty body', '', 400, /empty/),
  patch('a large body', `{"notes":"${'x'.repeat(300_000)}"}`, 413),
  {
    name: 'a form instead of JSON',
    request: () => ({
      method: 'PATCH',
      path: EDIT,
      body: 'name=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    expect: 415,
  },
  {
    name: 'If-Match of another version',
    request: () => ({ method: 'PATCH', path: EDIT, body: '{"notes":""}', headers: { 'if-match': '"99"' } }),
    expect: 412,
    says: /changed meanwhile/,
  },
  {
    name: 'an endless If-Match',
    request: () => ({ method: 'PATCH', path: EDIT, body: '{"notes":""}', headers: { 'if-match': '"9"'.repeat(100) } }),
    expect: 400,
  },
]

export const BEARER_ROWS: readonly BearerRow[] = [...CREDENTIALS, ...ADDRESSES, ...QUERIES, ...BODIES]
