import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import { openLog } from '../src/platform/log.ts'
import { startApp } from './harness/app.ts'
import { openPage, read, STATUS_PAGE, startStatusPage } from './harness/status-page.ts'

test('a status page says how devices are under their labels, in groups, to anybody with its address', async (t) => {
  const { app, url, boiler, pump } = await startStatusPage(t)
  await boiler.send({ metrics: { gas_ppm: 3 } })
  const first = await read(app, url)
  assert.equal(first.status, 200)
  assert.deepEqual(openPage(first.text), {
    title: 'Hospital services',
    whole: '1 of 2 without data',
    groups: ['Heating', 'Water'],
    services: { Boiler: 'Working', 'Drinking water': 'No data' },
  })
  await pump.send({ metrics: { systolic: 190 } })
  await app.fastForward({ seconds: 31 })
  const { text } = await read(app, url)
  assert.deepEqual(openPage(text).services, { Boiler: 'Working', 'Drinking water': 'Degraded' })
  assert.doesNotMatch(text, /Secret boiler|Secret pump|gas|190|systolic|pressure|hall-3|incident|critical/i)
})

test('a status page says that everything works, and what a silence covers is maintenance', async (t) => {
  const { app, url, head, boiler, pump } = await startStatusPage(t)
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await pump.send({ metrics: { systolic: 120 } })
  assert.equal(openPage((await read(app, url)).text).whole, 'All working')
  await head('POST', '/api/admin/silences', { reason: 'Repair', device_ids: [boiler.id], duration_s: 3_600 })
  await app.fastForward({ seconds: 31 })
  const { whole, services } = openPage((await read(app, url)).text)
  assert.deepEqual([whole, services.Boiler], ['Maintenance: 1 of 2', 'Maintenance'])
})

test('a status page is in the language of the browser, and sets no cookie', async (t) => {
  const { app, url } = await startStatusPage(t)
  const german = await read(app, url, { 'accept-language': 'de-AT, en;q=0.5' })
  assert.match(german.text, /<html lang="de"/)
  assert.equal((await read(app, `${url}?utm_source=letter`)).status, 200, 'links of others add to the address')
  assert.match(german.text, /Keine Daten/)
  assert.equal(german.headers.get('set-cookie'), null)
  assert.match(german.headers.get('vary') ?? '', /accept-language/)
  assert.match(german.headers.get('x-robots-tag') ?? '', /noindex/)
  assert.equal(german.headers.get('referrer-policy'), 'no-referrer')
})

test('a status page is computed once in half a minute, and not sent again to those who have it', async (t) => {
  const { app, url, boiler } = await startStatusPage(t)
  const first = await read(app, url)
  assert.equal(first.headers.get('cache-control'), 'public, max-age=30')
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await app.rows('alter table status_page_devices rename to away')
  const again = await Promise.all(Array.from({ length: 20 }, () => read(app, url)))
  assert.ok(again.every(({ text }) => text === first.text))
  await app.rows('alter table away rename to status_page_devices')
  const etag = first.headers.get('etag')!
  assert.equal((await read(app, url, { 'if-none-match': etag })).status, 304)
  await app.fastForward({ seconds: 31 })
  const later = await read(app, url, { 'if-none-match': etag })
  assert.equal(later.status, 200)
  assert.equal(openPage(later.text).services.Boiler, 'Working')
})

test('a status page that was computed by a clock that was ahead is computed anew when the clock is corrected', async (t) => {
  const { app, url, boiler } = await startStatusPage(t)
  app.setClock({ seconds: 3_600 })
  assert.equal(openPage((await read(app, url)).text).services.Boiler, 'No data')
  app.setClock({ seconds: -3_600 })
  await boiler.send({ metrics: { gas_ppm: 3 } })
  assert.equal(openPage((await read(app, url)).text).services.Boiler, 'Working')
})

test('an unknown, a renewed and a deleted address are all the same: not found', async (t) => {
  const { app, url, head } = await startStatusPage(t)
  const missing = async (address: string) => {
    const { status, text, headers } = await read(app, address)
    assert.equal(status, 404)
    return [text.replace(/request <code>.*?<\/code>/, ''), headers.get('cache-control'), headers.get('etag')]
  }
  const unknown = await missing(`${new URL(url).origin}/status/${'0'.repeat(64)}`)
  assert.deepEqual(await missing(`${new URL(url).origin}/status/nothing`), unknown)
  const { body } = await head('POST', `${STATUS_PAGE}/secret`)
  assert.notEqual(body.data.url, url)
  assert.deepEqual(await missing(url), unknown)
  assert.equal((await read(app, body.data.url)).status, 200)
  assert.equal((await head('DELETE', STATUS_PAGE)).status, 200)
  assert.deepEqual(await missing(body.data.url), unknown)
  assert.equal((await head('GET', STATUS_PAGE)).status, 404)
})

