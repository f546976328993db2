import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapArchive } from '../../../test/harness/map-archive.ts'
import { faultOfArchiveHeader } from './archive-header.ts'

const archive = await mapArchive('mvt', 1, () => Buffer.from('a tile'))
const reasonOf = (bytes: Buffer, size = bytes.length) => faultOfArchiveHeader(bytes, size)?.reason ?? null

function changed(at: number, value: number): Buffer {
  const copy = Buffer.from(archive)
  copy[at] = value
  return copy
}

test('an archive of vector tiles or of pictures can be drawn', async () => {
  assert.equal(reasonOf(archive), null)
  for (const type of [2, 3, 4, 5]) assert.equal(reasonOf(changed(99, type)), null)
})

test('an archive of another version, or no archive at all, is refused', async () => {
  assert.equal(reasonOf(changed(7, 2)), 'archive_foreign')
  assert.equal(reasonOf(Buffer.from('PMTiles\x03')), 'archive_foreign')
  assert.equal(reasonOf(Buffer.alloc(0)), 'archive_foreign')
})

test('an archive with tiles of an unknown type or compression is refused', async () => {
  assert.equal(reasonOf(changed(99, 6)), 'archive_kind')
  assert.equal(reasonOf(changed(97, 3)), 'archive_kind')
  assert.equal(reasonOf(changed(98, 4)), 'archive_kind')
})

test('an archive that is cut off is refused', async () => {
  assert.equal(reasonOf(archive, archive.length - 1), 'archive_incomplete')
})
