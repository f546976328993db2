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
const REPOSITORIES = Array.from({ length: 3 }, (_, place) => `repository-${place}`)

test('a second backup with one device more adds little to a repository of restic', needs('restic'), async (t) => {
  const app = await startApp(t)
  const folder = temporaryFolder(t)
  // Numbers that no program could compress away.
  const random = `jsonb_build_object('a', hashint8(i), 'b', hashint8(-i), 'c', hashint8(i + 1000000000))`
  for (let place = 1; place <= DEVICES; place += 1)
    await fillHistory(app, (await app.createDevice({ name: `Boiler ${place}` })).id, READINGS, { metrics: random })
  const restic = (repository: string, ...args: string[]) => {
    const env = { ...process.env, RESTIC_REPOSITORY: join(folder, repository), RESTIC_PASSWORD: 'sesame' }
    const { status, stdout, stderr } = spawnSync('restic', [...args, '--no-cache', '--json'], { env, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout.trim().split('\n')
  }
  const backup = async (name: string) => {
    const file = join(folder, name)
    const options = { encryptionKey: Buffer.alloc(32), version: '0', now: app.now(), force: true }
    await makeBackup(file, { connection: app.connection, ...options })
    return file
  }
  /** Bytes that a backup adds to the repository, and all of its bytes. */
  const added = (repository: string, file: string) => {
    const { data_added, total_bytes_processed } = JSON.parse(restic(repository, 'backup', file).at(-1)!)
    return [data_added as number, total_bytes_processed as number] as const
  }
  const monday = await backup('monday')
  await app.createDevice({ name: 'Attic' })
  const tuesday = await backup('tuesday')
  // Where restic cuts is drawn for each repository, and these are short files for pieces of a megabyte.
  const shares = REPOSITORIES.map((repository) => {
    restic(repository, 'init')
    const [first, size] = added(repository, monday)
    assert.ok(first > size / 2, 'everything is new')
    return added(repository, tuesday)[0] / size
  })
  t.diagnostic(`${shares.map((share) => share.toFixed(2)).join(', ')} of the bytes are new`)
  assert.ok(Math.min(...shares) < 1 / 3, `${shares} of the bytes are new`)
})
