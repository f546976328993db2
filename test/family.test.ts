import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { openBrowser, type Page } from './harness/browser.ts'
import { openBrowserAsFamily } from './harness/family.ts'
import { textOf } from './harness/page-text.ts'
import { PASSWORD } from './harness/people.ts'
import { declare, startReachableApp } from './harness/reachable.ts'
import { addSite, memberOf } from './harness/sites.ts'

/** Times of the same day have no date. */
const NOON = new Date('2026-11-10T12:00:00Z')

const shown = ({ text }: Page) => textOf(/<main[\s\S]*<\/main>/.exec(text)![0])
const member = (id: number, siteId = 1) => `/api/admin/sites/${siteId}/members/${id}`
const send = (app: TestApp, device: TestDevice, reading: object) => device.send({ ts: Number(app.now()), ...reading })

/** A care home with two residents, and the daughter of the first at the console. */
async function startHome(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { startsAt: NOON })
  const mother = await app.createDevice({ name: 'Ema Novak', module: 'health' })
  const other = await app.createDevice({ name: 'Ivan Kos', module: 'health' })
  await send(app, mother, { battery: 84, metrics: { systolic: 121, diastolic: 80, heart_rate: 71 } })
  const daughter = await openBrowserAsFamily(app, [mother])
  const [{ id }] = (await app.rows<{ id: number }>('select id from users')) as [{ id: number }]
  return { app, mother, other, daughter, id }
}

test('a relative sees at a glance whether all is well, and whether somebody looks after what is not', async (t) => {
  const { app, mother, daughter } = await startHome(t)
  const look = async () => shown(await daughter.go('/'))
  const first = await daughter.go('/')
  assert.equal(first.path, `/family/${mother.id}`)
  assert.match(shown(first), /^Ema Novak All is well Last sign of life now Battery Battery 84 % Measured/)
  assert.match(shown(first), /Systolic pressure 121 mmHg .*Heart rate 71.*The last 7 days Nothing happened\./)
  assert.doesNotMatch(shown(first), /Last movement/)
  // It looks again by itself, also without scripts.
  assert.match(first.text, /<noscript><meta http-equiv="refresh" content="60"><\/noscript>/)
  assert.match(first.text, /id="family"[^>]*data-again="60"/)

  await send(app, mother, { metrics: { systolic: 190 } })
  const open = await look()
  assert.match(open, /^Ema Novak Something is wrong since \d\d:\d\d Systolic blood pressure above 180 mmHg\./)
  assert.match(open, /Nobody has said yet that they are looking after it\. Last sign/)
  assert.match(open, /The last 7 days Systolic blood pressure above 180 mmHg.*not over yet/)

  const nurse = await app.logIn('operator')
  await nurse('POST', '/api/mobile/incidents/1/acknowledgement')
  const taken = await daughter.go('/')
  assert.match(shown(taken), /mmHg\. The staff are looking after it\. Last sign/)
  assert.ok(!taken.text.includes(nurse.email.split('@')[0]!), 'a name of the staff')

  await nurse('POST', '/api/mobile/incidents/1/notes', { text: 'Relatives call all the time' })
  await nurse('POST', '/api/mobile/incidents/1/resolution', { note: 'Cuff was loose', resolution: 'false_alarm' })
  const over = await look()
  assert.match(over, /^Ema Novak All is well .*lasted \d+ s It was a false alarm\./)
  assert.doesNotMatch(over, /Cuff|all the time/)

  // Resolved, and no reading has come since: nobody knows yet whether it is over.
  await send(app, mother, { metrics: { systolic: 120 } })
  await app.fastForward({ minutes: 5 })
  await send(app, mother, { metrics: { systolic: 196 } })
  await app.fastForward({ seconds: 30 })
  const { data } = (await nurse('GET', '/api/mobile/incidents?status=open')).body
  await nurse('POST', `/api/mobile/incidents/${data[0].incident_id}/resolution`, { resolution: 'manual' })
  const cared = /^Ema Novak The staff took care of it, \d\d:\d\d There is no reading since then yet\. Last sign/
  assert.match(await look(), cared)
  await app.fastForward({ minutes: 1 })
  await send(app, mother, { metrics: { systolic: 118 } })
  assert.match(await look(), /^Ema Novak All is well /)

  await app.fastForward({ minutes: 45 })
  const silent = await look()
  assert.match(silent, /^Ema Novak No news since \d\d:\d\d The device has not been heard from\./)
})

