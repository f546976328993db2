import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openWindow } from '../harness/chromium.ts'

test('the palette goes to a page or a device by a few letters, and gives the focus back', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({ name: 'Boiler room' })
  const { page, go } = await openWindow(t, app)
  await go('/')
  await page.keyboard.press('Control+k')
  await page.locator('.palette input').fill('audit')
  await page.locator('.palette [role=option][aria-selected=true]', { hasText: 'Audit log' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.palette').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.locator('.palette input').fill('bo')
  await page.locator('.palette [role=option][aria-selected=true]', { hasText: 'Boiler room' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/devices/${id}`)
})

test('names are shown as text in the palette', async (t) => {
  const app = await startApp(t)
  await app.createDevice({ name: '<img src=x onerror=alert(1)> "quoted" & more' })
  const { page, go } = await openWindow(t, app)
  await go('/')
  await page.keyboard.press('Control+k')
  await page.locator('.palette input').fill('quoted')
  const option = page.locator('.palette [role=option]').first()
  await option.waitFor()
  assert.equal(await option.locator('span').first().textContent(), '<img src=x onerror=alert(1)> "quoted" & more')
})

test('the theme is changed at once and kept in the account', async (t) => {
  const app = await startApp(t)
  const { page, go, email } = await openWindow(t, app)
  await go('/')
  await page.keyboard.press('Control+k')
  await page.locator('.palette input').fill('to dark')
  const saved = page.waitForResponse((response) => response.url().endsWith('/account/theme'))
  await page.keyboard.press('Enter')
  await saved
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  const [row] = await app.rows<{ theme: string }>(
    "select preferences ->> 'theme' as theme from users where email = $1",
    [email],
  )
  assert.equal(row?.theme, 'dark')
  await page.reload()
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
})

test('two-key shortcuts open pages, except while typing or when they are turned off', async (t) => {
  const app = await startApp(t)
  const { page, go, email } = await openWindow(t, app)
  await go('/account')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.waitForURL(`${app.url}/`)
  await go('/account')
  await page.locator('input[name="name"]').first().focus()
  await page.keyboard.type('go?')
  assert.equal(new URL(page.url()).pathname, '/account')
  assert.equal(await page.locator('dialog').count(), 0)
  await app.rows(`update users set preferences = preferences || '{"shortcuts": false}' where email = $1`, [email])
  await go('/account')
  await page.keyboard.press('?')
  assert.equal(await page.locator('dialog').count(), 0)
})

test('the question mark lists all keys', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  await go('/account')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Pause and resume live updates').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
})

test('a form for something new begins in its first field', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  for (const [path, label] of [
    ['/devices/new', 'Name'],
    ['/silences/new', 'Reason'],
    ['/on-call/new', 'Name'],
    ['/geofences/new', 'Name'],
    ['/escalation-policies/new', 'Name'],
    ['/webhooks/new', 'Name'],
    ['/users/new', 'Email'],
    ['/sites/1/status-page', 'Title'],
  ] as const) {
    await go(path)
    await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor()
  }
})
