import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../../src/core/people/preferences/preferences.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'

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
  assert.match((await browser.go('/alerts?from=never')).text, /from muss ein Zeitpunkt nach ISO 8601 sein/)
})
