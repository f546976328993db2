import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { prepare, send } from '../access/request.ts'
import { allPages, seedAll, showAsFamily } from './all-pages.ts'
import type { Person, TestApp } from './app.ts'
import { openBrowser } from './browser.ts'
import { PASSWORD } from './people.ts'

/** Opens every page as an administrator, with something on each. */
export async function openAllPages(t: TestContext, app: TestApp): Promise<void> {
  const seeded = await seedAll(t, app)
  const browser = openBrowser(app.url)
  await browser.logIn((await app.logIn('admin')).email)
  await showAsFamily(app)
  for (const page of allPages(app, seeded)) assert.equal((await browser.go(page)).status, 200, page)
}

/** Sends every request as an administrator and as a device. Requests that end the login come last. */
export async function sendAllRequests(app: TestApp): Promise<void> {
  const { token } = await app.createDevice()
  const admin: Person = await app.logIn('admin')
  const email = 'the-viewer@example.org'
  await admin('POST', '/api/admin/users', { email, role: 'viewer', password: PASSWORD })
  const headers = { authorization: admin.authorization, 'x-device-token': token }
  const routes = app.service.http.routeList.filter(({ method, schema }) => method !== 'HEAD' && !schema.hide)
  const isLast = (url: string) => /logout|password|sessions/.test(url)
  for (const route of [...routes.filter(({ url }) => !isLast(url)), ...routes.filter(({ url }) => isLast(url))]) {
    const { status, body } = await send(app, await prepare(app, route, { email: admin.email }), headers)
    assert.ok(status < 500, `${route.method} ${route.url}: ${status} ${JSON.stringify(body)}`)
  }
}
