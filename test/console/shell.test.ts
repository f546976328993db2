import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { needsChromium, openWindow } from '../harness/chromium.ts'

test('the first tab on a page leads to its content', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  await go('/')
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').textContent(), 'Skip to content')
  await page.keyboard.press('Enter')
  assert.equal(await page.locator(':focus').getAttribute('id'), 'main')
})

test('a live page says so, and is updated without a reload', async (t) => {
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

test('going back restores the filters and the scroll position of a list', async (t) => {
  const app = await startApp(t)
  for (let place = 1; place <= 40; place += 1) await app.createDevice({ name: `Sensor ${place}`, module: 'factory' })
  await app.createDevice({ name: 'Truck', module: 'fleet' })
  const { page, go } = await openWindow(t, app)
  await go('/devices')
  await page.locator('.folded-filters > summary').click()
  await page.locator('.chips a', { hasText: 'Factory' }).click()
  await page.waitForURL('**/devices?module=factory')
  await page.getByRole('link', { name: 'Sensor 9', exact: true }).click()
  await page.waitForURL(/\/devices\/\d+$/)
  await page.goBack()
  await page.waitForURL('**/devices?module=factory')
  assert.equal(await page.getByText('Truck', { exact: true }).count(), 0)
  await page.getByRole('link', { name: 'Sensor 9', exact: true }).waitFor()
  assert.ok((await page.evaluate<number>('scrollY')) > 0)
})

test('with forced colours, pressed and selected states are visible', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  await page.emulateMedia({ forcedColors: 'active' })
  await go('/account')
  const bare = await page.evaluate<string[]>(`
    [...document.querySelectorAll('button, input:not([type=hidden], [type=checkbox], [type=radio]), select')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).borderTopWidth === '0px')
      .map((one) => one.outerHTML.slice(0, 80))`)
  assert.deepEqual(bare, [])
})

test('reduced motion disables animations', needsChromium('reduced motion'), async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  const moving = () =>
    page.evaluate<string[]>(`
      [...document.querySelectorAll('*')]
        .filter((one) => {
          const { transitionDuration, animationDuration } = getComputedStyle(one, one.matches('.switch span') ? '::after' : null)
          return [...transitionDuration.split(','), ...animationDuration.split(',')].some((time) => parseFloat(time) > 0.01)
        })
        .map((one) => one.outerHTML.slice(0, 80))`)
  await go('/rules')
  assert.deepEqual(await moving(), [])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  assert.notDeepEqual(await moving(), [], 'the test sees motion where there is some')
})

test('the button to log out is in sight however low the window is', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  for (const height of [800, 500]) {
    await page.setViewportSize({ width: 1_280, height })
    await go('/')
    const box = (await page.getByRole('button', { name: 'Log out' }).boundingBox())!
    assert.ok(box.y > 0 && box.y + box.height <= height, `${height}: ${JSON.stringify(box)}`)
  }
})
