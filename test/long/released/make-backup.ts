// Makes the small backup of a release that upgrades are tested with: npm run release:backup
// It runs as a test, because a test has a database; the file is named after the version in package.json.
import { join } from 'node:path'
import { test } from 'node:test'
import { VERSION } from '../../../src/app/node/version.ts'
import { makeBackup } from '../../../src/app/transfer/backup/make-backup.ts'
import { ENCRYPTION_KEY, startApp } from '../../harness/app.ts'
import { startReceiver } from '../../harness/receiver.ts'
import { inUse } from '../../harness/used-service.ts'

test('a small backup of this release', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-11-23T08:00:00Z') })
  await inUse(app, (await startReceiver(t)).url)
  const about = { encryptionKey: ENCRYPTION_KEY, version: VERSION, now: app.now(), force: true }
  await makeBackup(join(import.meta.dirname, `${VERSION}.backup`), { connection: app.connection, ...about })
})
