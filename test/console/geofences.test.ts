import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { fieldsOf } from '../harness/fill-in.ts'
import { textOf } from '../harness/page-text.ts'

const DEPOT = { circle: { lat: 46.05, lng: 14.5, radius_m: 1_000 } }

test('a geofence is added, changed and deleted without scripts, and faults are shown at their fields', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  await browser.go('/geofences/new')
  const circle = { name: 'Depot', shape: 'circle', lat: '46.05', lng: '14.5', radius: '1000' }
  const wrong = await browser.send('/geofences/new', { ...circle, radius: 'far' })
  assert.deepEqual([wrong.status, /id="radius-error"/.test(wrong.text)], [400, true])
  const lacking = await browser.send('/geofences/new', { ...circle, lat: '' })
  assert.deepEqual([lacking.status, /id="lat-error"/.test(lacking.text)], [400, true])
  const made = await browser.send('/geofences/new', circle)
  assert.match(made.text, /Geofence added\./)
  assert.match((await browser.go('/geofences')).text, /Depot[\s\S]*Circle, radius 1.km/u)
  const [{ id } = { id: 0 }] = await app.rows<{ id: number }>('select id from geofences')
  await browser.go(`/geofences/${id}`)
  const corners = '46.04, 14.49\n46.06, 14.49\n46.06, 14.52'
  for (const [around, sentence] of [
    ['60, -120\n60, 0\n60, 120', /go around a pole/],
    ['-60, -180\n-60, 180\n60, 180\n60, -180', /narrower than 180°/],
  ] as const) {
    const refused = await browser.send(`/geofences/${id}`, { name: 'Yard', shape: 'polygon', corners: around })
    assert.deepEqual([refused.status, /id="corners-error"/.test(refused.text)], [400, true])
    assert.match(refused.text, sentence)
  }
  const saved = await browser.send(`/geofences/${id}`, { name: 'Yard', shape: 'polygon', corners })
  assert.match(saved.text, /Saved\./)
  const [stored] = await app.rows('select name, fence from geofences')
  const polygon = [
    [46.04, 14.49],
    [46.06, 14.49],
    [46.06, 14.52],
  ]
  assert.deepEqual(stored, { name: 'Yard', fence: { polygon } })
  assert.match((await browser.send(`/geofences/${id}/removal`, {})).text, /Geofence deleted\./)
})

test('the shape of a geofence can be chosen after its name was typed, with and without scripts', async (t) => {
  const app = await startApp(t)
  for (const scripts of [true, false]) {
    const { page, go } = await openWindow(t, app, { role: 'operator', scripts })
    await go('/geofences/new')
    await page.getByLabel('Name').fill('Yard')
    await page.getByLabel('Latitude').fill('46.05')
    await page.getByLabel('Polygon').check()
    assert.equal(await page.getByLabel('Latitude').isVisible(), false)
    if (scripts) await page.locator('[data-fence-shape=polygon][data-ready]').waitFor()
    await page.getByLabel('Corners').fill('46.04, 14.49\n46.06, 14.49\n46.06, 14.52')
    await page.getByRole('button', { name: 'Add geofence' }).click()
    await page.getByText('Geofence added.').waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Yard')
    assert.equal(await page.getByLabel('Polygon').isChecked(), true)
    await app.rows('delete from geofences')
  }
})

test('the form of a rule offers the geofences, and keeps the chosen one', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  await operator('POST', '/api/admin/geofences', { name: 'Depot', fence: DEPOT })
  const browser = await openBrowserAs(app, 'operator')
  let fields = fieldsOf((await browser.go('/rules/new')).text, '/rules/new')
  /** Makes a choice of the form that stands there, and takes the form with the fields for it. */
  const choose = async (name: string, value: string): Promise<string> => {
    assert.ok(name in fields, `the form has the field ${name}`)
    const own = { origin: app.url, 'sec-fetch-site': 'same-origin' }
    const { text } = await browser.post('/rules/new/draft', { ...fields, [name]: value, do: 'shape' }, own)
    fields = fieldsOf(text, '/rules/new')
    return text
  }
  await choose('name', 'Left the depot')
  await choose('p0_kind', 'geofence')
  const offered = await choose('p0_shape', 'named')
  assert.match(offered, /<select id="p0_geofence"[^>]*><option value="Depot"[^>]*>Depot<\/option><\/select>/)
  assert.match(textOf(await choose('p0_geofence', 'Depot')), /outside the geofence “Depot”/)
  const saved = await browser.send('/rules/new', { ...fields, do: 'save' })
  assert.match(saved.path, /^\/rules\/left_the_depot\?/)
  assert.equal(fieldsOf(saved.text, '/rules/left_the_depot').p0_geofence, 'Depot')
  const [rule] = await app.rows<{ condition: object }>(
    "select definition -> 'condition' as condition from rules where key = 'left_the_depot'",
  )
  assert.deepEqual(rule!.condition, { type: 'geofence', geofence: 'Depot', fence: DEPOT, when: 'outside' })
})

test('maps show geofences with their names', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  await operator('POST', '/api/admin/geofences', { name: 'Depot <1>', fence: DEPOT })
  const van = await app.createDevice({ module: 'vehicle' })
  await van.send({ lat: 46.05, lng: 14.5 })
  const { page } = await openWindow(t, app, { role: 'viewer' })
  for (const path of ['/map', `/devices/${van.id}/track`]) {
    await page.goto(path)
    await page.locator('.geofence-name', { hasText: 'Depot <1>' }).waitFor()
  }
})
