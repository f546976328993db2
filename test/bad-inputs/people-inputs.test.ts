import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, callWith, openBrowser, tokenOf } from '../harness/browser.ts'
import { addPerson, PASSWORD } from '../harness/people.ts'
import { DISABLED, FORM_ROWS, KNOWN, LOGIN_ROWS } from './people-rows.ts'

const addOperator = (app: TestApp, email: string) => addPerson(app.service.db, email, 'operator', app.now())

test('each login gets the response of its row', async (t) => {
  const app = await startApp(t, { env: { TRUST_PROXY: '127.0.0.1' } })
  await addOperator(app, KNOWN)
  await addOperator(app, DISABLED)
  await app.rows('update users set enabled = false where email = $1', [DISABLED])
  for (const [place, { name, body, headers, expect }] of LOGIN_ROWS.entries()) {
    await t.test(name, async () => {
      // Each from another address; otherwise the first failures would delay the others.
      const from = { 'content-type': 'application/json', 'x-forwarded-for': `10.1.0.${place}` }
      const answer = await fetch(`${app.url}/api/mobile/login`, {
        method: 'POST',
        headers: { ...from, ...headers },
        body,
      })
      const answered = (await answer.json()) as { status: string; message: string; code: number }
      assert.equal(answer.status, expect, JSON.stringify(answered))
      if (expect === 200) return
      assert.deepEqual([answered.status, answered.code], ['error', expect])
      if (expect === 401) assert.equal(answered.message, 'Invalid email or password')
    })
  }
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

test('APIs accept only tokens in a header, and pages only sessions', async (t) => {
  const app = await startApp(t)
  const { email } = await addUser(app, 'admin')
  const token = await tokenOf(app, email)
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const cookie = `sid=${browser.cookies.get('sid')}`
  const sensor = await app.createDevice()
  const elsewhere: [string, Record<string, string>][] = [
    ['/api/mobile/me', { cookie }],
    ['/api/mobile/me', { cookie: `sid=${token}` }],
    ['/api/mobile/me', { authorization: `Bearer ${browser.cookies.get('sid')}` }],
    ['/api/mobile/me', { authorization: `Bearer ${sensor.token}` }],
    ['/api/mobile/me', { 'x-device-token': token }],
    [`/api/mobile/me?token=${token}`, {}],
    [`/api/mobile/me?access_token=${token}`, {}],
    ['/api/admin/users', { cookie }],
  ]
  for (const [path, headers] of elsewhere) {
    assert.equal((await fetch(`${app.url}${path}`, { headers })).status, 401, path)
  }
  for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `sid=${token}` }, { cookie: 'sid=x; sid' }]) {
    const answer = await fetch(`${app.url}/account`, { headers, redirect: 'manual' })
    assert.equal(answer.status, 303)
    assert.match(answer.headers.get('location')!, /^\/login\?to=%2Faccount(&ended=session)?$/)
  }
})

