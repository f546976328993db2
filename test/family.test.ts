import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import type { Page } from './harness/browser.ts'
import { memberPath, openBrowserAsFamily, sendNow, startHome } from './harness/family.ts'
import { textOf } from './harness/page-text.ts'
import { addSite } from './harness/sites.ts'

const shown = ({ text }: Page) => textOf(/<main[\s\S]*<\/main>/.exec(text)![0])

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

  await sendNow(app, mother, { metrics: { systolic: 190 } })
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
  await sendNow(app, mother, { metrics: { systolic: 120 } })
  await app.fastForward({ minutes: 5 })
  await sendNow(app, mother, { metrics: { systolic: 196 } })
  await app.fastForward({ seconds: 30 })
  const { data } = (await nurse('GET', '/api/mobile/incidents?status=open')).body
  await nurse('POST', `/api/mobile/incidents/${data[0].incident_id}/resolution`, { resolution: 'manual' })
  const cared = /^Ema Novak The staff took care of it, \d\d:\d\d There is no reading since then yet\. Last sign/
  assert.match(await look(), cared)
  await app.fastForward({ minutes: 1 })
  await sendNow(app, mother, { metrics: { systolic: 118 } })
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
    await sendNow(app, band, { metrics: { steps } })
    await app.fastForward({ minutes: 5 })
  }
  assert.equal(await movement(), '10 minutes ago')
  for (let hour = 0; hour < 25; hour += 1) {
    await app.leap({ seconds: 3_600 })
    await sendNow(app, band, { metrics: { steps: 420 } })
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
  await sendNow(app, other, { flags: { fall_detected: true } })
  await nurse('POST', '/api/mobile/incidents/2/merge', { incident_ids: [1] })
  await sendNow(app, mother, { metrics: { systolic: 190 } })
  const page = await daughter.go('/')
  assert.doesNotMatch(page.text, /quarrels|Ivan|Kos|Fall/)
  // Somebody gets the device anew.
  await nurse('POST', '/api/mobile/incidents/3/resolution', {})
  assert.match(shown(await daughter.go('/')), /The last 7 days Systolic/)
  await app.fastForward({ minutes: 1 })
  const head = await app.logIn('admin')
  const [daughterId] = (await app.rows<{ id: number }>('select user_id as id from family_devices')).map(({ id }) => id)
  await head('PUT', memberPath(daughterId!), { role: 'family', devices: [mother.id] })
  assert.match(shown(await daughter.go('/')), /The last 7 days Systolic/, 'who saw it goes on to see it')
  await head('DELETE', memberPath(daughterId!))
  await head('PUT', memberPath(daughterId!), { role: 'family', devices: [mother.id] })
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
  await head('PUT', memberPath(id), { role: 'family', devices: [mother.id, other.id, third.id] })
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

test('a relative reads the page in their language and time zone, and has nothing else to go to', async (t) => {
  const { app, mother, daughter, id } = await startHome(t)
  await app.rows(`update users set preferences = '{"language":"de","zone":"Asia/Tokyo"}' where id = $1`, [id])
  await sendNow(app, mother, { metrics: { systolic: 190 } })
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
