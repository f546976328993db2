import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowserAs, type Page } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

const namesOn = ({ text }: Page): string[] =>
  [...text.matchAll(/<td class="main"[^>]*>[\s\S]*?<a href="\/devices\/\d+">([^<]*)<\/a>/g)].map(([, name]) => name!)

test('an empty list of devices explains devices and how to add the first', async (t) => {
  const app = await startApp(t)
  const page = await (await openBrowserAs(app, 'operator')).go('/devices')
  assert.match(page.text, /A device is anything that sends readings/)
  assert.match(page.text, /href="\/devices\/new"/)
  assert.match(page.text, /href="\/devices\/import"/)
  const viewed = await (await openBrowserAs(app, 'viewer')).go('/devices')
  assert.doesNotMatch(viewed.text, /href="\/devices\/(new|import)"/)
})

test('a device is listed with the most important metrics of its module', async (t) => {
  const app = await startApp(t)
  const monitor = await app.createDevice({ name: 'Bed 3', module: 'health', tags: ['ward 3'] })
  await monitor.send({ metrics: { systolic: 118, diastolic: 76, heart_rate: 64 }, battery: 82, signal: -67 })
  const truck = await app.createDevice({ name: 'Truck 21', module: 'fleet' })
  await truck.send({ metrics: { speed_kmh: 71.6, heading: 91, fuel_level: 40 }, flags: { geofence_breach: true } })
  const car = await app.createDevice({ name: 'Car', module: 'vehicle' })
  await car.send({ metrics: { speed_kmh: 3 } })
  const detector = await app.createDevice({ name: 'Tank farm', module: 'factory' })
  await detector.send({ metrics: { gas_type: 'CO', gas_ppm: 5.2 } })
  const text = (await (await openBrowserAs(app, 'viewer')).go('/devices')).text.replaceAll('\u202f', ' ')
  for (const shown of [
    /118\/76 mmHg/,
    /82 %/,
    /−67 dBm/,
    /ward 3/,
    /Heading east/,
    /72 km\/h/,
    /Fuel 40 %/,
    /Stopped/,
    /CO 5\.2 ppm/,
  ]) {
    assert.match(text, shown)
  }
  assert.match(text, /Geofence breach/)
  assert.match(text, /Data in 1 of the last 24 hours/)
})

test('a list of devices begins with those that may need somebody, and a file has them by name', async (t) => {
  const app = await startApp(t)
  const device = (name: string) => app.createDevice({ name, module: 'health', offline_after_s: 60 })
  const [calm, lost] = [await device('A calm'), await device('B lost')]
  await lost.send({ metrics: { spo2: 98 } })
  await app.fastForward({ minutes: 2 })
  await device('C new')
  const warned = await app.createDevice({ name: 'D warned', module: 'factory' })
  const [critical, off] = [await device('E critical'), await device('F off')]
  await calm.send({ metrics: { spo2: 98 } })
  await warned.send({ metrics: { gas_type: 'CO', gas_ppm: 40 } })
  await critical.send({ metrics: { spo2: 70 } })
  await off.send({ metrics: { spo2: 70 } })
  await app.rows('update devices set enabled = false where id = $1', [off.id])
  const browser = await openBrowserAs(app, 'viewer')
  assert.deepEqual(namesOn(await browser.go('/devices')), [
    'E critical',
    'B lost',
    'D warned',
    'C new',
    'A calm',
    'F off',
  ])
  const { text } = await browser.go('/devices.csv')
  assert.deepEqual(
    text
      .match(/[A-F] (?:calm|lost|new|warned|critical|off)/g)
      ?.join()
      .slice(0, 13),
    'A calm,B lost',
  )
})

