import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'

const TILES = 'https://tiles.example.org/{z}/{x}/{y}.png'
const IMAGES = /img-src ([^;]*)/

test('pages on all nodes load map tiles from the server that an administrator chose', async (t) => {
  const app = await startApp(t)
  const other = await startApp(t, {
    connection: app.connection,
    env: { MAP_TILES_URL: 'https://env.example/{z}/{x}/{y}' },
  })
  const { email } = await addUser(app, 'admin')
  const [here, there] = [openBrowser(app.url), openBrowser(other.url)]
  await here.logIn(email)
  await there.logIn(email)
  const images = async (browser: typeof here) =>
    IMAGES.exec((await browser.go('/')).headers.get('content-security-policy')!)![1]
  assert.deepEqual([await images(here), await images(there)], ["'self' data:", "'self' data: https://env.example"])

  await here.go('/settings')
  const wrong = await here.send('/settings/map', {
    source: 'tiles',
    tile_url: 'https://tiles.example.org',
    attribution: '',
  })
  assert.match(wrong.text, /id="tile_url-error">This must hold \{z\}, \{x\}, \{y\}/)
  const map = { source: 'tiles', tile_url: TILES, attribution: '© <b>Somebody</b>' }
  const trial = await here.send('/settings/map', { ...map, trial: 'yes' })
  assert.match(trial.headers.get('content-security-policy')!, /https:\/\/tiles\.example\.org/)
  assert.match(trial.text, /src="https:\/\/tiles\.example\.org\/1\/0\/1\.png"/)
  assert.equal(await images(here), "'self' data:", 'a trial is not saved')

  await here.go('/settings')
  const saved = await here.send('/settings/map', map)
  assert.match(saved.text, /Saved/)
  const both = [await images(here), await images(there)]
  assert.deepEqual(both, Array(2).fill("'self' data: https://tiles.example.org"))
  await here.go('/settings')
  await here.send('/settings/map', { source: 'builtin', tile_url: '', attribution: '' })
  assert.equal(await images(there), "'self' data:", 'nothing is a choice too')
  await here.go('/settings')
  await here.send('/settings/map/environment')
  assert.equal(await images(there), "'self' data: https://env.example")
  const { text } = await here.go('/audit?action=settings.*')
  assert.equal(text.split('Changed a setting').length - 1, 3)
})

test('retention chosen in the console overrides the environment', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-06-15T12:00:00Z'), env: { RETENTION_DAYS: '30' } })
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  const device = await app.createDevice()
  const ts = Date.parse('2026-03-10T12:00:00Z') / 1_000
  const isKept = async () => {
    const rows = await app.rows('select from readings where ts < $1', [Date.UTC(2026, 3, 1)])
    return rows.length > 0
  }
  await browser.go('/settings')
  await browser.send('/settings/retention', { readings_days: '', audit_days: '' })
  assert.equal((await device.send({ ts, metrics: { gas_ppm: 3 } })).status, 200)
  await app.runJobs()
  assert.ok(await isKept(), 'for ever')
  await browser.go('/settings')
  const short = await browser.send('/settings/retention', { readings_days: '30', audit_days: '30' })
  assert.match(short.text, /id="audit_days-error">This must be from 366 to 36525 days/)
  await browser.send('/settings/retention', { readings_days: '30', audit_days: '' })
  await app.runJobs()
  assert.ok(!(await isKept()))
})
