import assert from 'node:assert/strict'
import { test } from 'node:test'
import AxeBuilder from '@axe-core/playwright'
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

test('the pages of a relative are accessible on a phone, light and dark', async (t) => {
  const app = await startApp(t)
  const [mother, band] = [
    await app.createDevice({ name: 'Ema Novak', module: 'health' }),
    await app.createDevice({ name: 'Band of Ema Novak', module: 'worker' }),
  ]
  await mother.send({ ts: Number(app.now()), battery: 12, metrics: { systolic: 190 } })
  const { email } = await addFamily(app, [mother, band])
  const { page, go } = await openStranger(t, app.url, { width: 390 })
  await go('/login')
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', PASSWORD)
  await page.press('[name=password]', 'Enter')
  await page.locator('.family-list').waitFor()
  for (const path of ['/family', `/family/${mother.id}`, '/account']) {
    await go(path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const { violations } = await new AxeBuilder({ page }).analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
        `${path}, ${colorScheme}`,
      )
    }
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), path)
  }
})
