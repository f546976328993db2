import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { type Browser, openBrowserAs, type Page } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

const tokenIn = ({ text }: Page) => /<code>([0-9a-f]{64})<\/code>/.exec(text)?.[1]

/** Adds a source as people do, and returns what posts to it as its sender. */
async function addSource(app: TestApp, browser: Browser, sender: string, name: string) {
  await browser.go(`/sources/new?sender=${sender}`)
  const page = await browser.fillIn('/sources/new', 'Add source', { Name: name })
  assert.equal(page.status, 201, page.text)
  const [, id] = /data-shown-once="\/sources\/(\d+)"/.exec(page.text) ?? []
  const token = tokenIn(page)!
  const post = async (body: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${app.url}/api/sources/${id}`, { method: 'POST', headers, body: text })
    assert.ok(response.ok, String(response.status))
    await app.service.flush()
  }
  return { page, id: id!, token, post, address: `/sources/${id}` }
}

test('a source is added by what people have, its token is shown once, and its first message turns it green', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  assert.match((await browser.go('/sources')).text, /No sources yet\.[\s\S]*href="\/sources\/new"/)
  assert.match((await browser.go('/sources/new')).text, /<strong>ChirpStack<\/strong>[\s\S]*<strong>Traccar<\/strong>/)
  const source = await addSource(app, browser, 'json', 'Greenhouse')
  assert.match(source.page.text, /shown only once/)
  assert.ok(source.page.text.includes(`Authorization: Bearer ${source.token}`))
  assert.match(source.page.text, /Waiting<\/span>/)
  for (const path of ['', '/messages', '/quarantine', '/settings']) {
    const { text, status } = await browser.go(`${source.address}${path}`)
    assert.equal(status, 200)
    assert.ok(!text.includes(source.token), path)
  }
  await source.post({ device_id: 'cellar', temperature: 14.2 })
  const { text } = await browser.go('/sources')
  assert.match(text, /Greenhouse[\s\S]*1 device waits/)
  assert.doesNotMatch(text, /Waiting<\/span>/)
})

test('devices are adopted as proposed or changed, ignored, and released', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  const { post, address } = await addSource(app, browser, 'json', 'Greenhouse')
  for (const device_id of ['cellar', 'neighbour', 'roof']) await post({ device_id, temperature: 14.2 })
  await browser.go(address)
  const nothing = await browser.send(`${address}/adopted`, { what: 'adopt' })
  assert.match(nothing.text, /No device was selected/)
  const row = (place: number, id: string) => ({ [`id_${place}`]: id, [`chosen_${place}`]: 'yes' })
  const wanted = {
    ...row(0, 'cellar'),
    name_0: 'Cellar',
    module_0: 'home_infra',
    icon_0: 'thermometer',
    interval_0: '0',
  }
  const refused = await browser.send(`${address}/adopted`, { ...wanted, what: 'adopt' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /id="interval_0-error"/)
  assert.match(refused.text, /value="Cellar"/, 'what was typed stays')
  const adopted = await browser.send(`${address}/adopted`, { ...wanted, interval_0: '600', what: 'adopt' })
  assert.match(adopted.text, /Adopted\./)
  const [device] = await app.rows<{ id: number; name: string; expected_interval_s: number }>(
    "select id, name, expected_interval_s from devices where name = 'Cellar'",
  )
  assert.equal(device?.expected_interval_s, 600)
  assert.match((await browser.go(`/devices/${device!.id}`)).text, /14\.2/)

  await browser.go(address)
  const present = { ...row(0, 'roof'), device_0: `#${device!.id}`, what: 'adopt' }
  assert.match((await browser.send(`${address}/adopted`, present)).text, /Adopted\./)
  await browser.go(address)
  assert.match((await browser.send(`${address}/adopted`, { ...row(0, 'neighbour'), what: 'ignore' })).text, /Ignored\./)
  assert.match((await browser.go(`${address}?state=ignored`)).text, /<code class="meta">neighbour</)
  const released = await browser.send(`${address}/released`, {
    ...row(0, 'neighbour'),
    what: 'release',
    state: 'ignored',
  })
  assert.match(released.text, /Released\./)
  assert.match((await browser.go(address)).text, /<code class="meta">neighbour</)
})

