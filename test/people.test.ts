import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { PASSWORD } from './harness/people.ts'

const BEARER = (token: string) => ({ authorization: `Bearer ${token}` })

test('a login answers with a token of 64 characters and the user, and the token opens the devices', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/users', { email: 'Ana@Example.org', password: PASSWORD, role: 'viewer' })
  const login = await app.call('POST', '/api/mobile/login', { email: 'ana@example.org', password: PASSWORD })
  assert.equal(login.status, 200)
  assert.match(login.body.data.token, /^[0-9a-f]{64}$/)
  assert.equal(login.body.status, 'ok')
  assert.deepEqual([login.body.data.user.email, login.body.data.user.role], ['ana@example.org', 'viewer'])

  const devices = await fetch(`${app.url}/api/mobile/devices`, { headers: BEARER(login.body.data.token) })
  assert.deepEqual(await devices.json(), { status: 'ok', data: [], next_cursor: null })
})

test('a sign whose small letter is that of another sign is not taken for it', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const created = (email: string) =>
    admin('POST', '/api/admin/users', { email, password: PASSWORD, role: 'viewer' }).then(({ status }) => status)
  assert.equal(await created('Kelvin@example.org'), 201)
  assert.equal(await created('KELVIN@example.org'), 409)
  const login = (email: string) => app.call('POST', '/api/mobile/login', { email, password: PASSWORD })
  assert.equal((await login('KELVIN@EXAMPLE.org')).status, 200)
  // The Kelvin, Angstrom and Ohm signs.
  for (const email of ['\u212aelvin@example.org', '\u212bsa@example.org', '\u2126@example.org']) {
    assert.equal((await login(email)).status, 401, email)
    assert.equal(await created(email), 400, email)
  }
})

test('tokens and passwords are stored as hashes only', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/users', { email: 'ana@example.org', password: PASSWORD, role: 'viewer' })
  const [user] = await app.rows<{ password_hash: string }>('select password_hash from users order by id desc')
  assert.match(user!.password_hash, /^\$2b\$/)
  const sensor = await app.createDevice()
  const dump = JSON.stringify([
    await app.rows('select * from users'),
    await app.rows('select * from access_tokens'),
    await app.rows('select * from devices'),
  ])
  assert.ok(!dump.includes(sensor.token))
  assert.ok(!dump.includes(PASSWORD))
})

test('a wrong password, an unknown account and a disabled one get the same answer', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  for (const email of ['ana@example.org', 'bo@example.org']) {
    await admin('POST', '/api/admin/users', { email, password: PASSWORD, role: 'viewer' })
  }
  await app.rows("update users set enabled = false where email = 'bo@example.org'")
  const refused = { status: 'error', message: 'Invalid email or password', code: 401 }
  const tries = [
    { email: 'ana@example.org', password: 'not the password' },
    { email: 'nobody@example.org', password: PASSWORD },
    { email: 'bo@example.org', password: PASSWORD },
    { email: 'ana@example.org', password: `${PASSWORD}${'x'.repeat(80)}` },
  ]
  for (const credentials of tries) {
    const answer = await app.call('POST', '/api/mobile/login', credentials)
    assert.deepEqual([answer.status, answer.body], [401, refused], JSON.stringify(credentials))
  }
})

test('after five failures, an account is blocked for that IP address, longer each time, on every node', async (t) => {
  const app = await startApp(t)
  const other = await startApp(t, { connection: app.connection, startsAt: app.now() })
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/users', { email: 'ana@example.org', password: PASSWORD, role: 'viewer' })
  const fail = (node: typeof app) =>
    node.call('POST', '/api/mobile/login', { email: 'ana@example.org', password: 'not the password' })
  for (let count = 0; count < 5; count += 1) assert.equal((await fail(count % 2 ? other : app)).status, 401)

  const waits = await other.call('POST', '/api/mobile/login', { email: 'ana@example.org', password: PASSWORD })
  assert.equal(waits.status, 429)
  assert.equal(waits.headers.get('retry-after'), '1')
  await app.fastForward({ seconds: 1 })
  assert.equal((await fail(app)).status, 401)
  assert.equal((await fail(app)).headers.get('retry-after'), '2')
  await app.fastForward({ seconds: 2 })
  const right = await app.call('POST', '/api/mobile/login', { email: 'ana@example.org', password: PASSWORD })
  assert.equal(right.status, 200)
})

