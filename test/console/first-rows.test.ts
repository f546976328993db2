import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { textOf } from '../harness/page-text.ts'
import { makeReachable } from '../harness/people.ts'

// Lists begin with what matters: rows, not what filters and changes them.

const LONG_NAME = 'W'.repeat(95)

/** Open incidents and alerts of these devices, which are too cold. */
async function tooCold(app: TestApp, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const device = await app.createDevice({ name, module: 'home_infra' })
    await device.send({ metrics: { temperature: -20 } })
  }
}

for (const list of ['incidents', 'alerts']) {
  test(`the first row of ${list} begins in the first quarter of a desk, and its button is in sight beside any name`, async (t) => {
    const app = await startApp(t)
    await tooCold(app, [LONG_NAME])
    const { page, go, email } = await openWindow(t, app, { width: 1_280, height: 900 })
    // The notice that nobody can be notified takes its own line.
    const [person] = await app.rows<{ id: number }>('select id from users where email = $1', [email])
    await makeReachable(app, person!.id)
    await go(`/${list}`)
    const row = page.locator(`#${list} tbody tr`).first()
    const { y } = (await row.boundingBox())!
    assert.ok(y <= 225, `the row begins at ${y}`)
    const button = (await row.getByRole('button', { name: 'Acknowledge' }).boundingBox())!
    assert.ok(button.x + button.width <= 1_280, `the button ends at ${button.x + button.width}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 1_280)
  })
}

test('what is done with selected rows comes with the first tick, below the list and always in sight', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { height: 400 })
  for (let n = 0; n < 12; n += 1) await app.createDevice({ name: `Cellar ${n}` })
  await go('/devices')
  const bar = page.locator('.selection.bar')
  assert.equal(await bar.isVisible(), false)
  await page.getByRole('checkbox', { name: 'Select Cellar 0' }).check()
  const { y, height } = (await bar.boundingBox())!
  assert.ok(y > 300 && y + height <= 400, `the bar is at ${y} to ${y + height}`)
})

test('many equal incidents are one row, which leads to them, in the list and in what needs attention', async (t) => {
  const app = await startApp(t)
  await tooCold(
    app,
    Array.from({ length: 6 }, (_, n) => `Room ${n}`),
  )
  const bed = await app.createDevice({ name: 'Bed 1', module: 'health' })
  await bed.send({ metrics: { spo2: 80 } })
  const browser = await openBrowserAs(app, 'operator')
  assert.match((await browser.go('/incidents?sort=-severity')).text, /alert-rows groups/, 'the usual order, asked for')
  assert.doesNotMatch((await browser.go('/incidents?sort=-time')).text, /alert-rows groups/)
  const list = await browser.go('/incidents')
  assert.match(list.text, /<ul class="rows alert-rows groups"[\s\S]*Room temperature[^<]* · 6 devices/)
  const table = list.text.slice(list.text.indexOf('<tbody'))
  assert.match(table, /Bed 1/)
  assert.doesNotMatch(table, /Room \d/)
  const [, address] = /<li id="group-[^"]*">[\s\S]*?<a href="([^"]*)"/.exec(list.text)!
  const group = await browser.go(address!.replaceAll('&amp;', '&'))
  assert.doesNotMatch(group.text, /alert-rows groups/)
  assert.equal(
    [...group.text.slice(group.text.indexOf('<tbody')).matchAll(/<a class="device"[^>]*>Room \d</g)].length,
    6,
  )
  assert.doesNotMatch(group.text.slice(group.text.indexOf('<tbody')), /Bed 1/)
  assert.match(group.text, /aria-label="Without Room temperature low"/)

  const overview = (await browser.go('/')).text
  const attention = overview.slice(overview.indexOf('id="attention"'))
  assert.match(attention, /Room temperature[^<]* · 6 devices/)
  assert.equal([...attention.matchAll(/id="attention-incident-/g)].length, 1)
  assert.equal([...attention.matchAll(/id="attention-alert-/g)].length, 0)
})

test('a row of equal incidents fits on a phone, with what leads to them', async (t) => {
  const app = await startApp(t)
  await tooCold(
    app,
    Array.from({ length: 5 }, (_, n) => `Room ${n}`),
  )
  const { page, go } = await openWindow(t, app, { width: 320, height: 700 })
  for (const path of ['/incidents', '/']) {
    await go(path)
    const button = (await page.getByRole('link', { name: /^Show all: Room temperature/ }).boundingBox())!
    assert.ok(button.x >= 0 && button.x + button.width <= 320, path)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path)
  }
})

test('screen readers hear the device with each box and button of a list', async (t) => {
  const app = await startApp(t)
  await tooCold(app, ['Cold store'])
  const browser = await openBrowserAs(app, 'operator')
  for (const list of ['alerts', 'incidents', '']) {
    const { text } = await browser.go(`/${list}`)
    assert.match(text, /aria-label="Acknowledge: [^"]* – Cold store"/)
    if (list !== '') assert.match(text, /aria-label="Select: [^"]* – Cold store"/)
  }
})

test('an incident in a list says its place by the geofence or the nearest town', async (t) => {
  const app = await startApp(t)
  const van = await app.createDevice({ name: 'Van 4', module: 'vehicle' })
  await van.send({ lat: 46.0569, lng: 14.5058, flags: { impact_detected: true } })
  const admin = await app.logIn('admin')
  const browser = await openBrowserAs(app, 'viewer')
  assert.match(
    (await browser.go('/incidents')).text,
    /<span class="meta at"><span title="46\.0569, 14\.5058">1\skm NW of Ljubljana</,
  )
  const fence = { circle: { lat: 46.0569, lng: 14.5058, radius_m: 500 } }
  await admin('POST', '/api/admin/geofences', { name: 'Depot', fence })
  assert.match((await browser.go('/incidents')).text, /<span class="meta at"><span title="[^"]*">Depot</)
})

test('a row says who, how bad and where, in the list and in what needs attention', async (t) => {
  const app = await startApp(t)
  const bed = await app.createDevice({ name: 'Bed 1', module: 'health' })
  await bed.send({ metrics: { systolic: 196 }, lat: 46.27, lng: 14.36 })
  const fridge = await app.createDevice({ name: 'Tank', module: 'factory' })
  await fridge.send({ metrics: { gas_type: 'CO', gas_ppm: 120 } })
  await app.fastForward({ minutes: 2 })
  await fridge.send({ metrics: { gas_type: 'CO', gas_ppm: 50 } })
  await app.runJobs()
  const browser = await openBrowserAs(app, 'operator')
  const overview = textOf(/id="attention"[\s\S]*?<\/ul>/.exec((await browser.go('/')).text)![0])
  assert.match(overview, /Bed 1: 196.mmHgSystolic blood pressure above 180.mmHg · \d.km \w+ of Kranj · 2 minutes ago/u)
  const viewer = await openBrowserAs(app, 'viewer')
  assert.doesNotMatch((await viewer.go('/')).text, /acknowledgement/, 'a viewer is offered none')
  const list = (await browser.go('/incidents')).text
  const [bedRow, tankRow] = ['Bed 1', 'Tank'].map((name) =>
    textOf(list.split('<tr').find((row) => row.includes(`>${name}</a>`))!),
  )
  assert.match(bedRow!, /Bed 1.*of Kranj.*196.mmHg/u)
  assert.match(tankRow!, /Critical.*120.ppmnow 50.ppm/u)
})

test('a row that is acknowledged fades before it leaves the overview, without motion for those who want none', async (t) => {
  const app = await startApp(t)
  await tooCold(app, ['Kitchen', 'Cellar'])
  const { page, go } = await openWindow(t, app)
  await go('/')
  await page.evaluate(
    "globalThis.faded = []; addEventListener('animationstart', ({ target, animationName }) => animationName === 'leave' && faded.push(target.id))",
  )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const faded = () => page.evaluate<string[]>('faded')
  const rows = page.locator('#attention .alert-rows > li')
  const acknowledge = async () => {
    const id = await rows.first().getAttribute('id')
    await rows.first().getByRole('button').click()
    await page.locator(`[id="${id}"]`).waitFor({ state: 'detached' })
    return id
  }
  const first = await acknowledge()
  assert.deepEqual(await faded(), [first])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await acknowledge()
  assert.deepEqual(await faded(), [first])
})

test('what somebody looks after is not called quiet', async (t) => {
  const app = await startApp(t)
  await tooCold(app, ['Kitchen'])
  const browser = await openBrowserAs(app, 'operator')
  const attention = async () => textOf(/id="attention"[\s\S]*?<\/section>/.exec((await browser.go('/')).text)![0])
  await browser.go('/')
  await browser.send('/incidents/1/acknowledgement')
  assert.match(
    await attention(),
    /Nothing waits for an answer\. 1 acknowledged incident is not resolved yet\. Show active/,
  )
  const operator = await app.logIn('operator')
  assert.equal(
    (await operator('POST', '/api/mobile/incidents/1/resolution', { note: 'Closed the window' })).status,
    200,
  )
  assert.match(await attention(), /All quiet/)
})
