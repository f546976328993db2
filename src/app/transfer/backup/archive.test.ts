import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { checkArchive, type Entry, FORMAT, openBackup, sealed } from './archive.ts'

const HEAD: Entry = { format: FORMAT, made_at: '', version: '0.1.0', schema: [], encryption_key: '', months: [] }

/** Writes a file of these parts, in the format of a backup. */
async function archive(t: TestContext, ...parts: (Entry | Buffer)[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-archive-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'backup')
  async function* all() {
    yield* parts
  }
  writeFileSync(path, gzipSync(Buffer.concat(await Array.fromAsync(sealed(all())))))
  return path
}

test('an archive is read back as it was written, whatever the chunks', async (t) => {
  const pieces = [5_000_000, 0, 1, 16_384, 70_000].map((length) => Buffer.alloc(length, `${length}\n`))
  const table: Entry = { table: 'devices', columns: ['x'.repeat(300_000)] }
  const path = await archive(t, HEAD, table, ...pieces.flatMap((piece) => [{ bytes: piece.length }, piece]), {
    rows: 7,
  })
  assert.deepEqual((await checkArchive(path)).tables, { devices: 7 })
  const reader = openBackup(path)
  await reader.entry()
  assert.deepEqual(await reader.entry(), table)
  for (const piece of pieces) {
    assert.deepEqual(await reader.entry(), { bytes: piece.length })
    assert.ok((await reader.bytes(piece.length)).equals(piece))
  }
  reader.close()
})

test('an archive with an impossible length is rejected before it is read into memory', async (t) => {
  for (const bytes of [1e12, 16 * 1024 * 1024 + 1, -1, 0.5, '7', null]) {
    const path = await archive(t, HEAD, { bytes: bytes as number }, Buffer.alloc(20_000_000))
    await assert.rejects(checkArchive(path), /not a Tocsin backup/, String(bytes))
  }
  await assert.rejects(checkArchive(await archive(t, HEAD, Buffer.alloc(20_000_000, 'x'))), /not a Tocsin backup/)
  await assert.rejects(checkArchive(await archive(t, HEAD, Buffer.from('null\n'))), /not a Tocsin backup/)
})
