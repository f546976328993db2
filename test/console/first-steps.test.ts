import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offerSetUp } from '../../src/core/people/set-up.ts'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { needsChromium, openWindow } from '../harness/chromium.ts'
import { PASSWORD } from '../harness/people.ts'

test('the first administrator chooses time zone, units and language, and adds a first device', async (t) => {
  const app = await startApp(t)
  const code = await offerSetUp(app.service.db, app.now())
  const { page, go } = await openWindow(t, app, { role: null, zone: 'America/Chicago' })
  await go('/')
  await page.getByLabel('Set-up code').fill(code!)
  await page.getByLabel('Your email').fill('ana@example.org')
  const password = page.locator('#password')
  await password.fill(PASSWORD)
  const reveal = page.getByRole('button', { name: 'Show the password' })
  await reveal.click()
  assert.deepEqual([await password.getAttribute('type'), await password.inputValue()], ['text', PASSWORD])
  await reveal.click()
  assert.equal(await password.getAttribute('type'), 'password')
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByText('Step 2 of 3').waitFor()
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'America/Chicago')
  await page.getByLabel('Units').selectOption('imperial')
  await page.getByLabel('Language').selectOption('Deutsch')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Schritt 3 von 3').waitFor()
  const [row] = await app.rows<{ preferences: Record<string, string> }>('select preferences from users')
  const { zone, temperature, speed, length, language } = row!.preferences
  assert.deepEqual([zone, temperature, speed, length, language], ['America/Chicago', '°F', 'mph', 'ft', 'de'])
  await page.getByRole('link', { name: 'Gerät hinzufügen' }).click()
  await page.waitForURL('**/devices/new')
})

test(
  'time zones have their current names, also for a browser with an old name',
  needsChromium('time zones with old names'),
  async (t) => {
    const app = await startApp(t)
    const { page, go, email } = await openWindow(t, app, { zone: 'Asia/Calcutta' })
    await go('/setup/preferences')
    assert.equal(await page.getByLabel('Time zone').inputValue(), 'Asia/Kolkata')
    const offered = await page.getByLabel('Time zone').locator('option').allTextContents()
    assert.deepEqual(
      offered.filter((zone) => /Kiev|Kyiv|Saigon|Ho_Chi_Minh/.test(zone)),
      ['Asia/Ho_Chi_Minh', 'Europe/Kyiv'],
    )
    await app.rows('update users set preferences = preferences || \'{"zone":"Asia/Saigon"}\' where email = $1', [email])
    await go('/account')
    assert.equal(await page.getByLabel('Time zone').inputValue(), 'Asia/Ho_Chi_Minh')
  },
)

test('the demo fleet can be loaded instead of a first device, by administrators', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  await browser.go('/setup/first-device')
  assert.equal((await browser.send('/demo')).path, '/?done=loaded')
  const [count] = await app.rows<{ devices: number }>('select count(*)::integer as devices from devices')
  assert.ok(count!.devices > 10)
  const again = await browser.go('/setup/first-device')
  assert.match(again.text, /The demo fleet is already loaded/)
  assert.doesNotMatch(again.text, /action="\/demo"/)
  // From a page opened earlier.
  const csrf = again.text.match(/name="_csrf" value="([0-9a-f]{64})"/)?.[1] ?? (await browser.go('/')).csrf('/logout')
  const late = await browser.post('/demo', { _csrf: csrf })
  assert.deepEqual([late.status, late.headers.get('location')], [303, '/?done=loaded'])
  const operator = await openBrowserAs(app, 'operator')
  assert.equal((await operator.go('/setup/first-device')).status, 403)
})
