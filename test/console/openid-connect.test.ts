import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addUser } from '../harness/browser.ts'
import { openStranger } from '../harness/chromium.ts'
import { startOpenIdProvider } from '../harness/open-id-provider.ts'
import { addPerson, PASSWORD } from '../harness/people.ts'
import { freePort } from '../harness/served.ts'

for (const scripts of [true, false])
  test(`a browser logs in with a provider on another site, and out again, ${scripts ? 'with' : 'without'} scripts`, async (t) => {
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    const idp = await startOpenIdProvider(t, { publicUrl, host: 'localhost' })
    const env = { ...idp.env, OIDC_DEFAULT_ROLE: 'viewer', PORT: String(port), PUBLIC_URL: publicUrl }
    const app = await startApp(t, { env })
    await addUser(app, 'admin')
    const expects = /^request to elsewhere: http:\/\/localhost:|at http:\/\/localhost:/
    const { page, go } = await openStranger(t, app.url, { expects, scripts })
    await go('/alerts')
    await page.getByRole('link', { name: 'Log in with localhost' }).click()
    await page.waitForURL(`${app.url}/alerts`)
    const cookies = await page.context().cookies(app.url)
    assert.deepEqual(
      cookies.map(({ name, sameSite }) => [name, sameSite]).filter(([name]) => name !== 'visitor'),
      [['sid', 'Strict']],
    )
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(/localhost:\d+\/session\/end/)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(`${app.url}/login`)
  })

test('a browser links the account after the password', async (t) => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const idp = await startOpenIdProvider(t, { publicUrl, host: 'localhost' })
  const app = await startApp(t, { env: { ...idp.env, PORT: String(port), PUBLIC_URL: publicUrl } })
  await addPerson(app.service.db, 'ana@example.org', 'viewer', app.now())
  const expects = /^request to elsewhere: http:\/\/localhost:/
  const { page, go } = await openStranger(t, app.url, { expects })
  await go('/login')
  await page.getByRole('link', { name: 'Log in with localhost' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in and link' }).click()
  await page.waitForURL(`${app.url}/`)
})