test('each form gets the response of its row', async (t) => {
  const app = await startApp(t)
  const { email } = await addUser(app, 'operator')
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const csrf = (await browser.go('/account')).csrf()
  for (const { name, body, expect, field } of FORM_ROWS) {
    await t.test(name, async () => {
      const answer = await browser.post('/account/tokens', `${body}&_csrf=${csrf}`)
      assert.equal(answer.status, expect, answer.text)
      assert.match(answer.headers.get('content-type')!, /^text\/html/)
      assert.doesNotMatch(answer.text, /<script(?! type="module" src="\/assets\/)/)
      if (field) assert.match(answer.text, new RegExp(`id="${field}"[\\s\\S]*?class="error"`))
    })
  }
  for (const id of ['0', '-1', '1e3', '2147483648', '999999999999999', '9999999999999999', 'abc', '%00', '%2e']) {
    for (const path of [`/account/tokens/${id}/revocation`, `/account/sessions/${id}/end`]) {
      const { status } = await browser.post(path, { _csrf: csrf })
      assert.ok(status === 400 || status === 404, `${path} ${status}`)
    }
  }
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

test('users are created and changed only with the documented fields', async (t) => {
  const app = await startApp(t)
  const { email, id } = await addUser(app, 'admin')
  const token = await tokenOf(app, email)
  const viewer = await addUser(app, 'viewer')
  const user = { email: 'new@example.org', password: PASSWORD, role: 'viewer' }
  const made: object[] = [
    { ...user, email: 'new' },
    { ...user, email: 'a b@example.org' },
    { ...user, email: 'a\n@example.org' },
    { ...user, email: `${'a'.repeat(250)}@example.org` },
    { ...user, role: 'root' },
    { ...user, role: ['admin'] },
    { ...user, id: 1 },
    { ...user, enabled: true },
    { ...user, password_hash: 'x' },
    { ...user, invite: true },
    { ...user, password: undefined },
    { ...user, password: undefined, invite: false },
    { ...user, password: 'y'.repeat(73) },
    { ...user, password: 'password1234' },
    JSON.parse('{"email":"new@example.org","role":"admin","invite":true,"constructor":{"prototype":{"polluted":1}}}'),
  ]
  for (const body of made) {
    const answer = await callWith(app, token, 'POST', '/api/admin/users', body)
    assert.equal(answer.status, 400, JSON.stringify(body))
  }
  const changes: object[] = [
    {},
    { id: 7 },
    { email: 'x@example.org' },
    { password: PASSWORD },
    { role: 'none' },
    { version: 9 },
  ]
  for (const body of [...changes, { enabled: 'false' }, { role: 'admin', token: 'x' }]) {
    const answer = await callWith(app, token, 'PATCH', `/api/admin/users/${viewer.id}`, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
  }
  for (const odd of ['0', '-1', '1e3', '2147483648', '999999999999999', 'abc', '%00']) {
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/password-link'],
      ['DELETE', '/sessions'],
    ] as const) {
      const body = method === 'PATCH' ? { enabled: true } : undefined
      const { status } = await callWith(app, token, method, `/api/admin/users/${odd}${path}`, body)
      assert.ok(status === 400 || status === 404, `${method} ${odd}${path} ${status}`)
    }
  }
  const users = await app.rows('select id, role from users order by id')
  assert.deepEqual(users, [
    { id, role: 'admin' },
    { id: viewer.id, role: 'viewer' },
  ])
})

test('paths that resemble protected pages show nothing', async (t) => {
  const app = await startApp(t)
  await addUser(app, 'admin')
  const odd = [
    '//account',
    '/account/',
    '/account%2F',
    '/account;x',
    '/ACCOUNT',
    '/%61ccount',
    '/assets/..%2f..%2fpackage.json',
  ]
  for (const path of [...odd, '/assets/%2e%2e/console.ts', '/login/../account', '/assets/', '/setup%00']) {
    const answer = await fetch(`${app.url}${path}`, { redirect: 'manual' })
    assert.ok([303, 400, 404].includes(answer.status), `${path} ${answer.status}`)
  }
})

test("under load nobody gets another person's session", async (t) => {
  const app = await startApp(t)
  const people = await Promise.all(['viewer', 'operator', 'admin'].map((role) => addUser(app, role as 'viewer')))
  const tokens = await Promise.all(people.map(({ email }) => tokenOf(app, email)))
  const requests = Array.from({ length: 600 }, async (_, place) => {
    const who = place % 3
    const isBad = place % 2 === 0
    const token = isBad ? `${tokens[who]!.slice(1)}${place % 10}`.replace(tokens[who]!, '0'.repeat(64)) : tokens[who]!
    const { status, body } = await callWith(app, token, 'GET', '/api/mobile/me')
    return isBad ? status === 401 : status === 200 && body.data.email === people[who]!.email
  })
  const verdicts = await Promise.all(requests)
  assert.equal(verdicts.filter((right) => !right).length, 0)
})
