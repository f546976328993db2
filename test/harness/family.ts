import { putMember } from '../../src/core/actions/change-members.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import type { TestApp, TestDevice } from './app.ts'
import { type Browser, openBrowser } from './browser.ts'
import { addPerson } from './people.ts'

/** Somebody who sees these devices of a site as family, and reaches nothing. */
export async function addFamily(
  app: TestApp,
  devices: readonly Pick<TestDevice, 'id'>[],
  { siteId = 1, email = 'daughter@example.org' } = {},
): Promise<{ id: number; email: string }> {
  const { id } = await addPerson(app.service.db, email, null, app.now())
  const ids = devices.map((device) => device.id)
  await putMember(app.service.db, { siteId, user: id, role: 'family', devices: ids }, BY_COMMAND, app.now())
  return { id, email }
}

/** The same at the console. */
export async function openBrowserAsFamily(app: TestApp, devices: readonly Pick<TestDevice, 'id'>[]): Promise<Browser> {
  const browser = openBrowser(app.url)
  await browser.logIn((await addFamily(app, devices)).email)
  return browser
}
