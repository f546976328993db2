import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Layer, shiftsOf } from '../../src/core/on-call/rotation.ts'

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Casablanca']
const YEARS = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2036-01-01T00:00:00Z') }
const PEOPLE = [1, 2, 3]
const HOUR_MS = 3_600_000

const LAYERS: Layer[] = ['00:00', '02:15', '02:45', '09:00', '23:59'].flatMap((handover) => [
  { people: PEOPLE, start_date: '2024-02-28', unit: 'day', length: 1, handover },
  { people: PEOPLE, start_date: '2024-02-28', unit: 'day', length: 5, handover },
  { people: PEOPLE, start_date: '2023-12-31', unit: 'week', length: 1, handover },
  { people: PEOPLE, start_date: '2023-12-31', unit: 'week', length: 4, handover },
])

/** The people that a layer holds on call at an instant, asked for this instant alone. */
const holdersAt = (layer: Layer, zone: string, instant: number) =>
  shiftsOf(layer, zone, { from: new Date(instant), to: new Date(instant + 1) }).map(({ user_id }) => user_id)

/** Times at which the clocks of a zone change. */
function changesOfClocks(zone: string): number[] {
  const changes: number[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(Number(YEARS.from)).toZonedDateTimeISO(zone)
  for (let next = at.getTimeZoneTransition('next'); next !== null; next = at.getTimeZoneTransition('next')) {
    if (next.epochMilliseconds >= Number(YEARS.to)) break
    changes.push(next.epochMilliseconds)
    at = next
  }
  return changes
}

for (const zone of ZONES) {
  test(`over ten years, each instant has exactly one holder of a full layer in ${zone}`, () => {
    for (const layer of LAYERS) {
      const shifts = shiftsOf(layer, zone, YEARS)
      assert.ok(shifts[0]!.from <= YEARS.from && shifts.at(-1)!.to >= YEARS.to)
      for (const [index, { from, to, turn, user_id }] of shifts.entries()) {
        const before = shifts[index - 1]
        // No instant between two shifts, and none in both.
        if (before !== undefined) {
          assert.deepEqual([from, turn], [before.to, before.turn + 1])
          assert.deepEqual(holdersAt(layer, zone, Number(from) - 1), [before.user_id])
        }
        assert.equal(user_id, PEOPLE[turn % PEOPLE.length])
        assert.deepEqual(holdersAt(layer, zone, Number(from)), [user_id])
        assert.deepEqual(holdersAt(layer, zone, Number(to) - 1), [user_id])
      }
    }
  })

  test(`over ten years, every hand-over in ${zone} has its time on the clock on the wall`, () => {
    for (const layer of LAYERS) {
      for (const { from } of shiftsOf(layer, zone, YEARS)) {
        const shown = Temporal.Instant.fromEpochMilliseconds(Number(from)).toZonedDateTimeISO(zone)
        const asked = shown.toPlainDate().toPlainDateTime(layer.handover)
        const isSkipped = !asked.toZonedDateTime(zone).toPlainDateTime().equals(asked)
        // In a skipped hour, the hand-over is when the clocks change.
        const change = isSkipped ? shown.subtract({ nanoseconds: 1 }).getTimeZoneTransition('next') : null
        const expected = change?.toPlainDateTime() ?? asked
        assert.equal(String(shown.toPlainDateTime()), String(expected), `for ${layer.handover}`)
      }
    }
  })

  test(`asked every five minutes around each change of the clocks in ${zone}, a layer has the same holder as in its list`, () => {
    const changes = changesOfClocks(zone)
    assert.ok(changes.length > 0)
    for (const layer of LAYERS) {
      for (const change of changes) {
        const [from, to] = [change - 4 * HOUR_MS, change + 4 * HOUR_MS]
        const shifts = shiftsOf(layer, zone, { from: new Date(from), to: new Date(to) })
        for (let instant = from; instant < to; instant += HOUR_MS / 12) {
          const listed = shifts.filter((shift) => Number(shift.from) <= instant && Number(shift.to) > instant)
          assert.equal(listed.length, 1)
          assert.deepEqual(holdersAt(layer, zone, instant), [listed[0]!.user_id])
        }
      }
    }
  })
}
