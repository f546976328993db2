import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, type Browser, openBrowser } from '../harness/browser.ts'

const HIGH = { metrics: { systolic: 190 } }

async function visitor(app: TestApp, role: 'viewer' | 'operator' = 'operator'): Promise<Browser> {
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, role)).email)
  return browser
}

async function withAlert(t: TestContext) {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'health', name: '<b>Bed</b> 12' })
  await device.send({ ts: Number(app.now()), ...HIGH })
  const [alert] = await app.rows<{ alert_id: string }>('select alert_id from alerts')
  return { app, device, address: `/alerts/${alert!.alert_id}` }
}

const rowsIn = (text: string): number => [...text.matchAll(/<tr id="row-alert-/g)].length
const statusOf = async (app: TestApp) => (await app.rows<{ status: string }>('select status from alerts'))[0]!.status

test('an empty list of alerts says why it is empty and what to do', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  assert.match((await browser.go('/alerts')).text, /No open alerts\./)
  assert.match((await browser.go('/alerts?status=all')).text, /No alerts yet\. \d+ rules are on/)
  assert.match((await browser.go('/alerts?severity=info')).text, /No alerts match/)
})

test('alerts are filtered by view, severity, kind of device, device name and rule, each by its address', async (t) => {
  const { app } = await withAlert(t)
  const browser = await visitor(app)
  const rows = async (query: string) => rowsIn((await browser.go(`/alerts${query}`)).text)
  assert.equal(await rows(''), 1)
  for (const query of [
    'status=firing',
    'severity=critical',
    'module=health',
    'name=bed',
    'rule=health.systolic.high',
  ]) {
    assert.equal(await rows(`?${query}`), 1, query)
  }
  for (const query of ['status=resolved', 'severity=info', 'module=fleet', 'name=zzz', 'rule=fleet.speed.high']) {
    assert.equal(await rows(`?${query}`), 0, query)
  }
  const { text } = await browser.go('/alerts')
  assert.ok(!text.includes('<b>Bed</b>'))
  assert.match(text, /&lt;b&gt;Bed&lt;\/b&gt; 12/)
})

test('a refresh of the list of alerts reads rules only to say how many are on', async (t) => {
  const { app } = await withAlert(t)
  const browser = await visitor(app)
  const refresh = { 'HX-Request': 'true', 'HX-Trigger': 'refresh' }
  const choice = /<option value="health\.systolic\.high"[^>]*>Systolic blood pressure high</
  assert.match((await browser.go('/alerts')).text, choice)
  assert.match((await browser.go('/alerts', { 'HX-Request': 'true' })).text, choice)
  const refreshed = (await browser.go('/alerts', refresh)).text
  assert.equal(rowsIn(refreshed), 1)
  assert.doesNotMatch(refreshed, choice)
  await app.rows('delete from alerts')
  assert.match((await browser.go('/alerts?status=all', refresh)).text, /No alerts yet\. \d+ rules are on/)
})

test('an alert that is recovering says until when', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const why = async () => {
    const [alert] = await app.rows<{ alert_id: number }>('select alert_id from alerts order by alert_id desc limit 1')
    const { text } = await browser.go(`/alerts/${alert!.alert_id}`)
    return text.slice(text.indexOf('Why it fired'))
  }
  const worker = await app.createDevice({ module: 'worker' })
  await worker.send({ ts: Number(app.now()) - 2_000, flags: { fall_detected: true } })
  assert.match(await why(), /The condition holds\.[\s\S]*Fall detected: <strong>yes<\/strong> · holds/)
  assert.match((await browser.go('/alerts')).text, /Detected \d\d:\d\d<\/span><span class="meta">still reported/)
  await worker.send({ ts: Number(app.now()), flags: { fall_detected: false } })
  assert.match(
    await why(),
    /has cleared\. The alert stays open until someone resolves it\.[\s\S]*<strong>no<\/strong> · doesn’t hold/,
  )
  const { text } = await browser.go('/alerts')
  assert.match(
    text,
    /Detected \d\d:\d\d<\/span><span class="meta">cleared \d\d:\d\d<\/span><span class="meta">waiting for a person/,
  )
  assert.match((await browser.go('/alerts/1')).text, /Detected \d\d:\d\d, cleared \d\d:\d\d, waiting for a person/)
  const boiler = await app.createDevice({ module: 'factory' })
  await boiler.send({ ts: Number(app.now()) - 2_000, metrics: { gas_type: 'CO', gas_ppm: 40 } })
  await boiler.send({ ts: Number(app.now()), metrics: { gas_type: 'CO', gas_ppm: 34 } })
  assert.match(await why(), /The condition no longer holds, but hasn’t cleared yet\./)
})

