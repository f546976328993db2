import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'

const CELLS = '4'

test('every test of a change passes in a database with four cells', () => {
  const { status, stdout } = spawnSync(process.execPath, [resolve('scripts/test.js')], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    // Within a test, the test runner of Node would run nothing.
    env: { ...process.env, CELLS, NODE_TEST_CONTEXT: undefined },
  })
  assert.equal(status, 0, stdout.slice(-20_000))
})