test('an IP address that fails for many accounts is blocked for all of them', async (t) => {
  const app = await startApp(t)
  for (let count = 0; count < 20; count += 1) {
    const credentials = { email: `guess${count}@example.org`, password: 'not the password' }
    assert.equal((await app.call('POST', '/api/mobile/login', credentials)).status, 401)
  }
  const next = await app.call('POST', '/api/mobile/login', { email: 'guess20@example.org', password: 'whatever' })
  assert.equal(next.status, 429)
})

test('malformed logins are refused with 400, another kind of body with 415', async (t) => {
  const app = await startApp(t)
  const bodies = [
    {},
    { email: 'a@example.org' },
    { password: 'x' },
    { email: 7, password: 'x' },
    { email: ['a@example.org'], password: 'x' },
    { email: { $ne: '' }, password: 'x' },
    { email: 'a'.repeat(255), password: 'x' },
    { email: 'a\u0000@example.org', password: 'x' },
    { email: '', password: 'x' },
    { email: 'a@example.org', password: '' },
    { email: 'a@example.org', password: 'x'.repeat(1_025) },
    [],
  ]
  for (const body of bodies) {
    const answer = await app.call('POST', '/api/mobile/login', body)
    assert.deepEqual([answer.status, answer.body.status], [400, 'error'], JSON.stringify(body))
  }
  const form = await fetch(`${app.url}/api/mobile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a&password=b',
  })
  assert.equal(form.status, 415)
  const large = await app.call('POST', '/api/mobile/login', { email: 'a', password: 'x'.repeat(5_000) })
  assert.equal(large.status, 413)
})

test('a mobile token ends with the logout, after 30 idle days, and after a year in any case', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('viewer')
  assert.equal((await call('GET', '/api/mobile/me')).status, 200)
  const age = (column: string, days: number) =>
    app.rows(`update access_tokens set ${column} = ${column} - make_interval(days => $1)`, [days])
  await age('last_used_at', 31)
  assert.equal((await call('GET', '/api/mobile/me')).status, 401)

  const used = await app.logIn('viewer')
  await age('expires_at', 366)
  assert.equal((await used('GET', '/api/mobile/me')).status, 401)

  const leaving = await app.logIn('viewer')
  assert.equal((await leaving('POST', '/api/mobile/logout')).status, 200)
  assert.equal((await leaving('GET', '/api/mobile/me')).status, 401)
})

test('every form of credential but a live bearer token is refused with 401 and WWW-Authenticate', async (t) => {
  const app = await startApp(t)
  const sensor = await app.createDevice()
  const forms = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer  ${'a'.repeat(64)}`,
    'Basic YTpi',
    `Bearer ${sensor.token}`,
    'Bearer x',
  ]
  for (const authorization of [...forms, `Bearer ${'A'.repeat(64)}`, `Bearer ${'a'.repeat(63)}`]) {
    const answer = await fetch(`${app.url}/api/mobile/devices`, {
      headers: authorization === '' ? {} : { authorization },
    })
    assert.equal(answer.status, 401, authorization)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    assert.equal(((await answer.json()) as { code: number }).code, 401)
  }
})

test('each role has its permissions and no others', async (t) => {
  const app = await startApp(t)
  const calls = {
    admin: await app.logIn('admin'),
    operator: await app.logIn('operator'),
    viewer: await app.logIn('viewer'),
  }
  const sensor = await app.createDevice({ module: 'worker' })
  await sensor.send({ flags: { panic_pressed: true } })
  const webhook = { name: 'Receiver', url: 'https://93.184.216.34/' }
  const user = { email: `new-${Math.random()}@example.org`, password: PASSWORD, role: 'viewer' }
  const expected: [string, string, unknown, { admin: number; operator: number; viewer: number }][] = [
    ['GET', '/api/mobile/devices', undefined, { viewer: 200, operator: 200, admin: 200 }],
    ['GET', '/api/mobile/incidents/1', undefined, { viewer: 200, operator: 200, admin: 200 }],
    ['POST', '/api/mobile/incidents/1/acknowledgement', undefined, { viewer: 403, operator: 200, admin: 200 }],
    ['POST', '/api/mobile/incidents/1/notes', { text: 'On my way' }, { viewer: 403, operator: 200, admin: 200 }],
    ['POST', '/api/mobile/alerts/1/resolution', undefined, { viewer: 403, operator: 200, admin: 200 }],
    ['GET', '/api/admin/devices', undefined, { viewer: 403, operator: 200, admin: 200 }],
    ['POST', '/api/admin/devices', { name: 'New', module: 'fleet' }, { viewer: 403, operator: 201, admin: 201 }],
    ['GET', '/api/admin/rules', undefined, { viewer: 403, operator: 200, admin: 200 }],
    ['GET', '/api/admin/webhooks', undefined, { viewer: 403, operator: 200, admin: 200 }],
    ['POST', '/api/admin/webhooks', webhook, { viewer: 403, operator: 403, admin: 201 }],
    ['GET', '/api/admin/users', undefined, { viewer: 403, operator: 403, admin: 200 }],
    ['POST', '/api/admin/users', user, { viewer: 403, operator: 403, admin: 201 }],
  ]
  for (const [method, path, body, statuses] of expected) {
    for (const role of ['viewer', 'operator', 'admin'] as const) {
      assert.equal((await calls[role](method, path, body)).status, statuses[role], `${role} ${method} ${path}`)
    }
    assert.equal((await app.call(method, path, body)).status, 401, `nobody ${method} ${path}`)
  }
})