test('devices that fit a rule are adopted with their first message, up to its limit', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  const { post, address } = await addSource(app, browser, 'json', 'Greenhouse')
  await browser.go(address)
  const rule = { match_id: 'tag-*', match_model: '', module: 'home_infra', tags: 'green', limit: '1' }
  const refused = await browser.send(`${address}/rule`, { ...rule, limit: '0' })
  assert.match(refused.text, /id="limit-error"/)
  assert.match((await browser.send(`${address}/rule`, rule)).text, /Saved\.[\s\S]*value="tag-\*"/)
  for (const device_id of ['tag-1', 'tag-2']) await post({ device_id, temperature: 14.2 })
  assert.match((await browser.go(`${address}?state=adopted`)).text, /<code class="meta">tag-1</)
  assert.match((await browser.go(address)).text, /<code class="meta">tag-2</)
  const none = await browser.send(`${address}/rule`, { ...rule, match_id: '' })
  assert.doesNotMatch(none.text, /value="tag-\*"/)
})

test('a mapping is tried on the last messages, saved, and what was not understood is read again', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  const { post, address } = await addSource(app, browser, 'json', 'Greenhouse')
  await post({ box: 'cellar', t: { c: 14.2 } })
  assert.match((await browser.go('/sources')).text, /Failing<\/span>[\s\S]*It names no device/)
  const waiting = await browser.go(`${address}/quarantine`)
  assert.match(waiting.text, /Not understood<\/span>[\s\S]*<code>box<\/code>/)

  const page = await browser.go(`${address}/messages`)
  const version = /name="version" value="(\d+)"/.exec(page.text)![1]!
  const send = (mapping: string, what: string) =>
    browser.send(`${address}/messages#mapping-form`, { mapping, what, version })
  assert.match((await send('metrics: [', 'preview')).text, /Line \d: /)
  const unknown = await send('metrics: {temperature: {from: t/c, unit: lux}}', 'preview')
  assert.equal(unknown.status, 400)
  assert.match(unknown.text, /id="mapping-error"/)
  const mapping = 'device: box\nmetrics:\n  temperature: t/c\n'
  const preview = await send(mapping, 'preview')
  assert.match(preview.text, /1 message would make 1 reading and raise 0 alerts\./)
  assert.equal((await app.rows('select 1 from sources where mapping is not null')).length, 0)
  assert.match((await send(mapping, 'save')).text, /Mapping saved/)
  assert.equal((await send(mapping, 'save')).status, 412, 'another person changed it first')

  await browser.go(`${address}/quarantine`)
  const replayed = await browser.send(`${address}/quarantine`, { reason: 'no_device' })
  assert.match(replayed.text, /1 of 1 message read/)
  assert.match((await browser.go(address)).text, /<code class="meta">cellar</)
})

test('a click on a value of a message adds it to the mapping, and a message of one’s own can be tried', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  const { post, address } = await addSource(app, browser, 'json', 'Greenhouse')
  await post({ box: 'cellar', t: { c: 14.2 }, state: 'wet' })
  const page = await browser.go(`${address}/messages`)
  const version = /name="version" value="(\d+)"/.exec(page.text)![1]!
  const takeOf = (pointer: string) =>
    new RegExp(`name="take" value="([^"]*&quot;${pointer}&quot;[^"]*)"`).exec(page.text)![1]!.replaceAll('&quot;', '"')
  const send = (fields: Record<string, string>) =>
    browser.send(`${address}/messages#mapping-form`, { version, ...fields })
  const device = await send({ mapping: '# ours\n', as: 'device', take: takeOf('/box') })
  assert.match(device.text, /# ours\n+device: \/box\n/)
  assert.match(device.text, /1 message would make 1 reading/)
  assert.match(device.text, /<details open>/, 'the message stays open for the next value')
  const metric = await send({ mapping: 'device: /box\n', as: 'value', take: takeOf('/t/c') })
  assert.match(metric.text, /metrics:\n {2}c: \/t\/c\n/)
  const flag = await send({ mapping: '', as: 'value', take: takeOf('/state') })
  assert.match(flag.text, /flags:\n {2}state:\n {4}from: \/state\n {4}&quot;true&quot;:\n {6}- wet\n/)
  const own = await send({ mapping: '', body: '{"device_id": "roof", "humidity": 61}', what: 'preview' })
  assert.match(own.text, /<code>roof<\/code> <span>Humidity 61/)
  assert.equal((await app.rows('select 1 from sources where mapping is not null')).length, 0)
})

