import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'

/** Tests of everything that reads or writes readings of the past. */
const SUITES = [
  'alert-engine',
  'bad-inputs',
  'batch',
  'console/alert',
  'console/charts',
  'console/connect-device',
  'console/device',
  'console/incident',
  'console/large-numbers',
  'console/maps',
  'console/overview',
  'console/telemetry',
  'exports',
  'grafana',
  'history',
  'hourly-sums',
  'incident',
  'ingestion',
  'parquet',
  'rule-preview',
  'rules',
  'storage',
  'trackers',
]

for (const part of ['half', 'everything']) {
  test(`whoever reads the history gets the same when ${part} of it is compacted before every answer`, () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [resolve('scripts/test.js'), ...SUITES.map((name) => `test/${name}`)],
      { encoding: 'utf8', env: { ...process.env, TEST_COMPACTED: part, TEST_QUEUE: '' } },
    )
    assert.equal(status, 0, stdout.slice(-20_000))
  })
}
