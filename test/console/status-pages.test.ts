import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openStranger, openWindow } from '../harness/chromium.ts'
import { startStatusPage } from '../harness/status-page.ts'

test('an administrator makes a status page, adds devices in groups, and visitors see it', async (t) => {
  const app = await startApp(t)
  for (const name of ['Boiler room', 'Heat pump', 'Well']) {
    const device = await app.createDevice({ name })
    if (name !== 'Well') await device.send({ metrics: { gas_ppm: 3 } })
  }
  const { page, go } = await openWindow(t, app, { expects: /400/ })
  await go('/sites/1')
  await page.getByRole('link', { name: 'Status page' }).click()
  await page.getByLabel('Title').fill('Town services')
  await page.getByRole('button', { name: 'Create status page' }).click()
  const address = (await page.locator('.secret').textContent())!
  assert.match(address, /\/status\/[0-9a-f]{64}$/)
  await page.getByRole('link', { name: 'Continue' }).click()
  const add = async (device: string, label: string, group: string) => {
    await page.locator('#new_device').fill(device)
    await page.locator('#new_label').fill(label)
    await page.locator('#new_group').fill(group)
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await add('Nothing', 'Water', '')
  await page.getByText('there is none called').waitFor()
  await add('Well', 'Water', 'Water')
  await page.getByText('Status page saved.').waitFor()
  await page.getByLabel('Public label of Well').waitFor()
  await add('Boiler room', 'Boiler', 'Heating')
  await page.getByLabel('Public label of Boiler room').waitFor()
  await add('Heat pump', 'Heat pump', 'Heating')
  await page.getByLabel('Public label of Heat pump').waitFor()
  const labels = async () =>
    Promise.all((await page.getByLabel('Public label of').all()).map((label) => label.inputValue()))
  assert.deepEqual(await labels(), ['Water', 'Boiler', 'Heat pump'])
  await page.getByLabel('Order of Well').fill('90')
  await page.getByLabel('Public label of Heat pump').fill('Pump')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('tbody tr').nth(2).getByText('Well').waitFor()
  assert.deepEqual(await labels(), ['Boiler', 'Pump', 'Water'])
  const visitor = await openStranger(t, app.url, { expects: /404/ })
  await visitor.go(new URL(address).pathname)
  assert.deepEqual(await visitor.page.locator('h1, h2, h3').allTextContents(), [
    ...['Town services', 'Heating', 'Boiler', 'Pump', 'Water', 'Water'],
  ])
  await visitor.page.getByText('1 of 3 without data').waitFor()
  assert.deepEqual(await visitor.page.context().cookies(), [])
  await page.getByLabel('Remove of Well').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Public label of Well').waitFor({ state: 'detached' })
  assert.deepEqual(await labels(), ['Boiler', 'Pump'])
  await page.getByRole('button', { name: 'Renew address' }).click()
  await page.locator('.secret').waitFor()
  await visitor.page.reload().catch(() => null)
  assert.match((await visitor.page.textContent('body'))!, /not found/i)
})

test('an open status page follows without being loaded again, and says when it cannot', async (t) => {
  const { app, url, boiler, pump } = await startStatusPage(t)
  const { page } = await openStranger(t, app.url, { expects: /Failed to load resource|ERR_/ })
  await page.clock.install()
  await page.goto(new URL(url).pathname)
  await page.getByText('No data', { exact: true }).first().waitFor()
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await pump.send({ metrics: { systolic: 120 } })
  app.setClock({ seconds: 31 })
  await page.evaluate('window.isTheSame = true')
  await page.clock.runFor(60_000)
  await page.getByText('All working').waitFor()
  await page.context().setOffline(true)
  await page.clock.runFor(60_000)
  await page.getByText('can’t be updated at the moment').waitFor()
  await page.context().setOffline(false)
  await page.clock.runFor(60_000)
  await page.locator('.stale[hidden]').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate('window.isTheSame'), true)
})
