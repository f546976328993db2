import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp } from '../harness/app.ts'
import { addUser, openBrowser, openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

/** Opens the palette and types; resolves to the option that Enter would take, once it is this one. */
async function type(page: Page, text: string, wanted: string): Promise<void> {
  if ((await page.locator('.palette').count()) === 0) await page.keyboard.press('Control+k')
  await page.locator('.palette input').fill(text)
  await page.locator('.palette [role=option]', { hasText: wanted }).first().waitFor()
}

test('the palette finds rules, incidents, people, sites, silences and actions by any of their words', async (t) => {
  const app = await startApp(t)
  const monitor = await app.createDevice({ module: 'health', name: 'Bedside monitor' })
  await monitor.send({ metrics: { systolic: 190 } })
  await app.createDevice({ module: 'worker', name: 'Helmet' })
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/sites', { name: 'North ward' })
  await admin('POST', '/api/admin/silences', { reason: 'Boiler is serviced', duration_s: 3_600 })
  await addUser(app, 'operator')
  const { page, go } = await openWindow(t, app)
  await go('/')
  for (const [text, wanted] of [
    ['oxygen', 'Oxygen saturation low'],
    ['spo2', 'Oxygen saturation low'],
    ['Sauerstoff', 'Oxygen saturation low'],
    ['fall', 'Fall detected'],
    ['Sturz', 'Fall detected'],
    ['systolic', '#1 · Bedside monitor'],
    ['monitor side', 'Bedside monitor'],
    ['#2', 'Helmet'],
    ['#1', '#1 · Bedside monitor'],
    ['operator', '@example.org'],
    ['ward', 'North ward'],
    ['serviced boiler', 'Boiler is serviced'],
    ['new dev', 'Add device'],
    ['log out', 'Log out'],
    ['dark', 'Switch to dark'],
    ['add site', 'Add site'],
  ] as const) {
    await type(page, text, wanted)
  }
  await page.locator('.palette input').fill('nothing is called this')
  await page.locator('.palette', { hasText: 'Nothing found' }).waitFor()
  await page.locator('.palette input').fill('add dev')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/devices/new')
})

test('other words and tags lead to pages, to their sections and to the devices with a tag', async (t) => {
  const app = await startApp(t)
  await app.createDevice({ name: 'Pump', tags: ['ward-3'] })
  const addressesFor = async (role: 'admin' | 'viewer') => {
    const browser = await openBrowserAs(app, role)
    return async (text: string): Promise<string[]> => {
      const { groups } = JSON.parse((await browser.go(`/search.json?q=${encodeURIComponent(text)}`)).text)
      return groups.flatMap(({ found }: { found: { address?: string }[] }) => found.map(({ address }) => address))
    }
  }
  const admin = await addressesFor('admin')
  for (const [texts, address] of [
    ['password Passwort', '/account#card-password'],
    ['language time-zone Zeitzone', '/account#card-preferences'],
    ['phone sms mail', '/account/notifications'],
    ['second-factor 2fa', '/account/second-factor'],
    ['backup Sicherung', '/settings#backup'],
    ['retention', '/settings#retention'],
    ['streets', '/settings#map'],
    ['trips Fahrten', '/devices'],
    ['report', '/limits'],
    ['docs', '/docs'],
    ['family share daughter relative Familie Tochter', '/sites/1#add-member'],
    ['curl', '/devices/new'],
    ['curl', '/docs'],
    ['invite', '/users/new'],
    ['ward-3', '/devices?tag=ward-3'],
  ] as const) {
    for (const text of texts.split(' ')) {
      const found = await admin(text.replace('-', text === 'ward-3' ? '-' : ' '))
      assert.ok(found.includes(address), `${text}: ${found.join(' ')}`)
    }
  }
  for (const text of ['family', 'share', 'daughter', 'relative', 'Familie', 'teilen'])
    assert.deepEqual(
      (await admin(text)).filter((address) => address.startsWith('/users')),
      [],
      text,
    )
  assert.match((await (await openBrowserAs(app, 'admin')).go('/sites/1')).text, /id="add-member"/)
  const settings = await (await openBrowserAs(app, 'admin')).go('/settings')
  const account = await (await openBrowserAs(app, 'admin')).go('/account')
  for (const id of ['backup', 'retention', 'map']) assert.match(settings.text, new RegExp(`id="${id}"`))
  for (const id of ['card-password', 'card-preferences']) assert.match(account.text, new RegExp(`id="${id}"`))
  const viewer = await addressesFor('viewer')
  assert.deepEqual(await viewer('backup'), [])
  assert.deepEqual(await viewer('daughter'), [])
})

test('the palette presses buttons of the page, opens its views and goes to its sections', async (t) => {
  const app = await startApp(t)
  const monitor = await app.createDevice({ module: 'health', name: 'Bedside monitor' })
  await monitor.send({ lat: 46.05, lng: 14.5, metrics: { systolic: 190 } })
  const { page, go } = await openWindow(t, app)
  const take = async (text: string, wanted: string) => {
    await type(page, text, wanted)
    await page.keyboard.press('Enter')
    await page.locator('.palette').waitFor({ state: 'detached' })
  }
  await go('/devices/1')
  await take('trips', 'Trips')
  await page.waitForURL('**/devices/1/trips')
  await go('/incidents/1')
  await take('notes', 'Notes')
  await page.locator('#add-note > summary:focus').waitFor()
  await take('add note', 'Add note')
  await page.locator('dialog textarea:focus').waitFor()
  await page.keyboard.press('Escape')
  await take('snooze', 'Snooze')
  await page.locator('dialog button[value="1800"]:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  assert.equal(
    await page.getByRole('group', { name: 'This page' }).count(),
    0,
    'nothing of the page before it is typed',
  )
  await take('ackn', 'Acknowledge')
  await page.locator('#incident-state .badge', { hasText: 'Acknowledged' }).waitFor()
  await take('review', 'Review and print')
  await page.waitForURL('**/incidents/1/review')
})

test('the palette leads to the shifts of a schedule and to the status page of a site', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const { id } = await addUser(app, 'operator')
  const layer = { people: [id], start_date: '2026-01-05', unit: 'week', length: 1, handover: '09:00' }
  await admin('POST', '/api/admin/schedules', { name: 'Night watch', time_zone: 'Europe/Ljubljana', layers: [layer] })
  const { page, go } = await openWindow(t, app)
  await go('/')
  await type(page, 'status page', 'Status page')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sites/1/status-page')
  await page.getByRole('button', { name: 'Create status page' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await type(page, 'add a dev', 'Add a device')
  await page.keyboard.press('Enter')
  await page.locator('[name=new_device]:focus').waitFor()
  await page.locator('.palette').waitFor({ state: 'detached' })
  await type(page, 'tonight', 'Take over a shift')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/on-call/1#add-override')
  await page.keyboard.press('Tab')
  await page.getByLabel('Who takes over').and(page.locator(':focus')).waitFor()
  await admin('POST', '/api/admin/sites', { name: 'North ward' })
  const browser = openBrowser(app.url)
  const { email } = await addUser(app, 'viewer')
  await browser.logIn(email)
  assert.doesNotMatch((await browser.go('/search.json?q=night+shift')).text, /#add-override/)
  await type(page, 'status north', 'North ward')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sites/2/status-page')
})

test('the palette is a combobox for keys and screen readers', async (t) => {
  const app = await startApp(t)
  await app.createDevice({ name: 'Pump 1' })
  await app.createDevice({ name: 'Pump 2' })
  const { page, go } = await openWindow(t, app)
  await go('/')
  await type(page, 'pump', 'Pump 2')
  const input = page.getByRole('combobox')
  assert.equal(await input.getAttribute('aria-expanded'), 'true')
  const active = async () => page.locator(`[id="${await input.getAttribute('aria-activedescendant')}"]`).textContent()
  assert.match((await active())!, /^Pump 1/)
  await page.keyboard.press('ArrowDown')
  assert.match((await active())!, /^Pump 2/)
  assert.equal(await page.locator('.palette [role=option][aria-selected=true]').count(), 1)
  const group = page.getByRole('group', { name: 'Devices' })
  assert.equal(await group.getByRole('option').count(), 2)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/devices/2')
})

test('a search that cannot be made says so', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { expects: /ERR_INTERNET_DISCONNECTED/ })
  await go('/')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await page.locator('.palette input').fill('boiler')
  await page.locator('.palette', { hasText: 'Can’t search: Tocsin can’t be reached.' }).waitFor()
})

test('a search finds only what its reader may open', async (t) => {
  const app = await startApp(t)
  await app.createDevice({ name: 'Boiler' })
  const browser = openBrowser(app.url)
  const { email } = await addUser(app, 'viewer')
  await browser.logIn(email)
  const found = async (query: string) => JSON.parse((await browser.go(`/search.json?${query}`)).text).groups
  assert.deepEqual(
    (await found('q=boiler')).map(({ name }: { name: string }) => name),
    ['Devices'],
  )
  assert.deepEqual(await found('q=example.org'), [], 'people are for administrators')
  assert.deepEqual(await found('q=example.org&of=people'), [])
  const actions = JSON.stringify(await found('q='))
  assert.match(actions, /Log out/)
  assert.doesNotMatch(actions, /Add device|New rule/)
})

test('fields offer devices, tags, people and rules, and a tag that no device has is a warning', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/devices', { name: 'Boiler', module: 'factory', tags: ['cellar'] })
  await admin('POST', '/api/admin/devices', { name: 'Burner', module: 'factory', tags: ['cellar', 'roof'] })
  const { page, go } = await openWindow(t, app)
  const pick = async (label: string, text: string, wanted: string) => {
    await page.getByRole('combobox', { name: label }).fill(text)
    await page.locator('.combobox [role=option]', { hasText: wanted }).click()
  }
  await go('/silences/new')
  await pick('Devices', 'bur', 'Burner')
  await page.locator('#preview', { hasText: '1 device is covered' }).waitFor()
  assert.equal(await page.locator('#devices').inputValue(), '#2')
  await page.getByRole('button', { name: 'Remove Burner' }).click()
  await pick('Tags', 'cel', 'cellar')
  await page.locator('#preview', { hasText: '2 devices are covered' }).waitFor()
  await page.getByRole('combobox', { name: 'Tags' }).fill('attic')
  await page.locator('.combobox [role=option]', { hasText: 'Add “attic”' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await page.locator('#tags').inputValue(), 'cellar, attic')
  await page.locator('#preview .notice.warn', { hasText: 'No device has the tag “attic”.' }).waitFor()
  await page.locator('details.rule-boxes summary').click()
  await page.locator('details.rule-boxes [role=combobox]').fill('oxygen')
  // Until the list is that of the text, not that of the empty field.
  await page
    .locator('details.rule-boxes [role=option]', { hasNotText: /oxygen/i })
    .first()
    .waitFor({ state: 'detached' })
  await page.locator('details.rule-boxes [role=option]', { hasText: 'Oxygen saturation low' }).click()
  await page.locator('input[name=rule_keys][value="health.spo2.low"]:checked').waitFor({ state: 'attached' })
  await page.locator('#reason').fill('Works')
  await page.locator('button[value=save]').click()
  await page.getByText('Silence created.').waitFor()
  assert.deepEqual(await app.rows('select tags, rule_keys from silences'), [
    { tags: ['cellar', 'attic'], rule_keys: ['health.spo2.low'] },
  ])

  await go('/rules/new')
  await page.getByRole('combobox', { name: 'Only these devices' }).fill('boi')
  await page.locator('.combobox [role=option]', { hasText: 'Boiler' }).click()
  assert.equal(await page.locator('#device_ids').inputValue(), '#1')
  await page.getByRole('combobox', { name: 'Tags' }).first().fill('attic')
  await page.locator('.combobox [role=option]', { hasText: 'Add “attic”' }).click()
  await page.locator('#name').fill('Cold')
  await page.locator('#warning_value').fill('30')
  await page.locator('#sentence .notice.warn', { hasText: 'No device has the tag “attic”.' }).waitFor()

  await go('/on-call/new')
  await page.getByRole('combobox').first().fill('admin')
  await page.locator('.combobox [role=option]', { hasText: '@example.org' }).first().click()
  assert.match(await page.locator('#who_all').inputValue(), /@example\.org$/)
})

test('the sentence of a rule follows a change at once, and does not wait for its rehearsal', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  await go('/rules/new')
  const held = Promise.withResolvers<void>()
  await page.route('**/rules/new/draft', async (route) => {
    if (route.request().postData()?.includes('do=rehearse')) await held.promise
    await route.continue()
  })
  await page.locator('#name').fill('Hot')
  await page.locator('#warning_value').fill('77')
  await page.locator('#sentence strong', { hasText: '77' }).waitFor()
  held.resolve()
  await page.locator('#rehearsal:not([aria-busy])').waitFor()
})
