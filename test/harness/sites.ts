import type { TestContext } from 'node:test'
import type { Role } from '../../src/core/reach/role.ts'
import { type Person, startApp, type TestApp } from './app.ts'
import { addUser, type Browser, openBrowser } from './browser.ts'

/** In the first cell. Sites that are made by the service lie in others, if there are any. */
export async function addSite(app: TestApp, name: string): Promise<number> {
  const [site] = await app.rows<{ id: number }>('insert into sites (name, created_at) values ($1, $2) returning id', [
    name,
    app.now(),
  ])
  return site!.id
}

/** Makes a person a member of this site alone. */
export async function narrow(app: TestApp, email: string, siteId: number, role: Role): Promise<number> {
  const [user] = await app.rows<{ id: number }>('update users set role = null where email = $1 returning id', [email])
  await app.rows('insert into site_members (site_id, user_id, role) values ($1, $2, $3)', [siteId, user!.id, role])
  return user!.id
}

/** A logged-in person who is a member of this site alone. */
export async function memberOf(app: TestApp, siteId: number, role: Role): Promise<Person & { id: number }> {
  const person = await app.logIn(role)
  const id = await narrow(app, person.email, siteId, role)
  return Object.assign(person, { id })
}

/** The same person at the console. */
export async function browserOf(app: TestApp, siteId: number, role: Role): Promise<Browser> {
  const { email } = await addUser(app, role)
  await narrow(app, email, siteId, role)
  const browser = openBrowser(app.url)
  await browser.logIn(email)
  return browser
}

/** A service with a second site, and the console as its operator sees it. */
export async function startTwoSites(t: TestContext) {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  return { app, south, browser: await browserOf(app, south, 'operator') }
}
