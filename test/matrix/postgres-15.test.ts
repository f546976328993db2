import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import { prune } from '../../src/app/node/prune.ts'
import { makeBackup } from '../../src/app/transfer/backup/make-backup.ts'
import { restoreBackup } from '../../src/app/transfer/backup/restore-backup.ts'
import { exportConfiguration } from '../../src/app/transfer/configuration/export-configuration.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { embeddedPostgres } from '../../src/platform/postgres/supervisor.ts'
import { requestTo } from '../access/request.ts'
import { allPages, seedAll } from '../harness/all-pages.ts'
import { ENCRYPTION_KEY, type Person, startApp, type TestApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { PASSWORD } from '../harness/people.ts'
import { needed } from '../harness/programs.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** The oldest supported version, from Debian 12. The other tests run on the bundled version. */
const OLDEST = '/usr/lib/postgresql/15'

const onOldest = { skip: !existsSync(OLDEST) && needed('postgresql-15') }

test('every page, route, job and backup works with PostgreSQL 15', onOldest, async (t) => {
  const folder = temporaryFolder(t)
  const { connection, leave } = await embeddedPostgres(folder, { binaries: OLDEST })
  cleanUp(t, leave)
  await migrate(connection)
  const faults: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => faults.push(line) })
  const app = await startApp(t, { connection, log })
  assert.match((await app.rows<{ server_version: string }>('show server_version'))[0]!.server_version, /^15\./)

  await lookEverywhere(t, app)
  await askEverything(app)
  await app.runJobs()
  await prune(app.service.db, { readings_days: 1, audit_days: 366 }, app.now())
  await backUpAndRestore(app, folder)
  assert.deepEqual(faults, [])
})

async function lookEverywhere(t: TestContext, app: TestApp): Promise<void> {
  const seeded = await seedAll(t, app)
  const browser = openBrowser(app.url)
  await browser.logIn((await app.logIn('admin')).email)
  for (const page of allPages(app, seeded)) assert.equal((await browser.go(page)).status, 200, page)
}

/** Sends every request as an administrator and as a device. Requests that end the login come last. */
async function askEverything(app: TestApp): Promise<void> {
  const { token } = await app.createDevice()
  const admin: Person = await app.logIn('admin')
  const email = 'the-viewer@example.org'
  await admin('POST', '/api/admin/users', { email, role: 'viewer', password: PASSWORD })
  const headers = { authorization: admin.authorization, 'x-device-token': token }
  const routes = app.service.http.routeList.filter(({ method, schema }) => method !== 'HEAD' && !schema.hide)
  const isLast = (url: string) => /logout|password|sessions/.test(url)
  for (const route of [...routes.filter(({ url }) => !isLast(url)), ...routes.filter(({ url }) => isLast(url))]) {
    const { status, body } = await requestTo(app, route, { headers, email: admin.email })
    assert.ok(status < 500, `${route.method} ${route.url}: ${status} ${JSON.stringify(body)}`)
  }
}

async function backUpAndRestore(app: TestApp, folder: string): Promise<void> {
  const file = join(folder, 'all.backup')
  const now = app.now()
  await exportConfiguration(app.service.db, now)
  await makeBackup(file, { connection: app.connection, encryptionKey: ENCRYPTION_KEY, version: '0', now, force: false })
  await app.rows('create database restored template template0')
  const restored = { ...app.connection, database: 'restored' }
  const { tables } = await restoreBackup(file, { connection: restored, force: false, keepKey: () => undefined })
  assert.ok(tables.devices! > 0)
  assert.deepEqual(await migrate(restored), [])
}
