import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import { prune } from '../../src/app/node/prune.ts'
import { makeBackup } from '../../src/app/transfer/backup/make-backup.ts'
import { restoreBackup } from '../../src/app/transfer/backup/restore-backup.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { embeddedPostgres } from '../../src/platform/postgres/supervisor.ts'
import { ENCRYPTION_KEY, startApp, type TestApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { exported } from '../harness/configuration.ts'
import { openAllPages, sendAllRequests } from '../harness/everything.ts'
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

  await openAllPages(t, app)
  await sendAllRequests(app)
  await app.runJobs()
  await prune(app.service.db, { readings_days: 1, audit_days: 366 }, app.now())
  await backUpAndRestore(app, folder)
  assert.deepEqual(faults, [])
})

async function backUpAndRestore(app: TestApp, folder: string): Promise<void> {
  const file = join(folder, 'all.backup')
  const now = app.now()
  await exported(app)
  await makeBackup(file, { connection: app.connection, encryptionKey: ENCRYPTION_KEY, version: '0', now, force: false })
  await app.rows('create database restored template template0')
  const restored = { ...app.connection, database: 'restored' }
  const { tables } = await restoreBackup(file, { connection: restored, force: false, keepKey: () => undefined })
  assert.ok(tables.devices! > 0)
  assert.deepEqual(await migrate(restored), [])
}
