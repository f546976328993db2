import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toReading } from '../reading.ts'
import { evaluationTime } from './evaluation-time.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const seconds = (count: number) => NOW + count * 1_000
/** A reading of that second (after noon), as it is received in another. */
const reading = (ofS: number, receivedS: number) =>
  toReading({ module: 'health', ts: seconds(ofS) }, seconds(receivedS))
const timeOf = (sent: ReturnType<typeof reading>, newest: ReturnType<typeof reading> | null) =>
  (evaluationTime(sent, newest) - NOW) / 1_000

test('a reading counts at its own time, or at the time of its receipt if that is earlier', () => {
  assert.equal(timeOf(reading(-60, 0), null), -60)
  assert.equal(timeOf(reading(0, 0), null), 0)
  assert.equal(timeOf(reading(1, 0), null), 0)
  assert.equal(timeOf(reading(86_400, 0), null), 0)
})

test('it is late behind a newer one', () => {
  assert.equal(timeOf(reading(9, 11), reading(10, 10)), 9)
  assert.equal(timeOf(reading(10, 11), reading(10, 10)), 10)
})

test('up to five seconds behind the receipt of one with a wrong clock, it counts at the time of that receipt', () => {
  const wrong = [reading(40, 10), reading(11, 10), reading(2 * 86_400, 10), reading(-30 * 366 * 86_400, 10)]
  for (const newest of wrong) {
    assert.equal(timeOf(reading(5, 11), newest), 10)
    assert.equal(timeOf(reading(4.999, 11), newest), 4.999)
  }
})

test('it is never late behind one that was measured before, whichever node received it', () => {
  const newest = reading(10, 10)
  assert.equal(timeOf(reading(11, -15), newest), 10)
  assert.equal(timeOf(reading(10, -15), newest), 10)
  assert.equal(timeOf(reading(9, -15), newest), -15)
})
