import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Tests of everything that reads or writes readings of the past. */
const SUITES = [
  'alert-engine',
  'bad-inputs',
  'batch',
  'console/alert',
  'console/chart',
  'console/compare',
  'console/connect-device',
  'console/device',
  'console/incident',
  'console/large-numbers',
  'console/maps',
  'console/overview',
  'console/telemetry',
  'exports',
  'geofences',
  'grafana',
  'history',
  'hourly-sums',
  'incident',
  'ingestion',
  'own-metrics',
  'parquet',
  'rule-preview',
  'rules',
  'storage',
  'trackers',
  'trips',
]

for (const part of ['half', 'everything']) {
  test(`whoever reads the history gets the same when ${part} of it is compacted before every answer`, (t) => {
    const tally = join(temporaryFolder(t), 'tally')
    writeFileSync(tally, '')
    const { status, stdout } = spawnSync(
      process.execPath,
      [resolve('scripts/test.js'), ...SUITES.map((name) => `test/${name}`)],
      // Within a test, the test runner of Node would run nothing.
      {
        encoding: 'utf8',
        env: { ...process.env, TEST_COMPACTED: part, TEST_COMPACTED_TALLY: tally, NODE_TEST_CONTEXT: undefined },
      },
    )
    assert.equal(status, 0, stdout.slice(-20_000))
    const compactions = readFileSync(tally, 'utf8').split('\n').length - 1
    assert.ok(compactions >= SUITES.length, `${compactions} compactions found readings`)
  })
}