test('a status page has a version, and its address is told once', async (t) => {
  const { app, head, boiler } = await startStatusPage(t)
  const shown = await head('GET', STATUS_PAGE)
  assert.deepEqual([shown.status, 'url' in shown.body.data], [200, false])
  const body = { title: 'Other', devices: [{ device_id: boiler.id, label: ' Boiler ' }] }
  const save = (version: string) =>
    fetch(`${app.url}${STATUS_PAGE}`, {
      method: 'PUT',
      headers: { authorization: head.authorization, 'content-type': 'application/json', 'if-match': version },
      body: JSON.stringify(body),
    })
  assert.equal((await save('"9"')).status, 412)
  const saved = await save(shown.headers.get('etag')!)
  const { data } = (await saved.json()) as { data: { url: string | null; devices: object[] } }
  assert.deepEqual([saved.status, data.url], [200, null])
  assert.deepEqual(data.devices, [{ device_id: boiler.id, group_name: '', label: 'Boiler' }])
})

test('a status page takes 200 devices of its site, each once, with visible labels', async (t) => {
  const { app, head, boiler } = await startStatusPage(t)
  const put = async (devices: object[]) => {
    const { status, body } = await head('PUT', STATUS_PAGE, { title: 'Services', devices })
    return [status, body.errors?.[0].field ?? null]
  }
  const of = (device_id: number, label = 'Boiler') => ({ device_id, label })
  assert.deepEqual(await put([of(boiler.id), of(999)]), [400, '/devices/1/device_id'])
  assert.deepEqual(await put([of(boiler.id), of(boiler.id)]), [400, '/devices/1/device_id'])
  assert.deepEqual(await put([of(boiler.id, ' ')]), [400, '/devices/0/label'])
  assert.deepEqual(await put([of(boiler.id, 'a'.repeat(101))]), [400, '/devices/0/label'])
  assert.deepEqual(await put(Array.from({ length: 5_000 }, (_, id) => of(id + 1))), [400, '/devices'])
  await app.rows(
    `insert into devices (name, module, token_hash, token_hint, created_at)
    select 'Sensor ' || n, 'factory', 'hash ' || n, '', $1 from generate_series(1, 200) as n`,
    [app.now()],
  )
  await app.rows('insert into device_states (device_id) select id from devices on conflict do nothing')
  const ids = (await app.rows<{ id: number }>('select id from devices order by id limit 200')).map(({ id }) => id)
  assert.deepEqual(await put(ids.map((id) => of(id, 'Ä'.repeat(100)))), [200, null])
})

test('labels of a status page are text, whatever they look like', async (t) => {
  const { app, url, head, boiler } = await startStatusPage(t)
  const evil = `"><img src=x onerror=alert(1)><script>alert(1)</script>&amp;'`
  const device = { device_id: boiler.id, group_name: evil, label: evil }
  await head('PUT', STATUS_PAGE, { title: evil, devices: [device] })
  const { text, headers } = await read(app, url)
  assert.doesNotMatch(text, /<img|<script>/)
  assert.equal(text.split('&lt;img src=x onerror=alert(1)&gt;').length, 1 + 4)
  assert.match(headers.get('content-security-policy')!, /default-src 'none'.*script-src 'self'/)
})

test('the secret of a status page is in no log, no row and no entry of the audit log', async (t) => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  const { app, url, head } = await startStatusPage(t, { log })
  const [, secret] = /([0-9a-f]{64})/.exec(url)!
  assert.equal((await read(app, url)).status, 200)
  assert.equal((await fetch(`${app.url}/status/${secret}`, { method: 'POST' })).status, 400)
  await app.fastForward({ seconds: 31 })
  await app.rows('alter table status_page_devices rename to away')
  assert.equal((await read(app, url)).status, 500)
  await app.rows('alter table away rename to status_page_devices')
  assert.equal((await read(app, url)).status, 200, 'a failure is not kept')
  await head('POST', `${STATUS_PAGE}/secret`)
  await head('DELETE', STATUS_PAGE)
  assert.ok(lines.length > 0 && !lines.join('').includes(secret!))
  const rows = await app.rows<{ row: string; action: string }>(
    `select p::text as row, null as action from status_pages as p
    union all select e::text, action from audit_entries as e`,
  )
  assert.ok(!JSON.stringify(rows).includes(secret!))
  assert.deepEqual(
    rows.map(({ action }) => action).filter((action) => action?.startsWith('status_page')),
    ['status_page.created', 'status_page.secret_renewed', 'status_page.deleted'],
  )
})

test('the page of two hundred devices with interruptions every other day stays small', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-31T12:00:00Z') })
  const head = await app.logIn('admin')
  await app.rows(
    `insert into devices (name, module, token_hash, token_hint, created_at)
    select 'Sensor ' || n, 'factory', 'hash ' || n, '', '2025-01-01' from generate_series(1, 200) as n`,
  )
  await app.rows(
    `insert into device_states (device_id, status, uptime_since) select id, 'online', '2025-01-01' from devices`,
  )
  await app.rows(
    `insert into offline_days select date '2026-01-01' + 2 * n, d.id, 600 from devices as d, generate_series(0, 44) as n`,
  )
  const devices = Array.from({ length: 200 }, (_, at) => ({ device_id: at + 1, label: `Sensor ${at}` }))
  const { body } = await head('PUT', STATUS_PAGE, { title: 'All', devices })
  const { text, headers } = await read(app, body.data.url, { 'accept-encoding': 'br' })
  assert.equal(headers.get('content-encoding'), 'br')
  assert.match(text, /99\.65%/)
  const bytes = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length
  assert.ok(bytes <= 30_000, String(bytes))
})
