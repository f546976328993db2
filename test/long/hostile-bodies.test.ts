import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { FORMAT_NAMES } from '../../src/core/sources/formats/formats.ts'
import type { MeasuredBody } from '../harness/measure-bodies.ts'

const PROGRAM = join(import.meta.dirname, '../harness/measure-bodies.ts')
const MOST_MS = 1_000
/** Beside the body itself. Its copy for quarantine is bounded by what may wait there. */
const MOST_HELD_BYTES = 16 * 1024 * 1024
/** A quarter of a million samples, which are read in pieces between which others have their turn. */
const LARGE = 'health-auto-export'
const MOST_MS_OF_A_LARGE_ONE = 6_000
/** Processor time is longer on a machine whose caches others use. */
const MOST_BLOCKED_MS = 1_000

/** In a process of its own, whose time and memory are the message's alone. */
async function measured(formats: readonly string[]): Promise<MeasuredBody[]> {
  const args = ['--expose-gc', PROGRAM, formats.join()]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as MeasuredBody)
}

test('no body takes more than a second of the processor, or holds more than 16 MiB, whatever the format', async (t) => {
  const bodies = await measured(FORMAT_NAMES)
  const most = (of: (body: MeasuredBody) => number) =>
    bodies.reduce((worst, body) => (of(body) > of(worst) ? body : worst), bodies[0]!)
  t.diagnostic(`${bodies.length} bodies; the slowest: ${JSON.stringify(most(({ ms }) => ms))}`)
  t.diagnostic(`the largest: ${JSON.stringify(most(({ held }) => held))}`)
  const tooMuch = bodies.filter(
    ({ format, ms, blockedMs, held }) =>
      ms > (format === LARGE ? MOST_MS_OF_A_LARGE_ONE : MOST_MS) ||
      blockedMs > MOST_BLOCKED_MS ||
      held > MOST_HELD_BYTES,
  )
  assert.deepEqual(tooMuch, [])
})
