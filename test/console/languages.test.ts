import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../../src/core/people/preferences/preferences.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { startReceiver } from '../harness/receiver.ts'
import { addSource } from '../harness/senders.ts'

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)

async function germanBrowser(app: TestApp) {
  const { id, email } = await addUser(app, 'admin')
  await savePreferences(app.service.db, id, { language: 'de' })
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  return browser
}

test('a German reader is told in German why something is refused', async (t) => {
  const app = await startApp(t)
  const browser = await germanBrowser(app)
  const refused = async (page: string, action: string, fields: Record<string, string>) => {
    await browser.go(page)
    return (await browser.send(action, fields)).text
  }
  const csv = 'name,module\nBoot,boat\nBoot\n'
  const file = await refused('/devices/import', '/devices/import', { csv, step: 'check' })
  assert.match(file, /Zeile 2: module: muss eins davon sein: health/)
  assert.match(file, /Zeile 3: hat 1 Felder statt 2/)
  const address = {
    name: 'A',
    format: 'envelope',
    min_severity: 'info',
    tags: '',
    headers: '',
    'event:alert.triggered': 'yes',
    url: 'https://10.1.2.3/',
  }
  const webhook = await refused('/webhooks/new', '/webhooks/new', address)
  assert.match(webhook, /id="url-error">Diese Angabe führt zu einer privaten oder reservierten Adresse/)
  const silence = {
    reason: 'A',
    when: 'range',
    starts_at: '2026-07-01T10:00',
    ends_at: '2026-07-01T09:00',
    what: 'save',
  }
  assert.match(await refused('/silences/new', '/silences', silence), /Diese Angabe muss später als der Beginn sein/)
  const device = { name: '', tags: '', notes: '', expected_interval_s: '0', module: 'health' }
  assert.match(await refused('/devices/new', '/devices/new', device), /Diese Angabe darf nicht leer sein/)
  assert.match((await browser.go('/devices/999')).text, /Das gibt es nicht \(mehr\)\./)
  assert.match((await browser.go('/alerts?from=never')).text, /„never“ ist kein Zeitpunkt\. Wählen Sie einen\./)
  assert.match((await browser.go('/alerts/export.csv?from=never')).text, /from muss ein Zeitpunkt sein/)
})

test('a German reader sees rules, alerts and incidents in German, and programs see them in English', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const device = await app.createDevice({ name: 'Bett 12', module: 'health' })
  const factory = await app.createDevice({ name: 'Halle 3', module: 'factory' })
  await device.send({ ts: seconds(app.now()), metrics: { systolic: 150, heart_rate: 140 } })
  await factory.send({ ts: seconds(app.now()), metrics: { humidity: 90.5 } })
  await app.fastForward({ minutes: 15 })
  await device.send({ ts: seconds(app.now()), metrics: { systolic: 190, heart_rate: 140 } })
  await factory.send({ ts: seconds(app.now()), metrics: { humidity: 90.5 } })
  const browser = await germanBrowser(app)
  const alerts = (await browser.go('/alerts')).text
  for (const title of ['Systolischer Blutdruck über 180 mmHg', 'Herzfrequenz bei 131/min oder darüber']) {
    assert.ok(alerts.includes(title), title)
  }
  assert.match(alerts, /Luftfeuchtigkeit von 90,5 % liegt nicht zwischen 20 und 80 %/)
  for (const path of [
    '/',
    '/display',
    '/incidents',
    '/incidents/1',
    '/incidents/1/review',
    '/alerts/1',
    '/devices/1',
  ]) {
    const { status, text } = await browser.go(path)
    assert.equal(status, 200, path)
    assert.match(text, /Herzfrequenz|Systolischer Blutdruck/, path)
    assert.doesNotMatch(text, /Heart rate at or above|Systolic blood pressure above/, path)
  }
  assert.match((await browser.go('/rules')).text, /Notruftaste gedrückt/)
  assert.match((await browser.go('/rules/health.systolic.high')).text, /<h1>Systolischer Blutdruck hoch<\/h1>/)
  assert.match((await browser.go('/silences/new')).text, /Systolischer Blutdruck hoch/)

  assert.match((await browser.go('/alerts/export.csv')).text, /Systolic blood pressure above 180 mmHg/)
  await app.fastForward({ seconds: 5 })
  const told = JSON.stringify(receiver.requests)
  assert.match(told, /Heart rate at or above 131\/min/)
  assert.doesNotMatch(told, /Herzfrequenz|translations/)
})

