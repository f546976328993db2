import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseRules } from '../../src/core/rules/packs/rule-packs.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { onceTrue, openWindow } from '../harness/chromium.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const KINDS = join(import.meta.dirname, '../../src/core/rehearsal/tests/kinds/rules.yaml')

/** A day of values that alternate around the limit. */
const swinging = (app: TestApp) =>
  Array.from({ length: 288 }, (_, place) => ({
    module: 'factory',
    ts: app.now().getTime() / 1_000 - (287 - place) * 300,
    metrics: { pressure: Math.round(30 + 12 * Math.sin(place / 7) + 3 * Math.sin(place * 2)) / 10 },
  }))

async function sendAll(app: TestApp, token: string, readings: readonly object[]): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-device-token': token }
  const body = JSON.stringify(readings)
  const answer = await fetch(`${app.url}/api/telemetry/batch`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200)
}

test('a rehearsal counts exactly the alerts that the same readings raise later', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await sendAll(app, (await app.createDevice({ name: 'Boiler 1' })).token, swinging(app))
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/rules/new')
  await page.locator('#p0_field').selectOption('metrics.pressure')
  await page.locator('#warning_value').fill('3.6')
  await page.locator('#warning_clear').fill('3.4')
  await page.locator('#critical_value').fill('4.2')
  assert.ok(await page.locator('#critical_on').isChecked())
  await page.locator('#name').fill('Pressure high')
  await page.getByText('Timing and notes').click()
  await page.locator('#cooldown_s').fill('0')
  await page.locator('#sentence strong', { hasText: '> 4.2' }).waitFor()
  await page.locator('#rehearsal:not([aria-busy]) [data-count=alerts]').waitFor()
  await onceTrue<boolean>(page, "Number(document.querySelector('[data-count=alerts]')?.textContent) > 2")
  const counted = Number(await page.locator('[data-count=alerts]').textContent())
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('It applies from the next reading on').waitFor()

  await sendAll(app, (await app.createDevice({ name: 'Boiler 2' })).token, swinging(app))
  const raised = (await call('GET', '/api/mobile/alerts?limit=500')).body.data.filter(
    ({ rule_key }: { rule_key: string }) => rule_key === 'pressure_high',
  )
  assert.equal(raised.length, counted)
})

test('the form saves each kind of rule unchanged in a browser', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const rules = parseRules(await readFile(KINDS, 'utf8'), KINDS)
  for (const rule of rules) assert.equal((await call('PUT', `/api/admin/rules/${rule.key}`, rule)).status, 200)
  const { page, go } = await openWindow(t, app, { role: 'operator', scripts: false })
  for (const { key } of [...rules, { key: 'health.news2.partial' }, { key: 'factory.gas.co' }]) {
    await go(`/rules/${key}`)
    await page.locator('button[value=save]').click()
    await page.waitForURL(`**/rules/${key}?done=same`)
  }
})

test('choosing another kind of condition changes its fields, and keeps the others', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/rules/new')
  await page.locator('#name').fill('Left the yard')
  await page.locator('#p0_kind').selectOption('geofence')
  await page.locator('#p0_radius').fill('800')
  assert.equal(await page.locator('#warning_value').count(), 0)
  await page.locator('#join').selectOption('all')
  await page.locator('#p1_kind').waitFor()
  assert.equal(await page.locator('#p0_radius').inputValue(), '800')
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.locator('#p2_kind').waitFor()
  await page.getByRole('button', { name: 'Remove condition 2' }).click()
  await page.locator('#p2_kind').waitFor({ state: 'detached' })
  assert.equal(await page.locator('#name').inputValue(), 'Left the yard')
})

test('the error of a rejected rule stays on the page during a rehearsal', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: 'operator', expects: /400/ })
  await go('/rules/new')
  await page.locator('#warning_value').fill('30')
  await page.getByRole('button', { name: 'Save rule' }).click()
  const reason = page.getByRole('alert').filter({ hasText: 'Not saved. Check the marked fields.' })
  await reason.waitFor()
  await page.locator('#rehearsal:not([aria-busy]) [data-count=alerts]').waitFor()
  assert.ok(await reason.isVisible())
  assert.ok(await page.locator('#name-error').isVisible())
})

