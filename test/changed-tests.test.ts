import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { ALWAYS, testsNear } from '../scripts/changed-tests.ts'

const EVERY_TEST = globSync(['test/**/*.test.ts', 'src/**/*.test.ts']).filter(
  (file) => !/^test\/(long|matrix)\//.test(file),
)
const near = (...changed: string[]): string[] => [...testsNear(EVERY_TEST, changed)]

test('each file of tests that runs for every change exists', () => {
  assert.deepEqual(
    ALWAYS.filter((file) => !EVERY_TEST.includes(file)),
    [],
  )
})

test('a changed file runs the test beside it first, and those that are named after it', () => {
  assert.equal(near('src/core/on-call/rotation.ts')[0], 'src/core/on-call/rotation.test.ts')
  assert.ok(near('src/console/account/second-factor/passkey-card.ts').includes('test/console/passkeys.test.ts'))
  assert.ok(near('migrations/0080-sites.sql').includes('test/sites/sites.test.ts'))
})

test('a changed route runs tests that ask for it', () => {
  assert.ok(near('src/doors/people/mobile/device-note-routes.ts').includes('test/device-notes.test.ts'))
})

test('a changed test runs', () => {
  assert.equal(near('test/trackers.test.ts')[0], 'test/trackers.test.ts')
})

test('a change of many files runs thirty files of tests at most, the nearest of each', () => {
  const changed = globSync('src/core/webhooks/**/*.ts')
  assert.ok(changed.length > 30)
  assert.equal(near(...changed).length, 30)
  assert.ok(near(...changed).includes('test/webhooks.test.ts'))
})
