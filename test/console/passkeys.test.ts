import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowser, openBrowserAs } from '../harness/browser.ts'
import { textOf } from '../harness/page-text.ts'
import {
  addPasskey,
  addPasskeyTo,
  logInWithPassword,
  openWithAuthenticator,
  startNamedApp,
} from '../harness/passkeys.ts'
import { PASSWORD } from '../harness/people.ts'

const LOGIN = '/login/second-factor'
const pathOf = (address: string) => new URL(address).pathname

test('a passkey is added with a name, and is the second factor of the next login', async (t) => {
  const { app, url } = await startNamedApp(t)
  const window = await openWithAuthenticator(t, url)
  const { page } = window
  // An id that no random handle has by chance.
  await app.rows(`select setval('users_id_seq', 123456788)`)
  const { id, email, codes } = await addPasskeyTo(app, window, 'Blue phone')
  assert.equal(codes.length, 10)
  const [credential] = await window.authenticator.credentials()
  const handle = Buffer.from(credential!.userHandle!, 'base64')
  assert.equal(handle.length, 16)
  assert.ok(!handle.includes(email) && !handle.includes(String(id)), 'it does not say who it is')

  await page.getByRole('link', { name: 'I have stored them' }).click()
  assert.match(await page.getByRole('row', { name: 'Blue phone' }).innerText(), /Never/i)
  await page.getByRole('button', { name: 'Log out' }).click()
  await logInWithPassword(window, email)
  assert.equal(pathOf(page.url()), LOGIN)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${url}/`)
  const [passkey] = await app.rows<{ sign_count: string; last_used_at: Date }>(
    'select sign_count, last_used_at from passkeys',
  )
  assert.deepEqual(passkey!.last_used_at, app.now())
  assert.ok(Number(passkey!.sign_count) > 0)
})

test('a passkey alone logs in, on any node, and says by itself whose it is', async (t) => {
  const { app, url } = await startNamedApp(t)
  const window = await openWithAuthenticator(t, url)
  const { page, go } = window
  const { email } = await addPasskeyTo(app, window)
  await page.context().clearCookies()
  await go('/login?to=%2Fdevices')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL(`${url}/devices`)
  await go('/account')
  assert.ok((await page.locator('main').innerText()).includes(email))
  const [entry] = await app.rows<{ after: unknown }>(
    "select after from audit_entries where action = 'login.succeeded' order by id desc limit 1",
  )
  assert.deepEqual(entry!.after, { second_factor: 'passkey' })
})

test('the field for the email suggests passkeys', async (t) => {
  const { app, url } = await startNamedApp(t)
  const window = await openWithAuthenticator(t, url, { suggests: true })
  await addPasskeyTo(app, window)
  await window.page.context().clearCookies()
  await window.go('/login')
  await window.page.waitForURL(`${url}/`)
})

test('alone, a passkey needs a fingerprint or a PIN; after the password a touch is enough', async (t) => {
  const { app, url } = await startNamedApp(t)
  const window = await openWithAuthenticator(t, url, { isPlainKey: true })
  const { page } = window
  const { email } = await addPasskeyTo(app, window, 'Key')
  await page.context().clearCookies()
  await logInWithPassword(window, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${url}/`)
})

test('a passkey can be renamed and removed, and another one added', async (t) => {
  const { app, url } = await startNamedApp(t)
  const window = await openWithAuthenticator(t, url)
  const { page, go } = window
  await addPasskeyTo(app, window, 'Phone')
  await go('/account/second-factor')
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('This device already has a passkey').waitFor()

  await page.getByRole('row', { name: 'Phone' }).locator('summary').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByText('Passkey renamed.').waitFor()
  await page.getByRole('button', { name: 'Remove Old phone' }).click()
  await page.getByText('Passkey removed.').waitFor()
  await page.getByText('No passkeys yet.').waitFor()
  const second = await addPasskey(window, 'Phone')
  assert.equal(second.length, 10, 'with new recovery codes')
  assert.deepEqual(await app.rows('select name from passkeys'), [{ name: 'Phone' }])
})

test('a passkey proves who it is before changes', async (t) => {
  const { app, url } = await startNamedApp(t)
  const window = await openWithAuthenticator(t, url)
  const { page, go } = window
  await addPasskeyTo(app, window)
  app.setClock({ seconds: 900 })
  await go('/account/second-factor')
  assert.equal(await page.getByRole('button', { name: 'Add passkey' }).count(), 0)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('You can make changes for 15 minutes').waitFor()
  await page.getByRole('button', { name: 'Add passkey' }).waitFor()
})

test('a passkey or the password sends a form again that needed a proof, with what was typed', async (t) => {
  const { app, url } = await startNamedApp(t)
  const window = await openWithAuthenticator(t, url, { expects: /40[03] \(/ })
  const { page, go } = window
  await addPasskeyTo(app, window)
  const invite = async (email: string) => {
    await go('/users/new')
    app.setClock({ seconds: 900 })
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByRole('heading', { name: 'Confirm that it is you', level: 1 }).waitFor()
  }
  await invite('bo@example.org')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('Send this link privately to bo@example.org').waitFor()
  await invite('cy@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('is not your present password').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Send this link privately to cy@example.org').waitFor()
  assert.equal((await app.rows("select from users where email in ('bo@example.org', 'cy@example.org')")).length, 2)
})

test('a page that was open for five minutes gets a new challenge', async (t) => {
  const { app, url } = await startNamedApp(t)
  const window = await openWithAuthenticator(t, url)
  const { page, go } = window
  await addPasskeyTo(app, window)
  await page.context().clearCookies()
  await page.clock.install()
  await go('/login')
  app.setClock({ seconds: 300 })
  const fetched = page.waitForResponse((response) => pathOf(response.url()) === '/login')
  await page.clock.fastForward(4 * 60_000)
  await (await fetched).finished()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL(`${url}/`)
})

test('where passkeys are impossible, one sentence says why', async (t) => {
  const app = await startApp(t, { env: { PUBLIC_URL: 'http://192.0.2.7:8080' } })
  const { text } = await (await openBrowserAs(app, 'admin')).go('/account/second-factor')
  const [main] = /<main[\s\S]*<\/main>/.exec(text)!
  assert.match(textOf(main), /Passkeys need a host name and https\. Tocsin is set up for http:\/\/192\.0\.2\.7:8080/)
  const { text: login } = await openBrowser(app.url).go('/login')
  assert.ok(!login.includes('passkey'))
})
