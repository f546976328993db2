import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeBackup } from '../../src/app/transfer/backup/make-backup.ts'
import { restoreBackup } from '../../src/app/transfer/backup/restore-backup.ts'
import { ENCRYPTION_KEY, startApp } from '../harness/app.ts'
import { withSecondCell } from '../harness/cells.ts'
import { emptyDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

test('a backup of several cells is restored into as many, and goes on numbering where it was', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const here = await app.createDevice({ name: 'Bed 1', module: 'health' })
  await withSecondCell(app)
  const { body } = await admin('POST', '/api/admin/sites', { name: 'Annexe' })
  const there = await app.createDevice({ name: 'Bed 2', module: 'health', site_id: body.data.id })
  for (const device of [here, there]) await device.send({ metrics: { systolic: 190 } })
  const file = join(temporaryFolder(t), 'backup')
  const about = { encryptionKey: ENCRYPTION_KEY, version: '0', now: app.now(), force: false }
  const made = await makeBackup(file, { connection: app.connection, ...about })

  const connection = await emptyDatabase(t)
  const contents = await restoreBackup(file, { connection, force: false, keepKey: () => undefined })
  assert.equal(contents.tables.alerts, 2)
  assert.deepEqual(contents.tables, made.tables)
  const restored = await startApp(t, { connection })
  const reader = await restored.logIn('admin')
  for (const path of ['/api/mobile/alerts', '/api/mobile/incidents', `/api/mobile/devices/${there.id}/readings`]) {
    const before = (await admin('GET', path)).body.data
    assert.ok(before.length > 0)
    assert.deepEqual((await reader('GET', path)).body.data, before, path)
  }
  const [last] = (await admin('GET', '/api/mobile/incidents')).body.data
  const later = await fetch(`${restored.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': there.token },
    body: JSON.stringify({ module: 'health', flags: { fall_detected: true } }),
  })
  assert.equal(later.status, 200)
  const alerts = (await reader('GET', '/api/mobile/alerts')).body.data.map(
    ({ alert_id }: { alert_id: number }) => alert_id,
  )
  assert.equal(new Set(alerts).size, 3)
  assert.ok(Math.max(...alerts) > last.incident_id / 2)

  // In place of all that a database with cells holds, too.
  await restored.close()
  await restoreBackup(file, { connection, force: true, keepKey: () => undefined })
  const again = await startApp(t, { connection })
  const answer = await (await again.logIn('admin'))('GET', '/api/mobile/alerts')
  assert.equal(answer.body.data.length, 2)
})
