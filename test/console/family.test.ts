import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openStranger } from '../harness/chromium.ts'
import { addFamily } from '../harness/family.ts'
import { PASSWORD } from '../harness/people.ts'

const AGAIN_MS = 61_000

test('the page of a relative looks again every minute, follows no events, and goes when it is taken away', async (t) => {
  const app = await startApp(t)
  const mother = await app.createDevice({ name: 'Ema Novak', module: 'health' })
  await mother.send({ ts: Number(app.now()), metrics: { systolic: 121 } })
  const { id, email } = await addFamily(app, [mother])
  const { page } = await openStranger(t, app.url, { width: 390, expects: /404/ })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.install()
  await page.goto('/login')
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', PASSWORD)
  await page.press('[name=password]', 'Enter')
  await page.locator('.family-state.good').waitFor()

  await mother.send({ ts: Number(app.now()), metrics: { systolic: 190 } })
  await page.clock.runFor(AGAIN_MS)
  await page.locator('.family-state.critical').waitFor()

  await app.rows('delete from family_devices where user_id = $1', [id])
  await page.clock.runFor(AGAIN_MS)
  await page.locator('[data-reason]').waitFor()
  assert.ok(!asked.includes('/events') && !asked.includes('/search'), asked.join())
  assert.equal(await page.locator('#live').count(), 0)
})
