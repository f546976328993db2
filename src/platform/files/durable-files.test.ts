import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'

test('a process that exits as soon as its file is there leaves nothing of it', (t) => {
  const folder = temporaryFolder(t)
  const program = `
    import { readdirSync } from 'node:fs'
    import { writeWhole } from ${JSON.stringify(join(import.meta.dirname, 'durable-files.ts'))}
    setInterval(() => undefined, 1_000)
    const exitOnceThere = () => (readdirSync('.').length > 0 ? process.exit(3) : setImmediate(exitOnceThere))
    setImmediate(exitOnceThere)
    await writeWhole('./file', 0o600, () => new Promise(() => undefined))`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 3, stderr)
  assert.deepEqual(readdirSync(folder), [])
})
