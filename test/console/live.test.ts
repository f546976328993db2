import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openWindow } from '../harness/chromium.ts'

test('eight tabs of a browser share one stream of events', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app)
  const monitor = await app.createDevice({ module: 'health' })
  await go('/')
  const tabs = [page]
  while (tabs.length < 8) {
    const tab = await page.context().newPage()
    await tab.goto('/')
    tabs.push(tab)
  }
  for (const tab of tabs) await tab.locator('.pill[data-state=live]').waitFor()
  // Locks belong to the browser profile: no other tab holds the lock for the stream.
  const held = await page.evaluate(async () => (await navigator.locks.query()).held?.length)
  assert.equal(held, 1)
  assert.match(await (await fetch(`${app.url}/metrics`)).text(), /^tocsin_live_streams(\{[^}]*\})? 1$/m)
  await monitor.send({ metrics: { systolic: 190 } })
  for (const tab of tabs) await tab.locator('#places .count').first().waitFor({ state: 'attached' })
})

test('when the tab with the stream is closed, another tab takes over and misses nothing', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app)
  const [monitor, other] = await Promise.all([1, 2].map(() => app.createDevice({ module: 'health' })))
  await go('/')
  await page.locator('.pill[data-state=live]').waitFor()
  const second = await page.context().newPage()
  await second.goto('/')
  await second.locator('.pill[data-state=live]').waitFor()
  const asked = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await second.route('**/events*', async (route) => {
    asked.resolve()
    await sent.promise
    await route.continue()
  })
  await page.close()
  await asked.promise
  await monitor!.send({ metrics: { systolic: 190 } })
  sent.resolve()
  await second.locator('#places .count', { hasText: '1' }).first().waitFor()
  await other!.send({ metrics: { systolic: 190 } })
  await second.locator('#places .count', { hasText: '2' }).first().waitFor()
})

test('a change during an update of the page is shown by the next update', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app)
  const [monitor, other] = await Promise.all([1, 2].map(() => app.createDevice({ module: 'health' })))
  await go('/')
  await page.locator('.pill[data-state=live]').waitFor()
  const rendered = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  await page.route(`${app.url}/`, async (route) => {
    const response = await route.fetch()
    rendered.resolve()
    await told.promise
    await route.fulfill({ response })
  })
  await monitor!.send({ metrics: { systolic: 190 } })
  await rendered.promise
  const isTold = page.evaluate(
    "new Promise((resolve) => document.addEventListener('tocsin:change', () => resolve(), { once: true }))",
  )
  await other!.send({ metrics: { systolic: 190 } })
  await isTold
  told.resolve()
  await page.locator('#places .count', { hasText: '2' }).first().waitFor()
})

test('an update that breaks off is made again', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app)
  const monitor = await app.createDevice({ module: 'health' })
  await go('/')
  await page.locator('.pill[data-state=live]').waitFor()
  await page.evaluate(`
    const { text } = Response.prototype
    Response.prototype.text = function () {
      if (this.url !== location.href) return text.call(this)
      Response.prototype.text = text
      return Promise.reject(new TypeError('network error'))
    }`)
  await monitor.send({ metrics: { systolic: 190 } })
  await page.locator('#banners .lost').waitFor()
  await page.locator('#places .count', { hasText: '1' }).first().waitFor()
  await page.locator('#banners .lost').waitFor({ state: 'detached' })
})

test('a paused page does not change until it is resumed, and then catches up', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app)
  const monitor = await app.createDevice({ module: 'health' })
  await go('/')
  await page.locator('.pill[data-state=live]').click()
  await page.locator('.pill[data-state=paused]').waitFor()
  await monitor.send({ metrics: { systolic: 190 } })
  await page.reload()
  await page.locator('.pill[data-state=paused]').click()
  await page.locator('.tile.critical').first().waitFor()
})

test('a page whose session has ended goes to the login at the next change', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go, email } = await openWindow(t, app, { expects: /401|events/ })
  const monitor = await app.createDevice({ module: 'health' })
  await go('/account')
  await page.locator('.pill[data-state=live]').waitFor()
  await app.rows('delete from sessions where user_id = (select id from users where email = $1)', [email])
  await monitor.send({ metrics: { systolic: 190 } })
  await page.waitForURL('**/login*')
})

test('a page that loses its connection says so, and catches up when it is back', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page, go } = await openWindow(t, app, { expects: /Failed to load|ERR_|net::/ })
  const monitor = await app.createDevice({ module: 'health' })
  await go('/')
  await page.locator('.pill[data-state=live]').waitFor()
  await page.context().setOffline(true)
  app.service.http.server.closeAllConnections()
  await page.locator('.pill[data-state=reconnecting]').waitFor()
  await monitor.send({ metrics: { systolic: 190 } })
  await page.context().setOffline(false)
  await page.locator('.pill[data-state=live]').waitFor()
  await page.locator('.tile.critical').first().waitFor()
})

test('rows do not move under the pointer; changes wait until it leaves', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const monitor = await app.createDevice({ module: 'health', name: 'Bed 1' })
  const other = await app.createDevice({ module: 'health', name: 'Bed 2' })
  await monitor.send({ metrics: { systolic: 190 } })
  const { page, go } = await openWindow(t, app)
  await go('/alerts')
  await page.locator('.pill[data-state=live]').waitFor()
  const row = page.locator('tbody tr', { hasText: 'Bed 1' })
  await row.hover()
  const before = await row.boundingBox()
  await other.send({ metrics: { systolic: 190 } })
  await page.locator('button.waiting').waitFor()
  assert.equal(await page.locator('tbody tr').count(), 1)
  const { x, width } = before!
  assert.deepEqual([(await row.boundingBox())!.x, (await row.boundingBox())!.width], [x, width])
  await page.locator('h1').hover()
  await page.locator('tbody tr', { hasText: 'Bed 2' }).waitFor()
})

test('typed text stays while the page is updated', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const monitor = await app.createDevice({ module: 'health', name: 'Bed 1' })
  const { page, go } = await openWindow(t, app)
  await go('/devices')
  await page.locator('.pill[data-state=live]').waitFor()
  const search = page.getByRole('searchbox').first()
  await search.fill('Be')
  await monitor.send({ metrics: { systolic: 190 } })
  await page.locator('#places a[href="/incidents"] .count').waitFor()
  await page.locator('[data-value=headline-1]', { hasText: '190' }).waitFor()
  assert.equal(await search.inputValue(), 'Be')
  assert.equal(await search.evaluate((input) => input === input.ownerDocument.activeElement), true)
})