test('a list of devices is filtered, sorted and paged by its address', async (t) => {
  const app = await startApp(t)
  await app.rows(`
    with d as (
      insert into devices (name, module, tags, enabled, token_hash, token_hint, created_at)
      select 'Sensor ' || lpad(i::text, 3, '0'), case when i % 2 = 0 then 'factory' else 'worker' end,
        case when i <= 3 then array['first, and best'] else '{}' end, i <> 7, 'hash ' || i, '', now()
      from generate_series(1, 60) as i
      returning id, name
    )
    insert into device_states (device_id, status, last_seen, battery)
    select id, case when id % 5 = 0 then 'offline' when id = 59 then 'never_seen' else 'online' end,
      case when id <> 59 then now() - id * interval '1 minute' end, case when id <> 59 then 100 - id end
    from d`)
  const browser = await openBrowserAs(app, 'viewer')
  const names = async (query: string) => namesOn(await browser.go(`/devices${query}`))
  const number = (some: string[]) => some.map((name) => Number(name.slice(-3)))

  const first = await browser.go('/devices?sort=name')
  assert.deepEqual(
    number(namesOn(first)),
    Array.from({ length: 50 }, (_, place) => place + 1),
  )
  const [, next] = /rel="next" href="([^"]*)"/.exec(first.text)!
  const rest = namesOn(await browser.go(next!.replaceAll('&amp;', '&')))
  assert.deepEqual(
    number(rest),
    Array.from({ length: 10 }, (_, place) => place + 51),
  )

  assert.deepEqual(number(await names('?sort=-last_seen')).slice(0, 2), [1, 2])
  assert.deepEqual(number(await names('?sort=battery')).slice(0, 2), [60, 58], 'unknown comes last')
  assert.deepEqual(number(await names('?sort=-name')).slice(0, 2), [60, 59])
  assert.deepEqual(number(await names('?status=disabled')), [7])
  assert.deepEqual(number(await names('?status=never_seen,disabled')), [59, 7])
  assert.deepEqual(number(await names('?status=offline&module=worker')), [5, 15, 25, 35, 45, 55])
  assert.deepEqual(number(await names('?name=R%2001')).length, 10)
  assert.deepEqual(number(await names(`?tag=${encodeURIComponent('first, and best')}`)), [1, 2, 3])
  assert.match((await browser.go('/devices?name=nowhere')).text, /No devices match these filters/)
  assert.equal((await browser.go('/devices?status=lost')).status, 400)
  assert.equal((await browser.go('/devices?cursor=WyJ4Il0')).status, 400)
  assert.equal(
    (await browser.go('/devices?sort=battery&cursor=WyJ4IiwgIjEiXQ')).status,
    400,
    'a cursor of another order',
  )

  const file = await browser.go('/devices.csv?status=offline&sort=-name')
  const lines = file.text.trim().split('\r\n')
  assert.match(
    lines[0]!,
    /^name,module,tags,notes,expected_interval_s,offline_after_s,metric_settings,icon,(?:\w+,)*id,status,/,
  )
  assert.equal(lines.length, 13)
  assert.match(lines[1]!, /^Sensor 060,factory,/)
})

test('several devices are disabled, enabled and tagged at once', async (t) => {
  const app = await startApp(t)
  const [one, two] = [await app.createDevice({ name: 'One', tags: ['a'] }), await app.createDevice({ name: 'Two' })]
  const browser = await openBrowserAs(app, 'operator')
  const page = await browser.go('/devices?sort=name')
  const _csrf = page.csrf('/devices/selection')
  const own = { origin: new URL(app.url).origin, 'sec-fetch-site': 'same-origin' }
  const send = async (what: string, ids: number[], tag = '') => {
    const fields = new URLSearchParams([
      ['_csrf', _csrf],
      ['what', what],
      ['tag', tag],
      ['to', '/devices?sort=name'],
    ])
    for (const id of ids) fields.append('ids', String(id))
    return (await browser.post('/devices/selection', fields.toString(), own)).headers.get('location')
  }
  const devices = () => app.rows('select name, enabled, tags from devices order by id')
  assert.equal(await send('disable', [one.id, two.id, 999]), '/devices?sort=name&done=changed&count=2')
  assert.equal(await send('enable', [one.id]), '/devices?sort=name&done=changed&count=1')
  assert.equal(await send('tag', [one.id, two.id], 'a'), '/devices?sort=name&done=changed&count=1')
  assert.equal(await send('untag', [one.id], 'a'), '/devices?sort=name&done=changed&count=1')
  assert.equal(await send('enable', []), '/devices?sort=name&done=changed&count=0')
  assert.deepEqual(await devices(), [
    { name: 'One', enabled: true, tags: [] },
    { name: 'Two', enabled: false, tags: ['a'] },
  ])
  const viewed = await (await openBrowserAs(app, 'viewer')).go('/devices')
  assert.doesNotMatch(viewed.text, /name="ids"|selection/)
})

