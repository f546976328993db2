import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeBackup } from '../../src/app/transfer/backup/make-backup.ts'
import { restoreBackup } from '../../src/app/transfer/backup/restore-backup.ts'
import { ENCRYPTION_KEY, startApp } from '../harness/app.ts'
import { emptyDatabase } from '../harness/database.ts'
import { addSource } from '../harness/senders.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const WRITE = { path: '/write' }
const line = (device: string, value: number) => `climate,device=${device} temperature=${value} 1795263620000000000`

test('a backup has sources with their devices and quarantine, and their senders go on after a restore', async (t) => {
  const app = await startApp(t)
  const source = await addSource(app, await app.logIn('operator'), { format: 'influx' })
  await source.post(line('cellar', 4), WRITE)
  await source.adopt('cellar')
  await source.post(`${line('attic', 21)}\nnot a line`, WRITE)
  const before = await source.record()
  const file = join(temporaryFolder(t), 'backup')
  const about = { encryptionKey: ENCRYPTION_KEY, version: '0', now: app.now(), force: false }
  await makeBackup(file, { connection: app.connection, ...about })

  const connection = await emptyDatabase(t)
  await restoreBackup(file, { connection, force: false, keepKey: () => undefined })
  const restored = await startApp(t, { connection })
  const operator = await restored.logIn('operator')
  const path = `/api/admin/sources/${source.id}`
  const { counts, state, reason } = (await operator('GET', path)).body.data
  assert.deepEqual({ counts, state, reason }, { counts: before.counts, state: before.state, reason: before.reason })
  const ids = (await operator('GET', `${path}/external-ids`)).body.data
  assert.deepEqual(ids, (await source.call('GET', '/external-ids')).body.data)
  assert.deepEqual(
    (await operator('GET', `${path}/quarantine`)).body.data,
    (await source.call('GET', '/quarantine')).body.data,
  )
  const sent = await fetch(`${restored.url}/api/sources/${source.id}/write`, {
    method: 'POST',
    headers: { 'x-source-token': source.token },
    body: line('cellar', 5),
  })
  assert.equal(sent.status, 204)
})
