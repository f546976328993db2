import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../src/core/reach/role.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { addUser, callWith, openBrowser, openBrowserAs } from './harness/browser.ts'
import { PASSWORD } from './harness/people.ts'
import { codeOf, newAppOf, openAfterPassword, recoveryCodesIn, setUpApp } from './harness/second-factor.ts'
import { addSite, memberOf } from './harness/sites.ts'

const PAGE = '/account/second-factor'

async function require(app: TestApp, rule: 'nobody' | 'admins' | 'everybody') {
  const browser = await openBrowserAs(app, 'admin')
  await browser.go('/settings')
  return { browser, page: await browser.send('/settings/second-factor', { second_factor_required: rule }) }
}

async function openAs(app: TestApp, role: Role) {
  const person = await addUser(app, role)
  const browser = openBrowser(app.url)
  const page = await browser.logIn(person.email)
  return { ...person, browser, page }
}

test('who needs a second factor and has none reaches nothing else of the console until it is set up', async (t) => {
  const app = await startApp(t)
  const node = await startApp(t, { connection: app.connection, startsAt: app.now() })
  const early = await openAs(app, 'admin')
  const { browser: admin, page } = await require(app, 'everybody')
  assert.equal(page.path, PAGE, 'whoever turns it on is the first')
  assert.match(page.text, /Your account needs a second factor/)
  assert.ok(!page.text.includes('href="/devices"'), 'without navigation')

  const onNode = openBrowser(node.url)
  for (const [name, value] of early.browser.cookies) onNode.cookies.set(name, value)
  assert.equal((await onNode.go('/devices')).path, PAGE, 'at the next request, on every node')
  const pages = app.service.http.routeList.filter(
    ({ method, schema, policy }) => method !== 'HEAD' && schema.hide && !['public', 'source'].includes(policy),
  )
  const open: string[] = []
  for (const { method, url } of pages) {
    const path = url.replace(/:[a-z_]+/g, '1')
    const _csrf = (await early.browser.go(PAGE)).csrf('/logout')
    const answer = method === 'GET' ? await early.browser.go(path) : await early.browser.post(path, { _csrf })
    const isLed = answer.path === PAGE ? url !== PAGE : answer.headers.get('location') === PAGE
    if (!isLed) open.push(`${method} ${url}`)
    if (url === '/logout') await early.browser.logIn(early.email)
  }
  assert.deepEqual(open.sort(), [
    `GET ${PAGE}`,
    `GET ${PAGE}/app`,
    `POST ${PAGE}/app`,
    `POST ${PAGE}/passkeys`,
    `POST ${PAGE}/proof`,
    `POST ${PAGE}/proof/passkey`,
    'POST /logout',
  ])
  const stream = await fetch(`${app.url}/events`, {
    headers: { cookie: [...early.browser.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  assert.equal(stream.status, 403)
  await stream.body?.cancel()

  const { key, draft } = await newAppOf(admin)
  const on = await admin.send(`${PAGE}/app`, { draft, code: codeOf(key, app.now()) })
  assert.equal(recoveryCodesIn(on.text).length, 10)
  assert.equal((await admin.go('/settings')).path, '/settings')
})

test('it can be required for administrators alone, or for nobody again', async (t) => {
  const app = await startApp(t)
  const { browser: admin } = await require(app, 'admins')
  assert.equal((await openAs(app, 'operator')).page.path, '/')
  assert.equal((await openAs(app, 'admin')).page.path, PAGE)
  await setUpApp(app, admin)
  const { text } = await admin.go('/settings')
  assert.match(text, /<option value="admins" selected>/)
  assert.match(text, /2 of 3 people have no second factor/)
  await admin.send('/settings/second-factor', { second_factor_required: 'nobody' })
  assert.equal((await openAs(app, 'admin')).page.path, '/')
  await admin.go('/settings')
  assert.equal((await admin.send('/settings/second-factor', { second_factor_required: 'somebody' })).status, 400)
  const entries = await app.rows<{ after: unknown }>(
    "select after from audit_entries where action = 'settings.changed' order by id",
  )
  assert.deepEqual(
    entries.map(({ after }) => after),
    [{ second_factor_required: 'admins' }, { second_factor_required: 'nobody' }],
  )
})

test('the last second factor of a person who needs one stays', async (t) => {
  const app = await startApp(t)
  const { browser } = await require(app, 'everybody')
  await setUpApp(app, browser)
  await browser.go(PAGE)
  const kept = await browser.send(`${PAGE}/app/removal`)
  assert.equal(kept.status, 409)
  assert.match(kept.text, /add another before you remove this one/i)
  await browser.go(PAGE)
  const next = await newAppOf(browser)
  const replaced = await browser.send(`${PAGE}/app`, { draft: next.draft, code: codeOf(next.key, app.now()) })
  assert.equal(replaced.path, `${PAGE}?done=app`, 'but can be replaced')
})

test('programs get no token without it, and those they have go on', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('viewer')
  await require(app, 'everybody')
  assert.equal((await call('GET', '/api/mobile/devices')).status, 200)
  const { status, body } = await app.call('POST', '/api/mobile/login', { email: call.email, password: PASSWORD })
  assert.deepEqual([status, body.message], [403, 'You need a second factor; set one up in the console first'])
  const wrong = await app.call('POST', '/api/mobile/login', { email: call.email, password: 'not the password' })
  assert.equal(wrong.status, 401)
})

test('a session from before has to prove itself before it sets up a second factor', async (t) => {
  const app = await startApp(t)
  const old = await openAs(app, 'viewer')
  app.setClock({ seconds: 3_600 })
  await require(app, 'everybody')
  const page = await old.browser.go('/')
  assert.equal(page.path, PAGE)
  assert.ok(!page.text.includes(`href="${PAGE}/app"`))
  await old.browser.send(`${PAGE}/proof`, { password: PASSWORD })
  await setUpApp(app, old.browser)
  assert.equal((await old.browser.go('/')).path, '/')
  await openAfterPassword(app, old.email)
})

test('who is made an administrator of a site needs a second factor for that alone', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const head = await memberOf(app, south, 'admin')
  const ana = await openAs(app, 'operator')
  const owner = await openAs(app, 'admin')
  await setUpApp(app, owner.browser)
  await owner.browser.go('/settings')
  await owner.browser.send('/settings/second-factor', { second_factor_required: 'admins' })
  const rename = () => ana.browser.post(`/sites/${south}`, { _csrf: csrf, name: 'Renamed', notes: '' })

  await app.rows(
    'insert into authenticator_apps select $1, key_sealed, added_at, last_code_at from authenticator_apps',
    [head.id],
  )
  const path = `/api/admin/sites/${south}/members/${ana.id}`
  assert.equal((await head('PUT', path, { role: 'admin' })).status, 200)
  const page = await ana.browser.go('/devices')
  assert.equal(page.path, '/devices', 'nothing else is asked of her')
  assert.match(page.text, /You administer a site, for which a second factor is required/)
  const csrf = page.csrf()
  const login = await app.call('POST', '/api/mobile/login', { email: ana.email, password: PASSWORD })
  assert.equal(login.status, 200, 'nor of her app')
  const call = (method: string, to: string, body?: unknown) => callWith(app, login.body.data.token, method, to, body)
  assert.equal(
    (await call('POST', '/api/admin/devices', { name: 'Pump', module: 'factory', site_id: south })).status,
    201,
  )
  assert.equal((await rename()).status, 403)
  assert.equal((await call('PATCH', `/api/admin/sites/${south}`, { name: 'Renamed' })).status, 403)
  const program = await call('POST', '/api/mobile/me/tokens', { name: 'Script', role: 'admin' })
  assert.equal(program.status, 400, 'programs reach no further')

  await setUpApp(app, ana.browser)
  assert.equal((await rename()).status, 303)
  assert.doesNotMatch((await ana.browser.go('/devices')).text, /You administer a site/)
})
