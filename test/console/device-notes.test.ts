import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

test('a note that is written on a phone stands in the charts and events of its device, and can be deleted', async (t) => {
  const app = await startApp(t)
  const boiler = await app.createDevice({ name: 'Boiler', module: 'factory' })
  await boiler.send({ metrics: { temperature: 21 } })
  const { page, go } = await openWindow(t, app, { role: 'operator', width: 390, height: 844 })
  await go(`/devices/${boiler.id}/history`)
  await page.getByText('Add note', { exact: true }).first().click()
  await page.getByLabel('Note', { exact: true }).fill('Filter changed')
  await page.locator('#add-note button.primary').click()
  await page.getByText('Note added.').waitFor()
  assert.equal(new URL(page.url()).pathname, `/devices/${boiler.id}/history`)
  await page.locator('#chart-marks', { hasText: 'Note: Filter changed' }).getByRole('link').click()
  await page.waitForURL('**/events?kind=note&**')
  await page.locator('.event.note', { hasText: 'Filter changed' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await page.getByRole('button', { name: 'Delete the note “Filter changed”' }).click()
  await page.getByText('Note deleted.').waitFor()
  assert.equal(await page.locator('.event.note').count(), 0)
})

test('without scripts, a note is taken at a time of the reader’s zone, and a time to come is said at its field', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-01T12:00:00Z') })
  const { id, send } = await app.createDevice({ name: 'Boiler', module: 'factory' })
  await send({ metrics: { temperature: 21 } })
  const browser = await openBrowserAs(app, 'operator')
  await app.rows(`update users set preferences = '{"zone":"Europe/Ljubljana"}' where role = 'operator' returning id`)
  await browser.go(`/devices/${id}/events`)
  const refused = await browser.send(`/devices/${id}/notes`, { at: '2026-03-01T13:05', text: 'Filter changed' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /<details class="disclosure" id="add-note" data-dialog open>/)
  assert.match(refused.text, /id="at-error">This must not be in the future\./)
  assert.match(refused.text, /id="text"[^>]* value="Filter changed"/)
  const taken = await browser.send(`/devices/${id}/notes`, { at: '2026-03-01T12:05', text: 'Filter changed' })
  assert.match(taken.text, /Note added\./)
  assert.deepEqual(await app.rows('select at, text from device_notes'), [
    { at: new Date('2026-03-01T11:05:00Z'), text: 'Filter changed' },
  ])
  const viewer = await openBrowserAs(app, 'viewer')
  const seen = (await viewer.go(`/devices/${id}/events`)).text
  assert.match(seen, /Filter changed/)
  assert.doesNotMatch(seen, /add-note|\/deletion/)
})