test('a relative reads when somebody moved last, from what the kind of the device says', async (t) => {
  const app = await startApp(t)
  const band = await app.createDevice({ name: 'Ema Novak', module: 'worker' })
  const daughter = await openBrowserAsFamily(app, [band])
  const movement = async () => /Last movement (.*?) (?:Battery|Measured)/.exec(shown(await daughter.go('/family')))?.[1]
  for (const steps of [400, 420, 420]) {
    await send(app, band, { metrics: { steps } })
    await app.fastForward({ minutes: 5 })
  }
  assert.equal(await movement(), '10 minutes ago')
  for (let hour = 0; hour < 25; hour += 1) {
    await app.leap({ seconds: 3_600 })
    await send(app, band, { metrics: { steps: 420 } })
  }
  // The session has ended meanwhile.
  await daughter.logIn('daughter@example.org')
  assert.match((await movement())!, /^none since /)
})

test('relatives see nothing from before the device was theirs, and what others wrote or sent never', async (t) => {
  const { app, mother, other, daughter } = await startHome(t)
  const nurse = await app.logIn('operator')
  const told = { title: 'Ema quarrels with Ivan', device_id: mother.id, severity: 'warning' }
  await nurse('POST', '/api/mobile/incidents', told)
  assert.match(shown(await daughter.go('/')), /The staff noted something\./)
  await send(app, other, { flags: { fall_detected: true } })
  await nurse('POST', '/api/mobile/incidents/2/merge', { incident_ids: [1] })
  await send(app, mother, { metrics: { systolic: 190 } })
  const page = await daughter.go('/')
  assert.doesNotMatch(page.text, /quarrels|Ivan|Kos|Fall/)
  // Somebody gets the device anew.
  await nurse('POST', '/api/mobile/incidents/3/resolution', {})
  assert.match(shown(await daughter.go('/')), /The last 7 days Systolic/)
  await app.fastForward({ minutes: 1 })
  const head = await app.logIn('admin')
  const [daughterId] = (await app.rows<{ id: number }>('select user_id as id from family_devices')).map(({ id }) => id)
  await head('PUT', member(daughterId!), { role: 'family', devices: [mother.id] })
  assert.match(shown(await daughter.go('/')), /The last 7 days Systolic/, 'who saw it goes on to see it')
  await head('DELETE', member(daughterId!))
  await head('PUT', member(daughterId!), { role: 'family', devices: [mother.id] })
  assert.match(shown(await daughter.go('/')), /The last 7 days Nothing happened/)
})

test('a device of others is answered as one that does not exist, and so is one that leaves the site', async (t) => {
  const { app, mother, other, daughter } = await startHome(t)
  const answer = async (id: number) => {
    const { status, text } = await daughter.go(`/family/${id}`)
    return { status, text: text.replace(/<code>[^<]*<\/code>/g, '').replaceAll(`/family/${id}`, '') }
  }
  const absent = await answer(999)
  assert.equal(absent.status, 404)
  assert.deepEqual(await answer(other.id), absent)
  assert.equal((await answer(mother.id)).status, 200)
  const [head, south] = [await app.logIn('admin'), await addSite(app, 'South')]
  await head('POST', `/api/admin/devices/${mother.id}/move`, { site_id: south })
  assert.equal((await answer(mother.id)).status, 404)
  // Nobody knew then with whom it comes back.
  await head('POST', `/api/admin/devices/${mother.id}/move`, { site_id: 1 })
  assert.equal((await answer(mother.id)).status, 404)
  assert.equal((await daughter.go('/')).path, '/account')
})

test('a device that is deleted or handed over leaves the pages of relatives', async (t) => {
  const { app, mother, other, daughter, id } = await startHome(t)
  const [head, south] = [await app.logIn('admin'), await addSite(app, 'South')]
  const third = await app.createDevice({ name: 'Hall', module: 'home_infra' })
  await head('PUT', member(id), { role: 'family', devices: [mother.id, other.id, third.id] })
  const list = await daughter.go('/')
  assert.equal(list.path, '/family')
  assert.match(shown(list), /^Family Ema Novak All is well Hall No news yet .* Ivan Kos No news yet/)
  await head('DELETE', `/api/admin/devices/${mother.id}`)
  await head('POST', `/api/admin/devices/${other.id}/handover`, { site_id: south })
  assert.equal((await daughter.go('/')).path, `/family/${third.id}`)
  const { members } = (await head('GET', '/api/admin/sites/1')).body.data
  assert.deepEqual(members[0].devices, [third.id])
  await head('DELETE', `/api/admin/devices/${third.id}`)
  assert.match(shown(await daughter.go('/')), /Nobody has chosen anything for you to see/)
})