test('buttons in rows have unique names and are not landmarks', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  for (const name of ['Bed 1', 'Bed 2']) await (await app.createDevice({ module: 'health', name })).send(HIGH)
  for (const path of ['/', '/alerts', '/incidents', '/account']) {
    const { text } = await browser.go(path)
    const named = [...text.matchAll(/<form[^>]* aria-label="([^"]*)"/g)].map(([, label]) => label)
    assert.equal(new Set(named).size, named.length, `${path}: ${named}`)
  }
  assert.match((await browser.go('/alerts')).text, /<button[^>]* aria-label="Acknowledge: /)
})

test('an alert is acknowledged, noted, assigned and resolved without scripts', async (t) => {
  const { app, address } = await withAlert(t)
  const browser = await visitor(app)
  const shown = await browser.go(address)
  assert.match(shown.text, /190[^<]*mmHg/)
  assert.match(shown.text, /Why it fired/)
  assert.match(shown.text, /class="alert-graph"|Measured values/)
  assert.match((await browser.send(`${address}/acknowledgement`)).text, /Acknowledged\./)
  assert.equal(await statusOf(app), 'acknowledged')
  assert.match((await browser.send(`${address}/notes`, { text: 'Cuff <was> loose' })).text, /Cuff &lt;was&gt; loose/)
  const { id, email } = await addUser(app, 'operator')
  assert.match((await browser.send(`${address}/assignment`, { user_id: String(id) })).text, new RegExp(email))
  assert.match((await browser.send(`${address}/resolution`)).text, /Resolved\./)
  assert.equal(await statusOf(app), 'resolved')
})

test('a second acknowledgement names the first person', async (t) => {
  const { app, address } = await withAlert(t)
  const [first, second] = [await addUser(app, 'operator'), await visitor(app)]
  const quick = openBrowser(app.url)
  await quick.logIn(first.email)
  await second.go(address)
  await quick.go(address)
  await quick.send(`${address}/acknowledgement`)
  const page = await second.send(`${address}/acknowledgement`)
  assert.equal(page.status, 200)
  assert.match(page.text, new RegExp(`Acknowledged by ${first.email.split('@')[0]} <time`))
})

test('selected alerts are acknowledged and resolved together, and the list keeps its filters', async (t) => {
  const { app } = await withAlert(t)
  const other = await app.createDevice({ module: 'health', name: 'Bed 13' })
  await other.send({ ts: Number(app.now()), ...HIGH })
  const ids = (await app.rows<{ alert_id: string }>('select alert_id from alerts')).map(({ alert_id }) => alert_id)
  const browser = await visitor(app)
  const to = '/alerts?severity=critical'
  const list = await browser.go(to)
  const fields = (what: string) =>
    new URLSearchParams([
      ['_csrf', list.csrf('/alerts/selection')],
      ['to', to],
      ['what', what],
      ...ids.map((id): [string, string] => ['ids', id]),
    ]).toString()
  const own = { origin: new URL(app.url).origin, 'sec-fetch-site': 'same-origin' }
  const answer = await browser.post('/alerts/selection', fields('acknowledge'), own)
  assert.equal(answer.headers.get('location'), '/alerts?severity=critical&about=2&done=acknowledged-all')
  assert.match((await browser.go(answer.headers.get('location')!)).text, /2 alerts acknowledged/)
  await browser.post('/alerts/selection', fields('resolve'), own)
  const left = await app.rows("select 1 from alerts where status <> 'resolved'")
  assert.deepEqual(left, [])
})