test('input made while the fields are replaced is kept', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/rules/new')
  await page.locator('#rehearsal').waitFor()
  const answers = Promise.withResolvers<void>()
  await page.route('**/rules/new/draft', async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.locator('#join').selectOption('all')
  await page.locator('#critical_on').check()
  await page.locator('#p0_op').selectOption('lt')
  await page.locator('#warning_for').fill('5 min')
  await page.locator('#warning_on').uncheck()
  await page.locator('#p0_not').check()
  answers.resolve()
  await page.locator('#p1_kind').waitFor()
  // A negated condition has its limit in place: the second swap has arrived as well.
  await page.locator('#p0_value').waitFor()
  assert.ok(await page.locator('#critical_on').isChecked())
  assert.equal(await page.locator('#warning_on').isChecked(), false)
  assert.ok(await page.locator('#p0_not').isChecked())
  assert.equal(await page.locator('#p0_op').inputValue(), 'lt')
  assert.equal(await page.locator('#warning_for').inputValue(), '5 min')
})

test('a rule written as text fills the form, and errors have their line', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/rules/health.spo2.low')
  await page.getByRole('tab', { name: 'YAML' }).click()
  const text = await page.locator('#text').inputValue()
  await page.locator('#text').fill(text.replace('value: 93', 'value: 92.5'))
  await page.locator('#sentence strong', { hasText: '92.5' }).waitFor()
  await page.locator('#text').fill(text.replace('op: lte', 'op: least'))
  await page.locator('#text-faults li').waitFor()
  assert.match((await page.locator('#text-faults li').textContent())!, /^Line 9: \/condition\/op/)
  await page.locator('#text').fill(text.replace('value: 93', 'value: 92.5'))
  await page.locator('#text-faults li').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Form' }).click()
  assert.equal(await page.locator('#warning_value').inputValue(), '92.5')
})

test('where an alert clears follows its limit until somebody types in it, and what is wrong stands at its field', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/rules/factory.gas.co')
  await page.locator('#warning_value').fill('3')
  await page.locator('#sentence strong', { hasText: '3' }).first().waitFor()
  await onceTrue(page, "document.querySelector('#warning_clear').value === '2.7'")
  await page.locator('#warning_clear').fill('4')
  await page.locator('#warning_clear-error').waitFor()
  const reason = (await page.locator('#warning_clear-error').textContent())!
  await page.locator('#sentence', { hasText: 'Not a rule yet' }).waitFor()
  await page.locator('#rehearsal li', { hasText: `Warning, Clears at: ${reason}` }).waitFor()
  assert.equal(await page.locator('#warning_clear').getAttribute('aria-invalid'), 'true')
  await page.locator('#warning_value').fill('6')
  await page.locator('#warning_clear-error').waitFor({ state: 'detached' })
  assert.equal(await page.locator('#warning_clear').inputValue(), '4')
  assert.equal(await page.locator('#warning_clear').getAttribute('aria-invalid'), null)
})

test('without scripts, a changed limit can be saved: where it clears has followed', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const { page, go } = await openWindow(t, app, { role: 'operator', scripts: false })
  await go('/rules/device.battery.low')
  await page.locator('#warning_value').fill('30')
  await page.locator('button[value=save]').click()
  await page.waitForURL('**/rules/device.battery.low?done=saved')
  const { levels } = (await call('GET', '/api/admin/rules/device.battery.low')).body.data
  assert.equal(levels[0].value, 30)
  assert.ok(levels[0].clear > 30 && levels[0].clear < 60, levels[0].clear)
})

test('the field that limits a condition to a gas is named in words, and offered', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  const { text } = await browser.go('/rules/new')
  const [, list] = /name="[^"]*where_field"[^>]*placeholder="Gas type"[^>]*list="([^"]+)"/.exec(text)!
  assert.ok(text.includes(`<datalist id="${list}"><option value="metrics.gas_type">Gas type</option></datalist>`))
})
