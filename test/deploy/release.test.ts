import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { digestsOfMigrations, lastRelease, NAME_THE_RELEASE } from '../../scripts/release.ts'
import { VERSION } from '../../src/app/node/version.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('a version with other migrations than the last release is not called as that one', () => {
  // Its backups are refused by the release, in a sentence that names both versions.
  const frozen = read('migrations/RELEASED').replace(/^#.*\n/gm, '')
  if (frozen === digestsOfMigrations()) assert.ok(VERSION === lastRelease() || VERSION.endsWith('-dev'), VERSION)
  else assert.match(VERSION, /^\d+\.\d+\.\d+-dev$/, 'CONTRIBUTING.md, "Making a release", step 1')
})

test('all packages have the same version', () => {
  for (const path of ['packages/api-client', 'packages/device-client'])
    assert.equal(JSON.parse(read(`${path}/package.json`)).version, VERSION, path)
})

test('the documents, the image and the list of changes name the last release', () => {
  for (const path of NAME_THE_RELEASE) assert.ok(read(path).includes(lastRelease()), path)
  const [first, second] = read('CHANGELOG.md').match(/^## .+$/gm)!
  const released = first === '## Unreleased' ? second! : first!
  assert.match(released, new RegExp(`^## ${RegExp.escape(lastRelease())} \\(\\d{4}-\\d\\d-\\d\\d\\)$`))
})
