import assert from 'node:assert/strict'
import { test } from 'node:test'
import AxeBuilder from '@axe-core/playwright'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

test('what the service did at once is one line, and each object leads to its entry', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  const { text } = await browser.go('/audit')
  const rows = text.split('<tr').filter((row) => row.includes('Added a rule'))
  assert.equal(rows.length, 1)
  assert.match(rows[0]!, /Added a rule × \d\d/)
  const [, path] = /href="(\/audit\?[^"]*subject_id=[^"]*)"/.exec(rows[0]!)!
  const one = await browser.go(path!.replaceAll('&amp;', '&'))
  assert.equal(one.text.split('<tr').filter((row) => row.includes('Added a rule')).length, 1)
  assert.doesNotMatch(one.text, /Added a rule ×/)
})

test('on a phone, an entry of the audit log has two lines and unfolds to all details', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const { body } = await admin('POST', '/api/admin/devices', { name: 'Pump', module: 'factory' })
  await admin('PATCH', `/api/admin/devices/${body.data.id}`, { name: 'Old pump' })
  const { page, go } = await openWindow(t, app, { width: 390, height: 844 })
  await go('/audit')
  const row = page.locator('.audit tbody tr', { hasText: 'Changed a device' })
  const top = async (cell: string) => (await row.locator(cell).boundingBox())!.y
  assert.ok(Math.abs((await top('.audit-what')) - (await top('.audit-object'))) < 8)
  assert.ok(Math.abs((await top('.audit-who')) - (await top('.audit-when'))) < 8)
  assert.ok((await row.boundingBox())!.height < 80)
  assert.equal(await row.locator('.audit-address').isVisible(), false)
  await row.locator('summary').click()
  for (const cell of ['.audit-address', '.whole-time', 'del', 'ins']) await row.locator(cell).first().waitFor()
  const [frame, inner] = ['.table-frame', '.table-frame table'].map((part) => page.locator(part))
  assert.ok((await inner!.boundingBox())!.width <= (await frame!.boundingBox())!.width)
  // A login changes nothing, but has an address.
  const login = page.locator('.audit tbody tr', { hasText: 'Logged in' }).first()
  await login.locator('summary').click()
  await login.locator('.audit-address').waitFor()
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
  assert.deepEqual(violations, [])
})