test('a German reader sees titles with values, the audit log and previews of silences in German', async (t) => {
  const app = await startApp(t)
  const { definition } = (
    await app.rows<{ definition: object }>("select definition from rules where key = 'health.heart_rate.high'")
  )[0]!
  const rule = {
    ...definition,
    title: 'Heart rate of {device} is {value}, above {threshold}',
    levels: [{ severity: 'critical', value: { attr: 'limit', default: 120.5 } }],
    translations: { de: { name: 'Puls', title: '{device} hat Puls {value}, über {threshold}' } },
  }
  const call = await app.logIn('admin')
  const saved = await call('PUT', '/api/admin/rules/health.heart_rate.high', rule)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const device = await app.createDevice({ name: 'Bett 12', module: 'health' })
  await device.send({ ts: seconds(app.now()), metrics: { heart_rate: 141.5 } })
  const browser = await germanBrowser(app)
  const title = /Bett 12 hat Puls 141,5, über 120,5/
  assert.match((await browser.go('/alerts')).text, title)
  const [alert] = await app.rows<{ alert_id: number }>('select alert_id from alerts')
  await call('POST', `/api/mobile/alerts/${alert!.alert_id}/acknowledgement`)
  const log = (await browser.go('/audit')).text
  assert.match(log, title)
  assert.match(log, />Puls</)
  await browser.go('/silences/new')
  assert.match((await browser.send('/silences', { modules: 'health', when: 'now', what: 'preview' })).text, title)
})

test('a German reader sees the timeline of a growing storm in German', async (t) => {
  const app = await startApp(t)
  const devices = await Promise.all(
    Array.from({ length: 7 }, (_, place) => app.createDevice({ offline_after_s: place < 5 ? 20 : 50 })),
  )
  for (const device of devices) await device.send({ ts: seconds(app.now()) })
  await app.fastForward({ seconds: 60 })
  const call = await app.logIn('operator')
  for (const user_id of [(await call('GET', '/api/mobile/me')).body.data.id, null]) {
    await call('POST', '/api/mobile/incidents/1/assignment', { user_id })
  }
  const { text } = await (await germanBrowser(app)).go('/incidents/1')
  assert.match(text, /<h1[^>]*>7 von 7 Geräten offline/)
  assert.match(text, /5 von 7 Geräten sind offline/)
  assert.doesNotMatch(text, /went offline|>nobody</)
})

test('the form of a rule has its German name and title', async (t) => {
  const app = await startApp(t)
  const browser = await germanBrowser(app)
  const { text } = await browser.go('/rules/health.fall')
  for (const name of ['name_de', 'title_de'])
    assert.ok(text.includes(`name="${name}" type="text" value="Sturz erkannt"`), name)
})

test('the versions of a built-in rule, its switch and the programs for webhooks are named in German', async (t) => {
  const app = await startApp(t)
  const browser = await germanBrowser(app)
  const versions = (await browser.go('/rules/health.systolic.high/versions')).text
  assert.match(versions, /<a href="\/rules\/health\.systolic\.high">Systolischer Blutdruck hoch<\/a>/)
  assert.match((await browser.go('/rules')).text, /aria-label="Systolischer Blutdruck hoch: eingeschaltet"/)
  const { id } = await app.createWebhook({ url: (await startReceiver(t)).url })
  assert.match((await browser.go(`/webhooks/${id}/settings`)).text, /<h3>Node, mit einer Bibliothek<\/h3>/)
})

test('alerts that a pending device and a previewed message would raise are in German', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'json' })
  assert.equal((await source.post({ device_id: 'cellar', battery: 7, temperature: 14 })).status, 200)
  const browser = await germanBrowser(app)
  assert.match((await browser.go(`/sources/${source.id}`)).text, /Batterie unter 10/)
  const page = `/sources/${source.id}/messages`
  await browser.go(page)
  const previewed = await browser.fillIn(`${page}#mapping-form`, 'Vorschau')
  assert.match(previewed.text, /Batterie unter 10/)
})
