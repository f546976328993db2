import type { TestContext } from 'node:test'
import type { TestApp } from './app.ts'
import { addUser } from './browser.ts'
import { openWindow, type Window, type WindowOptions } from './chromium.ts'
import { PASSWORD } from './people.ts'

export interface Desk extends Window {
  logIn: (as?: string) => Promise<void>
  endSession: () => Promise<unknown>
}

/**
 * The window of an administrator who has logged in with the form, and so can log in again. Its updates are paused: the
 * page would leave for the login by itself a few seconds after the end of a session, under the hands of the test.
 */
export async function atDesk(t: TestContext, app: TestApp, options: WindowOptions = {}): Promise<Desk> {
  const { email, id } = await addUser(app, 'admin')
  const window = await openWindow(t, app, { ...options, role: null })
  const { page } = window
  const logIn = async (as = email) => {
    await page.getByLabel('Email').fill(as)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('body.shell').waitFor()
  }
  await page.addInitScript("sessionStorage.setItem('paused', 'yes')")
  const endSession = () => app.rows('delete from sessions where user_id = $1', [id])
  await window.go('/login')
  await logIn()
  return { ...window, email, logIn, endSession }
}