test('the list is exported as it is filtered, and formulas in it are text', async (t) => {
  const { app } = await withAlert(t)
  const evil = await app.createDevice({ module: 'health', name: '=1+1' })
  await evil.send({ ts: Number(app.now()), ...HIGH })
  const browser = await visitor(app, 'viewer')
  const all = await browser.go('/alerts/export.csv')
  assert.match(all.headers.get('content-disposition') ?? '', /attachment; filename="alerts-\d{4}-\d\d-\d\d\.csv"/)
  const lines = all.text.trimEnd().split('\r\n')
  assert.equal(lines.length, 3)
  assert.match(lines[0]!, /^alert_id,device_id,device_name/)
  assert.match(all.text, /,'=1\+1,/)
  assert.equal((await browser.go('/alerts/export.csv?name=bed')).text.trimEnd().split('\r\n').length, 2)
})

test('viewers see neither buttons nor checkboxes', async (t) => {
  const { app, address } = await withAlert(t)
  const browser = await visitor(app, 'viewer')
  for (const path of ['/alerts', address]) {
    const { text } = await browser.go(path)
    assert.doesNotMatch(text, /type="checkbox"|acknowledgement|resolution|\/notes|\/assignment/, path)
  }
})

test('a saved filter is available on every page, only to the person who saved it', async (t) => {
  const { app } = await withAlert(t)
  const browser = await visitor(app, 'viewer')
  assert.doesNotMatch((await browser.go('/alerts')).text, /account\/filters/)
  const narrowed = await browser.go('/alerts?severity=critical&module=health&done=x')
  const query = /name="query" value="([^"]*)"/.exec(narrowed.text)![1]!.replaceAll('&amp;', '&')
  assert.equal(query, '?module=health&severity=critical')
  const saved = await browser.send('/account/filters', { list: 'alerts', query, name: 'Night <shift>' })
  assert.equal(saved.path, '/alerts?module=health&severity=critical&done=filter-saved')
  assert.match(saved.text, /Filter saved/)
  const link = /<a href="\/alerts\?module=health&amp;severity=critical"[^>]*>(?:(?!<\/a>).)*Night &lt;shift&gt;/
  assert.match((await browser.go('/alerts')).text, link)
  assert.doesNotMatch((await (await visitor(app)).go('/alerts')).text, link)
  assert.doesNotMatch((await browser.go('/incidents')).text, /Night/)
  await browser.go('/alerts?severity=critical&module=health')
  const gone = await browser.send('/account/filters/removal', { list: 'alerts', name: 'Night <shift>' })
  assert.match(gone.text, /Filter deleted/)
  assert.doesNotMatch(gone.text, /Night/)
  const forged = await browser.post('/account/filters', {
    ...{ _csrf: gone.csrf(), list: 'alerts', name: 'a', query: '//elsewhere.example' },
  })
  assert.equal(forged.status, 400)
})

test('each list has at most twenty saved filters; one more is rejected with a list of them', async (t) => {
  const { app } = await withAlert(t)
  const browser = await visitor(app, 'viewer')
  const save = async (name: string, list = 'alerts', query = '?severity=critical') => {
    await browser.go(`/${list}${query}`)
    return browser.send('/account/filters', { list, query, name })
  }
  assert.equal((await save('  ')).status, 400)
  assert.match((await save('x'.repeat(41))).text, /class="error"[^>]*>[^<]*40/)
  const saved = Array.from({ length: 20 }, (_, place) => ({
    list: 'alerts',
    query: `?name=${place}`,
    name: `${place}`,
  }))
  await app.rows(
    `update users set preferences = jsonb_build_object('saved_filters', $1::jsonb) where role = 'viewer'`,
    [JSON.stringify(saved)],
  )
  const refused = await save('Night shift')
  assert.equal(refused.status, 409)
  assert.match(refused.text, /There are 20 saved filters already; remove some\./)
  assert.match(refused.text, /name="name"[^>]* value="Night shift"/)
  assert.equal((await save('7', 'alerts', '?severity=info')).path, '/alerts?severity=info&done=filter-saved')
  assert.equal((await save('Night shift', 'incidents')).path, '/incidents?severity=critical&done=filter-saved')
  await save('Night shift')
  assert.match((await browser.send('/account/filters/removal', { list: 'alerts', name: '3' })).text, /Filter deleted/)
  assert.equal((await save('Night shift')).status, 200)
})
