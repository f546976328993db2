import { putMember } from '../../src/core/actions/change-members.ts'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { startApp, type TestApp, type TestDevice } from './app.ts'
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

/** Times of the same day have no date. */
const NOON = new Date('2026-11-10T12:00:00Z')

export const memberPath = (id: number, siteId = 1): string => `/api/admin/sites/${siteId}/members/${id}`
export const sendNow = (app: TestApp, device: TestDevice, reading: object) =>
  device.send({ ts: Number(app.now()), ...reading })

/** A care home with two residents, and the daughter of the first at the console. */
export async function startHome(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { startsAt: NOON })
  const mother = await app.createDevice({ name: 'Ema Novak', module: 'health' })
  const other = await app.createDevice({ name: 'Ivan Kos', module: 'health' })
  await sendNow(app, mother, { battery: 84, metrics: { systolic: 121, diastolic: 80, heart_rate: 71 } })
  const daughter = await openBrowserAsFamily(app, [mother])
  const [{ id }] = (await app.rows<{ id: number }>('select id from users')) as [{ id: number }]
  return { app, mother, other, daughter, id }
}
