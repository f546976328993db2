import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { startReceiver } from '../harness/receiver.ts'
import { addSite, browserOf, memberOf } from '../harness/sites.ts'

const URL_OF = (name: string) => ({ name, url: 'http://127.0.0.1:9/' })

test('administrators of a site see and manage its webhooks, and no others', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const everywhere = await app.logIn('admin')
  const member = await memberOf(app, south, 'admin')
  const all = (await everywhere('POST', '/api/admin/webhooks', URL_OF('All'))).body.data
  assert.equal(all.site, null)
  const home = (await everywhere('POST', '/api/admin/webhooks', { ...URL_OF('Home'), site_id: 1 })).body.data
  assert.deepEqual(home.site, { id: 1, name: 'Home' })
  const own = (await member('POST', '/api/admin/webhooks', URL_OF('South'))).body.data
  assert.deepEqual(own.site, { id: south, name: 'South' })

  const names = async (call: typeof everywhere, query = '') =>
    (await call('GET', `/api/admin/webhooks${query}`)).body.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(member), ['South'])
  assert.deepEqual(await names(everywhere), ['All', 'Home', 'South'])
  assert.deepEqual(await names(everywhere, '?site=1'), ['Home'])
  assert.deepEqual(await names(member, '?site=1'), [])

  for (const { id } of [all, home]) {
    const paths: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', ''],
      ['POST', '/secret', {}],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', '/recovery', { since: '2026-01-01T00:00:00Z' }],
    ]
    for (const [method, path, body] of paths) {
      const answer = await member(method, `/api/admin/webhooks/${id}${path}`, body)
      const absent = await member(method, `/api/admin/webhooks/999${path}`, body)
      assert.deepEqual([answer.status, answer.body], [404, absent.body], `${method} ${path}`)
    }
  }
  assert.equal((await member('PATCH', `/api/admin/webhooks/${own.id}`, { name: 'Mine' })).status, 200)
  const operator = await memberOf(app, south, 'operator')
  assert.equal((await operator('GET', `/api/admin/webhooks/${own.id}`)).status, 200)
  assert.equal((await operator('PATCH', `/api/admin/webhooks/${own.id}`, { name: 'Mine' })).status, 403)
})

test('a webhook is made only where one may manage it, and stays there', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const member = await memberOf(app, south, 'admin')
  const make = async (body: object) => {
    const answer = await member('POST', '/api/admin/webhooks', { ...URL_OF('New'), ...body })
    return [answer.status, answer.body.errors?.[0]?.message ?? answer.body.message]
  }
  assert.deepEqual(await make({ site_id: null }), [403, 'This needs the role admin'])
  assert.deepEqual(await make({ site_id: 1 }), await make({ site_id: 1 }))
  assert.equal((await make({ site_id: 1 }))[0], 400)
  assert.equal((await make({ site_id: 999 }))[0], 400)
  const own = (await member('POST', '/api/admin/webhooks', URL_OF('South'))).body.data
  assert.equal((await member('PATCH', `/api/admin/webhooks/${own.id}`, { site_id: 1 })).status, 400)
})

test('deliveries to webhooks of others are not shown beside an incident', async (t) => {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, name: 'For all' })
  await app.createWebhook({ url: receiver.url, name: 'For South', site_id: south })
  await (await app.createDevice({ module: 'worker', site_id: south })).send({ flags: { panic_pressed: true } })
  await app.runJobs()
  const browser = await browserOf(app, south, 'operator')
  assert.match((await browser.go('/incidents/1')).text, /\/webhooks\/2\/deliveries/)
  assert.doesNotMatch((await browser.go('/incidents/1')).text, /\/webhooks\/1\/deliveries/)
  const list = (await browser.go('/webhooks')).text
  assert.match(list, /For South/)
  assert.doesNotMatch(list, /For all/)
  assert.equal((await browser.go('/webhooks/1')).status, 404)
  assert.equal((await browser.go('/webhooks/1/deliveries/1')).status, 404)
})

test('the console asks for the site of a webhook only where there are several', async (t) => {
  const app = await startApp(t)
  const admin = await browserOf(app, 1, 'admin')
  assert.doesNotMatch((await admin.go('/webhooks/new')).text, /name="site_id"/)
  const south = await addSite(app, 'South')
  assert.doesNotMatch((await admin.go('/webhooks/new')).text, /name="site_id"|South/)
  const everywhere = await app.logIn('admin')
  const browser = openBrowser(app.url)
  await browser.logIn(everywhere.email)
  const form = await browser.go('/webhooks/new')
  assert.match(form.text, /<option value="">All sites<\/option>|<option value="" selected>All sites/)
  const fields = { ...URL_OF('Of South'), format: 'envelope', min_severity: 'info', tags: '', headers: '' }
  await browser.send('/webhooks/new', { ...fields, 'event:alert.triggered': 'yes', site_id: String(south) })
  const [stored] = await app.rows<{ site_id: number }>('select site_id from webhooks')
  assert.equal(stored!.site_id, south)
  assert.match((await browser.go('/webhooks')).text, /data-label="Site">South/)
})