test('weak passwords are refused', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  const refused = [
    'short',
    'password1234',
    'aaaaaaaaaaaaaaaa',
    'x'.repeat(73),
    '😀'.repeat(19),
    'ana.maria@example.org',
  ]
  for (const password of refused) {
    const answer = await call('POST', '/api/admin/users', { email: 'ana.maria@example.org', password, role: 'viewer' })
    assert.equal(answer.status, 400, password)
    assert.equal(answer.body.errors[0].field, '/password')
  }
  const longest = 'yz'.repeat(36)
  const created = await call('POST', '/api/admin/users', { email: 'bo@example.org', password: longest, role: 'viewer' })
  assert.equal(created.status, 201)
  assert.equal(
    (await call('POST', '/api/admin/users', { email: 'BO@example.org', password: longest, role: 'viewer' })).status,
    409,
  )
  const login = await app.call('POST', '/api/mobile/login', { email: 'bo@example.org', password: longest })
  assert.equal(login.status, 200)
  const near = await app.call('POST', '/api/mobile/login', { email: 'bo@example.org', password: `${longest}z` })
  assert.equal(near.status, 401)
})

test('invalid ids and cursors are refused, never with 500', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('admin')
  for (const id of ['0', '-1', '1e3', 'abc', '2147483648', '999999999999999', '9999999999999999', '%00', '1.5']) {
    const paths = ['devices/ID', 'devices/ID/readings', 'alerts/ID', 'incidents/ID'].map(
      (path) => `/api/mobile/${path}`,
    )
    for (const path of [...paths, '/api/admin/devices/ID', '/api/admin/webhooks/ID/deliveries']) {
      const { status } = await call('GET', path.replace('ID', id))
      assert.ok(status === 400 || status === 404, `${path} ${id} ${status}`)
    }
  }
  await app.createDevice()
  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=501',
    'limit=abc',
    'limit=1e9',
    'cursor=x',
    'cursor=W10',
    'cursor=WyJ4Il0',
  ]) {
    assert.equal((await call('GET', `/api/mobile/devices?${query}`)).status, 400, query)
    assert.equal((await call('GET', `/api/mobile/alerts?${query}`)).status, 400, query)
    assert.equal((await call('GET', `/api/mobile/devices/1/readings?${query}`)).status, 400, query)
  }
  for (const query of ['from=yesterday', 'to=99999-01-01', 'cursor=WyJ4IiwieCJd']) {
    assert.equal((await call('GET', `/api/mobile/devices/1/readings?${query}`)).status, 400, query)
  }
})

test('pages are continuous, without duplicates', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('viewer')
  const sensor = await app.createDevice()
  for (let count = 0; count < 25; count += 1) {
    // Several share a time, so the digest must distinguish them.
    await sensor.send({ ts: 1_750_000_000 + (count >> 2), metrics: { gas_ppm: count } })
  }
  const seen: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await call('GET', `/api/mobile/devices/${sensor.id}/readings?limit=4${query}`)
    seen.push(...body.data.map((reading: { metrics: { gas_ppm: number } }) => reading.metrics.gas_ppm))
    cursor = body.next_cursor
  }
  assert.deepEqual(
    seen.toSorted((one, other) => one - other),
    Array.from({ length: 25 }, (_, count) => count),
  )
})
