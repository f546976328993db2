import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { openBrowser } from './harness/browser.ts'

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)

async function germanReader(app: TestApp) {
  const viewer = await app.logIn('operator')
  await savePreferences(app.service.db, (await viewer('GET', '/api/mobile/me')).body.data.id, { language: 'de' })
  const browser = openBrowser(app.url)
  await browser.logIn(viewer.email)
  return { viewer, browser }
}

const ruleWith = (key: string, title: string, german: string) => ({
  key,
  name: key,
  title,
  condition: { type: 'threshold', field: 'metrics.level', op: 'gt' },
  levels: [{ severity: 'critical', value: 10 }],
  translations: { de: { name: key, title: german } },
})

test('the translated title of a rule is only that of its own alerts and incidents', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const { viewer, browser } = await germanReader(app)
  await viewer('POST', '/api/mobile/incidents', { title: 'Ward alarm in hall 7', severity: 'critical' })
  const device = await app.createDevice({ name: 'Tank', module: 'factory' })
  assert.equal(
    (
      await admin(
        'POST',
        '/api/admin/rules',
        ruleWith('tank.full', '{device} above {threshold}', '{device} über {threshold}'),
      )
    ).status,
    201,
  )
  await device.send({ ts: seconds(app.now()), metrics: { level: 11 } })
  const decoy = { ...ruleWith('decoy', '{device}', 'Probealarm - bitte nichts tun'), enabled: false }
  assert.equal((await admin('POST', '/api/admin/rules', decoy)).status, 201)
  for (const path of ['/incidents', '/incidents/1', '/alerts', '/', '/search?q=hall']) {
    const { text } = await browser.go(path)
    assert.doesNotMatch(text, /Probealarm/, path)
  }
  assert.match((await browser.go('/incidents/1')).text, /Ward alarm in hall 7/)
  assert.match((await browser.go('/incidents/2')).text, /Tank über 10/)
})

test('a title stays that of the version of its rule that raised it', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const { browser } = await germanReader(app)
  const device = await app.createDevice({ name: 'Tank', module: 'factory' })
  const first = ruleWith('tank.full', '{device} is full', '{device} ist voll')
  await admin('POST', '/api/admin/rules', first)
  await device.send({ ts: seconds(app.now()), metrics: { level: 11 } })
  await admin('PUT', '/api/admin/rules/tank.full', {
    ...first,
    translations: { de: { name: 'x', title: 'Etwas anderes' } },
  })
  await admin('PATCH', `/api/admin/devices/${device.id}`, { name: 'Barrel' })
  const { text } = await browser.go('/incidents/1')
  assert.match(text, /Tank ist voll/)
  assert.doesNotMatch(text, /Etwas anderes|Barrel ist voll/)
})

test('the title of an alert has at most 500 characters, and the name of its device in it as it is', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const { browser } = await germanReader(app)
  const [odd, long] = [
    await app.createDevice({ name: "Tank $& $' {value}", module: 'factory' }),
    await app.createDevice({ name: '1'.repeat(100), module: 'factory' }),
  ]
  await admin('POST', '/api/admin/rules', ruleWith('one', '{device}', '{device}!'))
  await admin('POST', '/api/admin/rules', ruleWith('many', '{device}'.repeat(25), 'x {device}'))
  for (const device of [odd, long]) await device.send({ ts: seconds(app.now()), metrics: { level: 11 } })
  const alerts = await app.rows<{ title: string; device_id: number; rule_key: string }>(
    'select title, device_id, rule_key from alerts',
  )
  const titleOf = (key: string, id: number) => alerts.find((one) => one.rule_key === key && one.device_id === id)!.title
  assert.equal(titleOf('one', odd.id), "Tank $& $' {value}")
  assert.equal(titleOf('many', long.id).length, 500)
  const { text } = await browser.go('/alerts')
  assert.match(text, /Tank \$&amp; \$(&#39;|&#x27;|') \{value\}!/)
})

test('devices and people whose names look like sentences of the service are shown as they are called', async (t) => {
  const app = await startApp(t)
  const { viewer, browser } = await germanReader(app)
  await viewer('PATCH', '/api/mobile/me', { name: 'nobody' })
  const names = ['Lamp and 2 more', 'Pump is offline', '5 of 9 devices went offline', 'D', 'E']
  const devices = await Promise.all(names.map((name) => app.createDevice({ name, offline_after_s: 20 })))
  for (const device of devices) await device.send({ ts: seconds(app.now()) })
  await app.fastForward({ seconds: 60 })
  const { id } = (await viewer('GET', '/api/mobile/me')).body.data
  await viewer('POST', '/api/mobile/incidents/1/assignment', { user_id: id })
  const { text } = await browser.go('/incidents/1')
  for (const name of [...names, 'nobody']) assert.ok(text.includes(name), name)
  assert.doesNotMatch(text, /Lamp und 2 weitere|Pump ist offline|>niemand</i)
  const declared = await viewer('POST', '/api/mobile/incidents', { title: 'Pump is offline', severity: 'warning' })
  assert.match((await browser.go(`/incidents/${declared.body.data.incident_id}`)).text, /Pump is offline/)
})

test('entries of before are shown as they were stored', async (t) => {
  const app = await startApp(t)
  const { viewer, browser } = await germanReader(app)
  await viewer('POST', '/api/mobile/incidents', { title: 'Leak', severity: 'warning' })
  await app.rows(`
    insert into incident_timeline (incident_id, at, kind, text) values
      (1, now(), 'severity_changed', 'warning to critical'),
      (1, now(), 'assigned', 'nobody'),
      (1, now(), 'location', '1, 2 at 2026-01-01T00:00:00.000Z')
    returning entry_id`)
  const { text } = await browser.go('/incidents/1')
  for (const old of ['warning to critical', '>nobody<', '1, 2 at 2026-01-01T00:00:00.000Z'])
    assert.ok(text.includes(old), old)
  const { timeline } = (await viewer('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual(
    timeline.slice(-3).map(({ text }: { text: string }) => text),
    ['warning to critical', 'nobody', '1, 2 at 2026-01-01T00:00:00.000Z'],
  )
})
