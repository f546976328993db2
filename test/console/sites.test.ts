import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser, openBrowserAs, type Page } from '../harness/browser.ts'
import { linkOf, textOf } from '../harness/page-text.ts'
import { addMember, startSiteWorld } from '../harness/site-worlds.ts'

const pathOf = ({ path }: Page) => path.replace(/\?.*/, '')
/** The names of the devices that a list shows. */
const names = ({ text }: Page) => [...text.matchAll(/<td class="main"[\s\S]*?<\/td>/g)].map(([cell]) => nameIn(cell))
const nameIn = (cell: string) => textOf(/<a [\s\S]*?<\/a>/.exec(cell)![0])
const siteSwitch = ({ text }: Page) => /<details class="sites">[\s\S]*?<\/details>/.exec(text)![0]

test('with one site, no page says a word of sites but the settings', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice({ name: 'Pump' })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  for (const path of [
    '/',
    '/devices',
    `/devices/${device.id}`,
    `/devices/${device.id}/settings`,
    '/devices/new',
    '/users',
  ]) {
    assert.doesNotMatch((await browser.go(path)).text, /\bsites?\b/i, path)
  }
  assert.match((await browser.go('/settings')).text, /All devices belong to one site/)
})

test('devices are moved to a site on its page, and only by those who may in both', async (t) => {
  const app = await startApp(t)
  const one = await app.createDevice({ name: 'Pump 1' })
  const other = await app.createDevice({ name: 'Pump 2' })
  const browser = await openBrowserAs(app, 'admin')
  await browser.go('/sites')
  const ward = pathOf(await browser.fillIn('/sites', 'Add site', { Name: 'Ward South' }))
  const refused = await browser.fillIn(`${ward}/devices`, 'Move here', { Devices: 'Pump 3' })
  assert.equal(refused.status, 400)
  assert.match(textOf(refused.text), /Pump 3/)
  const moved = await browser.fillIn(`${ward}/devices`, 'Move here', { Devices: `Pump 1\n#${other.id}` })
  assert.match(textOf(moved.text), /Moved, with its history\./)
  const siteId = Number(ward.split('/').at(-1))
  const places = () => app.rows<{ site_id: number }>('select site_id from devices order by id')
  assert.deepEqual(await places(), [{ site_id: siteId }, { site_id: siteId }])
  // Those that are there already stay.
  assert.equal((await browser.send(`${ward}/devices`, { devices: `#${one.id}` })).status, 200)
  await addMember(app, 1, 'nurse@example.org', 'operator')
  const nurse = openBrowser(app.url)
  await nurse.logIn('nurse@example.org')
  const home = await nurse.go('/sites/1')
  assert.doesNotMatch(home.text, /Move devices here/)
  const own = { origin: app.url, 'sec-fetch-site': 'same-origin' }
  const taken = await nurse.post(`${ward}/devices`, { devices: `#${one.id}`, _csrf: home.csrf() }, own)
  assert.equal(taken.status, 404)
})

