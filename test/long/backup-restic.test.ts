import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeBackup } from '../../src/app/transfer/backup/make-backup.ts'
import { startApp } from '../harness/app.ts'
import { fillHistory } from '../harness/history.ts'
import { needs } from '../harness/programs.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const DEVICES = 8
const READINGS = 50_000

test('a second backup with one device more adds little to a repository of restic', needs('restic'), async (t) => {
  const app = await startApp(t)
  const folder = temporaryFolder(t)
  // Numbers that no program could compress away: a long file, since restic cuts it into pieces of a megabyte and more.
  const numbers = Array.from({ length: 12 }, (_, place) => `'n${place}', hashint8(i + ${place}000000000)`)
  const random = `jsonb_build_object(${numbers.join(', ')})`
  for (let place = 1; place <= DEVICES; place += 1)
    await fillHistory(app, (await app.createDevice({ name: `Boiler ${place}` })).id, READINGS, { metrics: random })
  const restic = (...args: string[]) => {
    const env = { ...process.env, RESTIC_REPOSITORY: join(folder, 'repository'), RESTIC_PASSWORD: 'sesame' }
    const { status, stdout, stderr } = spawnSync('restic', [...args, '--no-cache', '--json'], { env, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout.trim().split('\n')
  }
  restic('init')
  /** Bytes that a backup of the present state adds to the repository, and all of its bytes. */
  const added = async () => {
    const file = join(folder, 'tocsin.backup')
    const options = { encryptionKey: Buffer.alloc(32), version: '0', now: app.now(), force: true }
    await makeBackup(file, { connection: app.connection, ...options })
    const { data_added, total_bytes_processed } = JSON.parse(restic('backup', file).at(-1)!)
    return [data_added as number, total_bytes_processed as number] as const
  }
  const [first, size] = await added()
  assert.ok(first > size / 2, 'everything is new')
  await app.createDevice({ name: 'Attic' })
  const [second] = await added()
  t.diagnostic(`${second} of ${size} bytes are new`)
  assert.ok(second < size / 4, `${second} of ${size} bytes are new`)
})