test('administrators of a site choose the devices of a family, of their site alone', async (t) => {
  const { app, mother, other, id } = await startHome(t)
  const south = await addSite(app, 'South')
  const foreign = await app.createDevice({ name: 'Elsewhere', site_id: south })
  const head = await memberOf(app, 1, 'admin')
  const put = async (body: object) => (await head('PUT', member(id), body)).body
  const devices = Array.from({ length: 21 }, (_, place) => place + 1)
  const refused: [object, RegExp][] = [
    [{ role: 'family' }, /^\/devices: must be given for "family": 1 to 20 devices of the site/],
    [{ role: 'family', devices: [] }, /^\/devices/],
    [{ role: 'family', devices }, /^\/devices: must have at most 20 items/],
    [{ role: 'family', devices: [mother.id, mother.id] }, /^\/devices/],
    [{ role: 'family', devices: [foreign.id] }, /^\/devices: must be a device: there is no device 3/],
    [{ role: 'family', devices: [999] }, /^\/devices: must be a device: there is no device 999/],
    [{ role: 'viewer', devices: [mother.id] }, /^\/devices: must not be given: only "family" sees chosen devices/],
  ]
  for (const [body, message] of refused) {
    const { code, message: said } = await put(body)
    assert.equal(code, 400, JSON.stringify(body))
    assert.match(said, message)
  }
  const both = await put({ role: 'family', devices: [other.id, mother.id] })
  assert.deepEqual(both.data.members.find(({ user_id }: { user_id: number }) => user_id === id).devices, [
    mother.id,
    other.id,
  ])
  // They are known to those who administer the site, and to nobody else in it.
  assert.equal((await head('GET', `/api/admin/users/${id}`)).status, 200)
  const viewer = await put({ role: 'viewer' })
  const seen = viewer.data.members.find(({ user_id }: { user_id: number }) => user_id === id)
  assert.deepEqual([seen.role, 'devices' in seen], ['viewer', false])
  assert.deepEqual(await app.rows('select from family_devices'), [])
  assert.equal((await put({ role: 'family', devices: [mother.id] })).status, 'ok')
  assert.deepEqual(await app.rows('select from site_members where user_id = $1', [id]), [])
  assert.equal((await head('DELETE', member(id))).status, 200)
  assert.equal((await head('DELETE', member(id))).status, 404)
  const entries = await app.rows<{ action: string; after: object | null }>(
    `select action, after from audit_entries where action like 'site.member%' order by id`,
  )
  const email = 'daughter@example.org'
  assert.deepEqual(
    entries.map(({ action, after }) => [action, after]),
    [
      ['site.member_added', { member: email, role: 'family', devices: ['Ema Novak (#1)'] }],
      ['site.member_changed', { member: email, devices: ['Ema Novak (#1)', 'Ivan Kos (#2)'] }],
      ['site.member_changed', { member: email, role: 'viewer' }],
      ['site.member_changed', { member: email, role: 'family', devices: ['Ema Novak (#1)'] }],
      ['site.member_removed', null],
    ],
  )
})

test('nobody is family everywhere, nor is a token, and a new person can be it in a site', async (t) => {
  const { app, mother, id } = await startHome(t)
  const head = await app.logIn('admin')
  const [email, password] = ['son@example.org', PASSWORD]
  const requests: [string, string, object][] = [
    ['POST', '/api/admin/users', { email, password, role: 'family' }],
    ['PATCH', `/api/admin/users/${id}`, { role: 'family' }],
    ['POST', '/api/mobile/me/tokens', { name: 'Family', role: 'family' }],
    [
      'POST',
      '/api/admin/escalation-policies',
      { name: 'F', steps: [{ wait_s: 0, targets: [{ type: 'role', role: 'family' }] }] },
    ],
  ]
  for (const [method, path, body] of requests) {
    const answer = await head(method, path, body)
    assert.equal(answer.status, 400, path)
    assert.match(answer.body.message, /role.*(admin|one of)/, path)
  }
  const memberships = [{ site_id: 1, role: 'family', devices: [mother.id] }]
  const added = await head('POST', '/api/admin/users', { email, password, role: null, memberships })
  assert.equal(added.status, 201)
  const son = openBrowser(app.url)
  assert.equal((await son.logIn(email)).path, `/family/${mother.id}`)
})

