// Runs the tests of a change, with --long the long sweeps, with --matrix what is multiplied by versions; of these those
// whose path has one of the PATTERNs in it. With --changed [BASE] those that a change needs, as changed-tests.ts says. One
// process for each core, and two at least: each has its part of the database server and a browser beside it, and with more, a
// browser stands still now and then for longer than any test should wait.
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { changedTests } from './changed-tests.ts'
import { watchProcessorTime } from './processor-time.js'

const SLOWEST = 10
/** Where files cost no disk. Every test makes a database: a thousand files, which take ext4 longer than the test. */
const MEMORY = '/dev/shm'
const MEMORY_NEEDED_BYTES = 4_000_000_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    matrix: { type: 'boolean', default: false },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
  },
})
const processorTime = watchProcessorTime()
const files = filesToRun()
/** Long ones may be named by their paths, without --long. */
const isOfChange = files.every((file) => kindOf(file) === 'change')
const names = values['test-name-pattern']

// The long sweeps cut power and count what a real disk has kept.
if (isOfChange && hasRoomInMemory()) process.env.TMPDIR ??= MEMORY
const queue = mkdtempSync(join(tmpdir(), 'tocsin-tests-'))
process.once('exit', () => rmSync(queue, { recursive: true, force: true }))
writeFileSync(join(queue, 'files.json'), JSON.stringify(files))
process.env.TEST_QUEUE = queue
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')

/** Ends the processes of the tests; the run then stops the database server, as at its end. */
const stopping = new AbortController()
const atOnce = Math.min(files.length, Math.max(2, availableParallelism()))
if (names.length > 0) process.env.TEST_FILES_EACH = 'one'

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    console.error(`\nStopped by ${signal}.`)
    process.exitCode = 1
    stopping.abort()
  })
}

/** Milliseconds that each file took. */
const ended = new Map()
/** How often a test was skipped for want of a program. */
const wanted = new Map()

// A test that waits for what never comes fails, and its process ends with it. New processes take the files that are left.
for (let left = files.length; left > 0 && !stopping.signal.aborted; ) {
  await runProcesses(names.length > 0 ? left : Math.min(left, atOnce))
  const untaken = files.filter((_, index) => !existsSync(join(queue, String(index)))).length
  left = untaken < left ? untaken : 0
}
summary()

async function runProcesses(count) {
  const events = run({
    files: Array.from({ length: count }, () => resolve('test/harness/worker.ts')),
    concurrency: atOnce,
    execArgv: [
      // Several nodes have room before what is left of them is copied: with less, a start takes a quarter more.
      ...['--min-semi-space-size=96', '--max-semi-space-size=96'],
      // The memory that a run keeps to its end is marked seldom.
      '--initial-old-space-size=600',
      // The threads that would help with it have no core of their own, and cost more than they do.
      '--single-threaded-gc',
      ...['--import', resolve('test/harness/test-scopes.ts')],
      // Some long tests are about the time that hashes take.
      ...(isOfChange ? ['--import', resolve('test/harness/quick-passwords.ts')] : []),
    ],
    globalSetupPath: 'test/harness/global-setup.ts',
    signal: stopping.signal,
    ...(names.length > 0 ? { testNamePatterns: names } : {}),
  })
  for (const outcome of ['test:pass', 'test:fail']) {
    events.on(outcome, ({ name, nesting, skip, details }) => {
      if (outcome === 'test:fail') process.exitCode = 1
      if (nesting === 0 && details.type === 'suite') ended.set(name, details.duration_ms)
      const [, program] = /^needs (.+)$/.exec(skip) ?? []
      if (program !== undefined) wanted.set(program, (wanted.get(program) ?? 0) + 1)
    })
  }
  const report = events.compose(new spec())
  report.pipe(process.stdout, { end: false })
  await once(report, 'end')
}

function kindOf(file) {
  return /^test\/(long|matrix)\//.exec(file)?.[1] ?? 'change'
}

function filesToRun() {
  const everything = globSync(['test/**/*.test.ts', 'src/**/*.test.ts'])
  const kind = values.long ? 'long' : values.matrix ? 'matrix' : 'change'
  if (values.changed) {
    const { changed, tests } = changedTests(
      everything.filter((file) => kindOf(file) === 'change'),
      positionals[0],
    )
    console.log(
      `Changed: ${changed.length} files. The tests nearest to them, and those that always run: ${tests.length} files.`,
    )
    return tests
  }
  const isAsked = (file) => positionals.some((pattern) => file.includes(pattern.replace(/^\.\//, '')))
  // A file given by its full path runs in any case.
  const isNamed = (file) => positionals.some((path) => resolve(path) === resolve(file))
  const found = everything.filter(
    (file) => isNamed(file) || (kindOf(file) === kind && (positionals.length === 0 || isAsked(file))),
  )
  if (found.length > 0) return found
  const others = everything.filter(isAsked).map((file) => `\n  ${file}`)
  console.error(`No such tests here.${others.length > 0 ? ` There are, of another kind:${others.join('')}` : ''}`)
  process.exit(1)
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    // Chromium is unpacked and run there.
    const runsPrograms = / \/dev\/shm tmpfs (?!\S*noexec)/.test(readFileSync('/proc/mounts', 'utf8'))
    return runsPrograms && bavail * bsize > MEMORY_NEEDED_BYTES
  } catch {
    return false
  }
}

function summary() {
  const slowest = [...ended].sort((one, other) => other[1] - one[1]).slice(0, SLOWEST)
  console.log('\nSlowest files:')
  for (const [file, ms] of slowest) console.log(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}`)
  const seconds = processorTime()
  if (seconds !== null) console.log(`\nProcessor time: ${inWords(seconds)}`)
  const missing = names.length > 0 ? [] : files.filter((file) => !ended.has(file))
  if (missing.length > 0) {
    process.exitCode = 1
    console.log(`\nNOT RUN TO THE END, because a process broke off: ${missing.join(', ')}`)
  }
  const count = [...wanted.values()].reduce((sum, one) => sum + one, 0)
  const programs = [...wanted].map(([program, times]) => `${program} ${times}`).join(', ')
  console.log(`\nSkipped for want of programs: ${count}${count > 0 ? ` (${programs})` : ''}`)
}

/** Such as "Node 12 s, PostgreSQL 8 s, browsers 0 s, others 1 s: together 21 s". */
function inWords(seconds) {
  const sum = Object.values(seconds).reduce((total, one) => total + one, 0)
  const groups = Object.entries(seconds).map(([group, count]) => `${group} ${Math.round(count)} s`)
  return `${groups.join(', ')}: together ${Math.round(sum)} s`
}
