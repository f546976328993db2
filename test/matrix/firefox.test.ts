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
  'chart-ranges',
  'charts',
  'connect-device',
  'device-history',
  'failures',
  'fence-map',
  'first-steps',
  'incident-journey',
  'keys',
  'languages',
  'list-filters',
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
  runInFirefox(SUITES.map((name) => `test/console/${name}.test.ts`))
})

/** Those that open every page. The full sweep of accessibility would take half an hour. */
const SWEEPS = 'hostile names|without a login'

test('every page opens in Firefox without an error or a violation of its policy', needs('firefox-esr'), () => {
  runInFirefox(['--long', `--test-name-pattern=${SWEEPS}`, 'test/long/console/every-page.test.ts'])
})

function runInFirefox(args: readonly string[]): void {
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve('scripts/test.js'), ...args],
    // Within a test, the test runner of Node would run nothing.
    { encoding: 'utf8', env: { ...process.env, TEST_BROWSER: 'firefox', NODE_TEST_CONTEXT: undefined } },
  )
  assert.equal(status, 0, stdout.slice(-20_000))
}