test('rows are updated with new readings without a reload', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const sensor = await app.createDevice({ name: 'Cellar', module: 'home_infra' })
  const { page, go } = await openWindow(t, app, { role: 'viewer' })
  await go('/devices')
  await page.locator('.pill[data-state=live]').waitFor()
  await sensor.send({ metrics: { temperature: 21.4 } })
  await page.getByText('21.4').waitFor()
  assert.equal(await page.locator('tbody .badge.status').textContent(), 'Online')
})

test('the columns of the list are saved per person, and an export has all of them', async (t) => {
  const app = await startApp(t)
  const van = await app.createDevice({ name: 'Van 3', module: 'vehicle' })
  await van.send({ lat: 46.05, lng: 14.5, battery: 82, metrics: { speed_kmh: 40 } })
  const browser = await openBrowserAs(app, 'viewer')
  const heads = ({ text }: Page) =>
    [...text.matchAll(/<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]+)/g)].map(([, name]) => name)
  const usual = ['Status', 'Name', 'Latest reading', 'Battery', 'Signal', 'Last seen', 'Alerts', 'Last 24 hours']
  assert.deepEqual(heads(await browser.go('/devices?module=vehicle')), usual)
  const query = new URLSearchParams({ _csrf: (await browser.go('/devices')).csrf('/devices/columns') })
  for (const name of ['battery', 'place']) query.append('columns', name)
  query.append('to', '/devices?module=vehicle')
  const own = { origin: new URL(app.url).origin, 'sec-fetch-site': 'same-origin' }
  const chosen = await browser.post('/devices/columns', query.toString(), own)
  assert.deepEqual([chosen.status, chosen.headers.get('location')], [303, '/devices?module=vehicle'])
  const page = await browser.go('/devices?module=vehicle')
  assert.deepEqual(heads(page), ['Name', 'Battery', 'Location'])
  assert.match(page.text, /46\.050, 14\.500/)
  assert.match((await browser.go('/devices.csv')).text, /^name,module,tags,.*last_seen,battery,signal/)
  // No columns are a valid choice; the name stays.
  await browser.go('/devices')
  assert.deepEqual(heads(await browser.send('/devices/columns', { to: '/devices' })), ['Name'])
  assert.deepEqual(heads(await browser.send('/devices/columns', { usual: 'yes', to: '/devices' })), usual)
})

test('the menu of columns opens, closes with Escape, and changes the columns', async (t) => {
  const app = await startApp(t)
  await app.createDevice({ name: 'Van 3', module: 'vehicle' })
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 390 })
  await go('/devices')
  await page.getByText('Columns').click()
  await page.getByLabel('ID', { exact: true }).check()
  await page.keyboard.press('Escape')
  await page.getByLabel('ID', { exact: true }).waitFor({ state: 'hidden' })
  await page.getByText('Columns').click()
  const { x, width } = (await page.locator('.columns-menu form').boundingBox())!
  assert.ok(x >= 0 && x + width <= 390, 'it opens within the page')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('td[data-label=ID]', { hasText: '1' }).waitFor()
})

test('on a phone, a live value that gets longer changes the height of no row', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const [short, long] = [await app.createDevice({ name: 'Short' }), await app.createDevice({ name: 'Long' })]
  const label = 'Concentration of carbon dioxide in the air of the room'
  await operator('PATCH', `/api/admin/devices/${long.id}`, { metrics: { co2: { label, unit: 'ppm' } } })
  const first = await app.createDevice({ name: 'First' })
  for (const device of [first, short, long]) await device.send({ module: 'factory', metrics: { co2: 12 } })
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 390 })
  await go('/devices')
  const heightOf = async (name: string) => (await page.locator('tr', { hasText: name }).boundingBox())!.height
  assert.equal(await heightOf('Long'), await heightOf('Short'))
})