test('no step of a policy and no report reaches a family, and readiness counts on none', async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const [admin, relative] = [await addReachable('admin'), await addReachable('viewer')]
  const device = await app.createDevice({ name: 'Ema Novak', module: 'health' })
  await app.rows('update users set role = null where id = $1', [relative.id])
  await admin.call('PUT', member(relative.id), { role: 'family', devices: [device.id] })
  const targets = [
    { type: 'user', id: relative.id },
    { type: 'role', role: 'viewer' },
  ]
  await admin.call('POST', '/api/admin/escalation-policies', { name: 'Night', steps: [{ wait_s: 0, targets }] })
  await declare(admin)
  await app.fastForward({ minutes: 1 })
  assert.equal(relative.browser.received.length, 0)
  const { people } = (await admin.call('GET', '/api/mobile/readiness')).body.data
  assert.deepEqual(
    people.map(({ id }: { id: number }) => id),
    [admin.id],
  )
  // The account is still theirs.
  assert.equal((await relative.call('GET', '/api/mobile/me')).status, 200)
})

test('administrators choose them in the console, also for somebody new, and faults stand at their field', async (t) => {
  const { app, mother, other } = await startHome(t)
  const { email } = await app.logIn('admin')
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  const add = async (filled: Record<string, string>) => {
    await browser.go('/sites/1')
    return browser.fillIn('/sites/1/members', 'Add', filled)
  }
  const field = 'Devices for family'
  const refused: [Record<string, string>, RegExp][] = [
    [{ Email: 'son@example.org', Role: 'Family' }, /1 to 20 devices/],
    [{ Email: 'son@example.org', Role: 'Family', [field]: 'Nobody' }, /none called “?"?Nobody/],
    [{ Email: 'son@example.org', Role: 'Viewer', [field]: 'Ivan Kos' }, /only .?Family.? sees chosen devices/i],
  ]
  for (const [filled, fault] of refused) {
    const page = await add(filled)
    assert.equal(page.status, 400)
    assert.match(textOf(page.text), fault)
  }
  const invited = await add({ Email: 'son@example.org', Role: 'Family', [field]: `ivan kos\n#${mother.id}` })
  assert.match(textOf(invited.text), /\/invitation\//)
  const changed = await add({ Email: 'daughter@example.org', Role: 'Family', [field]: 'Ivan Kos' })
  assert.match(
    textOf(changed.text),
    /daughter@example\.org Family Ivan Kos .*son@example\.org Family Ema Novak, Ivan Kos/,
  )
  assert.equal((await app.rows('select from family_devices where device_id = $1', [other.id])).length, 2)
})

test('a relative reads the page in their language and time zone, and has nothing else to go to', async (t) => {
  const { app, mother, daughter, id } = await startHome(t)
  await app.rows(`update users set preferences = '{"language":"de","zone":"Asia/Tokyo"}' where id = $1`, [id])
  await send(app, mother, { metrics: { systolic: 190 } })
  const page = await daughter.go('/')
  const clock = new Intl.DateTimeFormat('de', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' })
  assert.ok(
    shown(page).startsWith(`Ema Novak Etwas stimmt nicht seit ${clock.format(app.now())} Systolischer Blutdruck`),
  )
  assert.match(page.text, /<html lang="de"/)
  const links = [...page.text.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, address]) => address)
  assert.deepEqual(new Set(links), new Set(['#main', '/', '/family', '/account']))
  const account = await daughter.go('/account')
  assert.match(textOf(account.text), /Rolle Angehörige/)
  assert.doesNotMatch(account.text, /href="\/(account\/notifications|my-shift|docs)"/)
  // The list of the site says nothing of who else is related to whom.
  assert.equal((await daughter.go('/sites/1')).status, 403)
})
