import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openWindow } from '../harness/chromium.ts'

test('the first tab on a page leads to its content', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  await go('/')
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').textContent(), 'Skip to content')
  await page.keyboard.press('Enter')
  assert.equal(await page.locator(':focus').getAttribute('id'), 'main')
})

test('a page says that it is live, and follows what changes without being loaded again', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app)
  const device = await app.createDevice({ module: 'health' })
  await go('/')
  await page.locator('.pill[data-state=live]').waitFor()
  await device.send({ metrics: { systolic: 190 } })
  await page.locator('#places a[href="/incidents"] .count').waitFor()
  assert.match(await page.title(), /^\(1\) /)
})

test('the time zone of the browser is remembered for a person who has not chosen one', async (t) => {
  const app = await startApp(t)
  const { page, go, email } = await openWindow(t, app, { zone: 'Asia/Tokyo' })
  const saved = page.waitForResponse((response) => response.url().endsWith('/account/zone'))
  await go('/')
  await saved
  const rows = await app.rows<{ zone: string }>("select preferences ->> 'zone' as zone from users where email = $1", [
    email,
  ])
  assert.deepEqual(rows, [{ zone: 'Asia/Tokyo' }])
})