test('a second site is added in the settings, gets people, and lists follow the choice of a site', async (t) => {
  const app = await startApp(t)
  await app.createDevice({ name: 'Pump at home' })
  const browser = await openBrowserAs(app, 'admin')
  await browser.go(linkOf((await browser.go('/settings')).text, 'Sites'))
  const added = await browser.fillIn('/sites', 'Add site', { Name: 'Ward South' })
  assert.match(textOf(added.text), /Site added\./)
  const invited = await browser.fillIn(`${pathOf(added)}/members`, 'Add', {
    Email: 'ana@example.org',
    Role: 'Operator',
  })
  assert.match(textOf(invited.text), /\/invitation\//)
  assert.deepEqual(
    await app.rows("select m.role from site_members as m join users on id = user_id where email like 'ana@%'"),
    [{ role: 'operator' }],
  )
  await browser.go('/devices/new')
  const device = await browser.fillIn('/devices/new', 'Add device', {
    Name: 'Pump in the ward',
    Factory: true,
    Site: 'Ward South',
  })
  assert.match(device.text, /<h1>Connect Pump in the ward<\/h1>/)
  const home = await browser.go('/devices')
  assert.deepEqual(names(home), ['Pump at home', 'Pump in the ward'])
  const ward = await browser.go(linkOf(siteSwitch(home), 'Ward South'))
  assert.match(siteSwitch(ward), /<summary[^>]*>[\s\S]*<span>Ward South<\/span>[\s\S]*<\/summary>/)
  assert.deepEqual(names(ward), ['Pump in the ward'])
  // The browser keeps the choice, and a link may say another one.
  assert.deepEqual(names(await browser.go('/devices')), ['Pump in the ward'])
  assert.equal(names(await browser.go('/devices?site=all')).length, 2)
})

test('a member of one ward, the head of two and an administrator of all each see what is theirs', async (t) => {
  const { app, south, members } = await startSiteWorld(t)
  await app.createDevice({ name: 'Pump South', site_id: south })
  const head = await addMember(app, 1, 'head@example.org', 'admin')
  await app.rows(`insert into site_members values ($1, $2, 'viewer')`, [south, head])
  const seen = async (email: string) => {
    const browser = openBrowser(app.url)
    await browser.logIn(email)
    const { text } = await browser.go('/devices')
    return {
      north: text.includes('Pump 0 North'),
      south: text.includes('Pump South'),
      chooses: text.includes('details class="sites"'),
      settings: (await browser.go('/settings')).status,
    }
  }
  assert.deepEqual(await seen(members.viewer), { north: true, south: false, chooses: false, settings: 403 })
  assert.deepEqual(await seen('head@example.org'), { north: true, south: true, chooses: true, settings: 403 })
  assert.deepEqual(await seen('everywhere@example.org'), { north: true, south: true, chooses: true, settings: 200 })
})

test('who only looks at some sites has no entries of staff, and reads where the role is', async (t) => {
  const { app, south } = await startSiteWorld(t)
  const entries = async (email: string) => {
    const browser = openBrowser(app.url)
    await browser.logIn(email)
    const { text } = await browser.go('/account')
    const [places] = /<nav class="places"[\s\S]*?<\/section><section>[\s\S]*?<\/nav>/.exec(text) ?? [text]
    return { text, has: (path: string) => places.includes(`href="${path}"`) }
  }
  await addMember(app, south, 'daughter@example.org', 'viewer')
  const daughter = await entries('daughter@example.org')
  for (const path of ['/rules', '/escalation-policies', '/silences', '/on-call'])
    assert.equal(daughter.has(path), false, path)
  assert.ok(daughter.has('/devices'))
  assert.match(textOf(daughter.text), /South: Viewer/)
  await addMember(app, south, 'carer@example.org', 'operator')
  assert.ok((await entries('carer@example.org')).has('/silences'))
  assert.ok((await entries('everywhere@example.org')).has('/rules'))
})

test('buttons are only where one may act', async (t) => {
  const { app, south } = await startSiteWorld(t)
  const pump = await app.createDevice({ name: 'Pump South', module: 'health', site_id: south })
  await pump.send({ metrics: { systolic: 190 } })
  const ana = await addMember(app, 1, 'ana@example.org', 'operator')
  await app.rows(`insert into site_members values ($1, $2, 'viewer')`, [south, ana])
  const browser = openBrowser(app.url)
  await browser.logIn('ana@example.org')
  const [there] = await app.rows<{ incident_id: string }>('select incident_id from incidents where site_id = $1', [
    south,
  ])
  assert.doesNotMatch((await browser.go(`/incidents/${there!.incident_id}`)).text, /acknowledgement/)
  assert.match((await browser.go('/incidents/1')).text, /acknowledgement/)
  assert.equal((await browser.go(`/devices/${pump.id}/settings`)).status, 403)
  assert.doesNotMatch((await browser.go(`/devices/${pump.id}`)).text, new RegExp(`/devices/${pump.id}/settings`))
})

test('a device is moved and handed over on its settings page', async (t) => {
  const { app, south } = await startSiteWorld(t)
  const browser = openBrowser(app.url)
  await browser.logIn('everywhere@example.org')
  await browser.go('/devices/1/settings')
  const moved = await browser.send('/devices/1/settings/site', { site_id: String(south), how: 'move' })
  assert.equal(moved.status, 200, moved.text)
  assert.match(moved.text, /Moved, with its history\./)
  const given = await browser.send('/devices/1/settings/site', { site_id: '1', how: 'handover' })
  assert.match(given.text, /This is the new device\./)
  assert.match(given.path, /\/devices\/9\/settings/)
})

test('a browser that remembers a site which is gone shows all others', async (t) => {
  const { app, south } = await startSiteWorld(t)
  const browser = openBrowser(app.url)
  await browser.logIn('everywhere@example.org')
  assert.doesNotMatch((await browser.go(`/devices?site=${south}`)).text, /Pump 0 North/)
  await browser.go(`/sites/${south}`)
  await browser.send(`/sites/${south}/removal`)
  assert.match((await browser.go('/devices')).text, /Pump 0 North/)
})

test('a token is limited to a site where there are several', async (t) => {
  const { app, south } = await startSiteWorld(t)
  const browser = openBrowser(app.url)
  await browser.logIn('everywhere@example.org')
  await browser.go('/account')
  const made = await browser.send('/account/tokens', {
    name: 'Wallboard',
    role: 'viewer',
    days: '90',
    site_id: String(south),
  })
  assert.equal(made.status, 201)
  assert.deepEqual(await app.rows('select site_id from token_sites'), [{ site_id: south }])
  assert.match((await browser.go('/account')).text, /data-label="Site">South/)
})

test('the page of a person says what they see and why, and adds and removes sites', async (t) => {
  const { app, south } = await startSiteWorld(t)
  const browser = openBrowser(app.url)
  await browser.logIn('everywhere@example.org')
  const [user] = await app.rows<{ id: number }>(`select id from users where email = 'viewer-of-north@example.org'`)
  const path = `/users/${user!.id}`
  assert.match((await browser.go(path)).text, /What can viewer-of-north see\?[\s\S]*Viewer, as a member; 8 devices/)
  const added = await browser.send(`${path}/memberships`, { site_id: String(south), role: 'admin' })
  assert.match(added.text, /Administrator, as a member; 0 devices/)
  const removed = await browser.send(`${path}/memberships/1/removal`)
  assert.doesNotMatch(removed.text, /8 devices/)
})
