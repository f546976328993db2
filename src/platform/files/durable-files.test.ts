import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { OperatorError } from '../errors.ts'
import { writeWhole } from './durable-files.ts'

test('a process that exits as soon as its file is there leaves nothing of it', (t) => {
  const folder = temporaryFolder(t)
  const program = `
    import { readdirSync } from 'node:fs'
    import { writeWhole } from ${JSON.stringify(join(import.meta.dirname, 'durable-files.ts'))}
    setInterval(() => undefined, 1_000)
    const exitOnceThere = () => (readdirSync('.').length > 0 ? process.exit(3) : setImmediate(exitOnceThere))
    setImmediate(exitOnceThere)
    // Kept, since nothing else keeps a file that waits for ever from being collected and closed.
    await writeWhole('./file', 0o600, (file) => new Promise(() => (globalThis.kept = file)))`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 3, stderr)
  assert.deepEqual(readdirSync(folder), [])
})

test('a file that cannot be written is refused with the reason, and nothing of it stays', async (t) => {
  const folder = temporaryFolder(t)
  const isRefused = (path: string, reason: RegExp, write = async (): Promise<null> => null) =>
    assert.rejects(writeWhole(join(folder, path), 0o600, write), (error) => {
      assert.ok(error instanceof OperatorError)
      assert.match(error.message, reason)
      return true
    })
  await isRefused('missing/backup', /^There is no folder \/.*\/missing$/)
  await isRefused('x'.repeat(300), / cannot be written: the path is too long\.$/)
  await isRefused('backup', /\/backup cannot be written: the disk is full\.$/, async () => {
    throw Object.assign(new Error('write failed'), { code: 'ENOSPC' })
  })
  writeFileSync(join(folder, 'file'), '')
  await isRefused('file/backup', / cannot be written: it, or a folder on the way to it, is a file\.$/)
  assert.deepEqual(readdirSync(folder), ['file'])
})