test('messages of pending devices are kept apart, and those of one device are read again', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  const { post, address } = await addSource(app, browser, 'json', 'Greenhouse')
  await post({ device_id: 'cellar', temperature: 14.2 })
  await post({ temperature: 21 })
  const wrong = await browser.go(`${address}/quarantine`)
  assert.match(wrong.text, /It names no device/)
  assert.doesNotMatch(wrong.text, /<code>cellar<\/code>/)
  assert.match(wrong.text, /Not understood <span class="count">1<\/span>/)
  const held = await browser.go(`${address}/quarantine?of=pending`)
  assert.match(held.text, /Waiting<\/span> <code>cellar<\/code>/)
  await browser.go(`${address}/quarantine?external_id=cellar`)
  const replayed = await browser.send(`${address}/quarantine`, { reason: '', external_id: 'cellar' })
  assert.match(replayed.text, /cellar\. 1 of 1 message read/)
})

test('a quarantine that is nearly full is said on every page of those who can empty it', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  const { id } = await addSource(app, browser, 'json', 'Greenhouse')
  const fill = (mebibytes: number) =>
    app.rows(`update source_states set quarantined_bytes = ${mebibytes * 1_024 * 1_024} where source_id = ${id}`)
  await fill(51)
  assert.doesNotMatch((await browser.go('/')).text, /quarantine of Greenhouse/)
  await fill(52)
  const { text } = await browser.go('/')
  assert.match(text, new RegExp(`quarantine of Greenhouse is 81.% full[^<]*<a href="/sources/${id}/quarantine">`))
  const viewer = await openBrowserAs(app, 'viewer')
  assert.doesNotMatch((await viewer.go('/')).text, /quarantine of Greenhouse/)
})

test('settings are those of the format, a token rotates with an overlap, and the name confirms deletion', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  const { address, token } = await addSource(app, browser, 'telegraf', 'Racks')
  await browser.go(`${address}/settings`)
  const filled = { 'Device without such a tag': 'rack', Networks: '192.0.2.0/24' }
  const saved = await browser.fillIn(`${address}/settings`, 'Save', filled)
  assert.match(saved.text, /Saved\.[\s\S]*value="rack"[\s\S]*192\.0\.2\.0\/24/)
  const wrong = await browser.fillIn(`${address}/settings`, 'Save', { Networks: 'here' })
  assert.match(wrong.text, /id="networks-error"/)
  await browser.go(`${address}/settings`)
  const rotated = await browser.send(`${address}/token`, { overlap_s: '3600' })
  assert.notEqual(tokenIn(rotated), token)
  await browser.go(`${address}/settings`)
  assert.equal((await browser.send(`${address}/deletion`, { confirmation: 'Rack' })).status, 400)
  await browser.go(`${address}/settings`)
  assert.match((await browser.send(`${address}/deletion`, { confirmation: 'Racks' })).text, /Source deleted/)
})

test('the page with the token shows the first message by itself', async (t) => {
  const app = await startApp(t)
  const { page } = await openWindow(t, app)
  await page.goto(`${app.url}/sources/new`)
  await page.getByText('Anything that posts JSON').click()
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.waitForURL(/\/sources\/\d+$/)
  const address = `${app.url}/api${new URL(page.url()).pathname}`
  const token = (await page.getByLabel('Token', { exact: true }).first().textContent())!
  const headers = { authorization: `Bearer ${token}` }
  const body = JSON.stringify({ device_id: 'cellar', temperature: 14.2 })
  await fetch(address, { method: 'POST', headers, body })
  await app.service.flush()
  await page.locator('#state').getByText('Waiting').waitFor({ state: 'hidden' })
})
