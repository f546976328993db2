import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { needs } from '../harness/programs.ts'

/** Tests of the console in a browser, but for those that need Chromium's own protocol: push messages and passkeys. */
const SUITES = [
  'alert-graph',
  'alerts',
  'audit',
  'base-map',
  'charts',
  'connect-device',
  'device-history',
  'failures',
  'fence-map',
  'first-steps',
  'incident-journey',
  'keys',
  'languages',
  'live',
  'maps',
  'notifications',
  'overview',
  'phone',
  'rule-builder',
  'rules',
  'selection',
  'shell',
  'sites',
  'snooze',
  'sorted-lists',
  'viewers',
  'webhooks',
]

test('the console works in Firefox as it does in Chromium', needs('firefox-esr'), () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve('scripts/test.js'), ...SUITES.map((name) => `test/console/${name}.test.ts`)],
    // Within a test, the test runner of Node would run nothing.
    { encoding: 'utf8', env: { ...process.env, TEST_BROWSER: 'firefox', NODE_TEST_CONTEXT: undefined } },
  )
  assert.equal(status, 0, stdout.slice(-20_000))
})
