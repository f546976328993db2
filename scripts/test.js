// Runs the tests: all of them, or the files that are named. Two files at a time at least: tests wait for the disk, the
// database and the clock more than they compute.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

const files = process.argv.slice(2)
const run = spawnSync(
  process.execPath,
  [
    '--test',
    `--test-concurrency=${Math.max(2, availableParallelism() - 1)}`,
    '--test-global-setup=test/harness/global-setup.ts',
    ...(files.length > 0 ? files : ['src/**/*.test.ts', 'test/**/*.test.ts']),
  ],
  {
    stdio: 'inherit',
    // Every file of tests is a process of its own, and loading the service takes each one seconds without this.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'), ...process.env },
  },
)
process.exit(run.status ?? 1)
