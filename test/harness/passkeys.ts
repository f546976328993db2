import type { TestContext } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { type AppOptions, startApp, type TestApp } from './app.ts'
import { addUser } from './browser.ts'
import { openStranger, type Window, type WindowOptions } from './chromium.ts'
import { PASSWORD } from './people.ts'
import { freePort } from './served.ts'

/** An app at a host name, since an IP address has no passkeys. */
export async function startNamedApp(t: TestContext, options: AppOptions = {}): Promise<{ app: TestApp; url: string }> {
  const port = await freePort()
  const app = await startApp(t, { ...options, env: { ...options.env, PORT: String(port) } })
  return { app, url: `http://localhost:${port}` }
}

export interface Authenticator {
  cdp: CDPSession
  id: string
  /** Whether the next person who is asked for a fingerprint is the right one. */
  setVerified(isVerified: boolean): Promise<void>
  credentials(): Promise<{ credentialId: string; userHandle?: string; signCount: number }[]>
}

interface AuthenticatorOptions {
  /** A key to plug in, which knows no passkeys by itself and no fingerprints. */
  isPlainKey?: boolean
  /** Suggests passkeys in the field for the email: this person takes the first at once. */
  suggests?: boolean
}

/** Gives the browser of this page an authenticator, whose person always agrees. */
export async function addAuthenticator(
  page: Page,
  { isPlainKey = false }: AuthenticatorOptions = {},
): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isPlainKey ? 'usb' : 'internal',
      hasResidentKey: !isPlainKey,
      hasUserVerification: !isPlainKey,
      isUserVerified: !isPlainKey,
      automaticPresenceSimulation: true,
    },
  })
  return {
    cdp,
    id,
    setVerified: (isUserVerified) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified }).then(() => undefined),
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials,
  }
}

/** A window without a login, with an authenticator. */
export async function openWithAuthenticator(
  t: TestContext,
  url: string,
  { isPlainKey = false, suggests = false, ...options }: WindowOptions & AuthenticatorOptions = {},
): Promise<Window & { authenticator: Authenticator }> {
  const window = await openStranger(t, url, options)
  if (!suggests) {
    await window.page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  }
  return { ...window, authenticator: await addAuthenticator(window.page, { isPlainKey }) }
}

/** Logs in with the password, up to the page that follows. */
export async function logInWithPassword({ page, go }: Window, email: string): Promise<void> {
  await go('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** A person who has logged in with the password and added a passkey. */
export async function addPasskeyTo(app: TestApp, window: Window, name = 'Phone') {
  const person = await addUser(app, 'admin')
  await logInWithPassword(window, person.email)
  const codes = await addPasskey(window, name)
  return { ...person, codes }
}

/** Adds a passkey on the page of the person who is logged in. Returns the recovery codes that the page shows. */
export async function addPasskey({ page, go }: Window, name: string): Promise<string[]> {
  await go('/account/second-factor')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).or(page.getByText('Passkey added.')).waitFor()
  const code = page.locator('[data-secret] code')
  return (await code.count()) === 0 ? [] : (await code.innerText()).split('\n')
}
