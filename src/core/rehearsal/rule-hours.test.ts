import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Device } from '../devices/device.ts'
import { ruleSet } from '../rules/engine/rule-set.ts'
import { type RuleDefinition, withDefaults } from '../rules/rule.ts'
import type { RuleReading } from '../telemetry/reading.ts'
import { rehearse } from './rehearse.ts'

const START = Date.parse('2026-06-01T00:00:00Z')
const LENGTH_S = 3 * 3_600
/** Streaks and windows end half a second after readings, and data is old a quarter of a second later. */
const STEP_S = 0.5
const DEVICE: Device = {
  ...{ id: 1, site_id: 1, cell: 0, name: 'Door', module: 'factory', enabled: true, tags: [] },
  ...{ expected_interval_s: null, offline_after_s: null, attributes: {} },
}

/** A value of 0 to 3: level 1 is broken from 2 on, level 2 at 3, and both are clear at 0. */
interface Case {
  kind: 'threshold' | 'flag' | 'geofence' | 'count'
  hours: { from: number; to: number }[]
  for_s: [number, number]
  clear_for_s: number
  cooldown_s: number
  max_gap_s: number
  readings: { at: number; value: number }[]
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const WITHIN_S = 400.5

function definitionOf({ kind, hours, for_s, ...times }: Case): RuleDefinition {
  const one = [{ severity: 'critical' as const, for_s: for_s[0] }]
  const conditions = {
    threshold: {
      condition: { type: 'threshold', field: 'metrics.x', op: 'gte' },
      levels: [
        { severity: 'warning', value: 2, clear: 1, for_s: for_s[0] },
        { severity: 'critical', value: 3, for_s: for_s[1] },
      ],
    },
    flag: { condition: { type: 'flag', field: 'flags.x' }, levels: one },
    geofence: {
      condition: {
        ...{ type: 'geofence', fence: { circle: { lat: 0, lng: 0, radius_m: 1_000 } } },
        ...{ when: 'outside', min_points: 1, buffer_m: 0 },
      },
      levels: one,
    },
    count: {
      condition: { type: 'count', of: { type: 'flag', field: 'flags.x' }, at_least: 2, within_s: WITHIN_S },
      levels: one,
    },
  } as const
  const schedule = { tz: 'UTC', hours: hours.map(({ from, to }) => ({ from: clock(from), to: clock(to) })) }
  return {
    ...{ key: 'x', name: 'x', title: 'x', schedule, clear_for_s: times.clear_for_s, cooldown_s: times.cooldown_s },
    ...{
      max_gap_s: times.max_gap_s,
      ...(structuredClone(conditions[kind]) as Pick<RuleDefinition, 'condition' | 'levels'>),
    },
  }
}

const readingOf = ({ at, value }: Case['readings'][number]): RuleReading => {
  const time = START + at * 1_000
  return {
    ...{ ts: time, clock_suspect: false, arrival: 0 },
    ...{ at: time, evaluated_at: time, received_at: time, module: 'factory', battery: null, signal: null },
    ...{ metrics: { x: value }, flags: { x: value > 1 }, lat: value > 1 ? 1 : 0, lng: 0 },
  }
}

interface Seen {
  severity: string
  from: number
  to: number | null
}

/** The alerts that the engine raises, each at its worst level, and the present level of the open one at each probe. */
function byEngine(one: Case, probes: readonly number[]) {
  const rehearsal = rehearse(ruleSet([withDefaults(definitionOf(one), 1)]), DEVICE)
  const open: (string | null)[] = []
  const probe = (at: number) => {
    rehearsal.advanceTo(START + at * 1_000)
    open.push(rehearsal.alerts().find(({ status }) => status === 'firing')?.current_severity ?? null)
  }
  let place = 0
  for (const at of probes) {
    for (; place < one.readings.length && one.readings[place]!.at <= at; place += 1) {
      const reading = readingOf(one.readings[place]!)
      rehearsal.advanceTo(reading.received_at)
      rehearsal.addReadings([reading])
    }
    probe(at)
  }
  const since = (time: Date | null) => (time === null ? null : (time.getTime() - START) / 1_000)
  const alerts = rehearsal.alerts().map(
    ({ severity, triggered_at, resolved_at }): Seen => ({
      severity,
      from: since(triggered_at)!,
      to: since(resolved_at),
    }),
  )
  return { open, alerts }
}

/** The same by the sentences of docs/rules.md, half a second after half a second. */
function byModel(one: Case, probes: readonly number[]) {
  const { kind, hours, for_s, clear_for_s, cooldown_s, readings } = one
  const names = kind === 'threshold' ? ['warning', 'critical'] : ['critical']
  const gap = kind === 'count' ? Math.max(one.max_gap_s, WITHIN_S + clear_for_s + 1) : one.max_gap_s
  const isIn = (at: number) => {
    const minute = Math.floor(at / 60)
    return hours.some(({ from, to }) => (from < to ? minute >= from && minute < to : minute >= from || minute < to))
  }
  const broken: (number | null)[] = names.map(() => null)
  const clear: (number | null)[] = names.map(() => null)
  const alerts: Seen[] = []
  const shown: (string | null)[] = []
  let level = -1
  let last: { at: number; value: number } | null = null
  let place = 0
  const asked = new Set(probes)

  function say(at: number): { breaks: boolean; clears: boolean }[] | null {
    if (last === null || at - last.at >= gap) return null
    if (kind === 'threshold') {
      const { value } = last
      return [
        { breaks: value >= 2, clears: value < 1 },
        { breaks: value >= 3, clears: value < 3 },
      ]
    }
    const counted = readings.filter((reading) => reading.at <= at && reading.value > 1 && at - reading.at < WITHIN_S)
    const breaks = kind === 'count' ? counted.length >= 2 : last.value > 1
    return [{ breaks, clears: !breaks }]
  }

  function step(at: number): void {
    const said = isIn(at) ? say(at) : names.map(() => ({ breaks: false, clears: true }))
    for (const [place] of names.entries()) {
      broken[place] = said?.[place]?.breaks ? (broken[place] ?? at) : null
      clear[place] = said?.[place]?.clears ? (clear[place] ?? at) : null
    }
    if (said === null) return
    const reached = broken.findLastIndex((since, place) => since !== null && at - since >= for_s[place]!)
    const held = clear.findLastIndex((since, place) => place <= level && (since === null || at - since < clear_for_s))
    const next = level < 0 ? reached : Math.max(reached, held)
    const before = alerts.at(-1)
    if (level < 0 && next >= 0) {
      if (before !== undefined && at - before.to! <= cooldown_s && cooldown_s > 0) before.to = null
      else alerts.push({ severity: names[next]!, from: at, to: null })
    }
    if (next > names.indexOf(alerts.at(-1)?.severity ?? '')) alerts.at(-1)!.severity = names[next]!
    if (level >= 0 && next < 0) before!.to = at
    level = next
  }

  for (let at = 0; at <= probes.at(-1)!; at += STEP_S) {
    step(at)
    for (; place < readings.length && readings[place]!.at === at; place += 1) {
      last = readings[place]!
      step(at)
    }
    if (asked.has(at)) shown.push(level < 0 ? null : names[level]!)
  }
  return { open: shown, alerts }
}

const half = (most: number) =>
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: most }).map((s) => s + STEP_S),
  )
const anyHours = fc
  .array(fc.record({ from: fc.integer({ min: 0, max: 179 }), lasts: fc.integer({ min: 1, max: 60 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((ranges) => ranges.map(({ from, lasts }) => ({ from, to: (from + lasts) % 1_440 })))
/** A few stretches of readings with one value each, so that no alert flaps. */
const anyReadings = fc
  .array(
    fc.record({
      value: fc.integer({ min: 0, max: 3 }),
      gaps: fc.array(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 200, max: 2_500 })), {
        minLength: 1,
        maxLength: 8,
      }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((stretches) => {
    let at = 0
    return stretches
      .flatMap(({ value, gaps }) =>
        gaps.map((gap) => {
          at += gap
          // Hours begin and end at whole minutes.
          if (at % 60 === 0) at += 1
          return { at, value }
        }),
      )
      .filter((reading) => reading.at < LENGTH_S)
  })
const anyCase: fc.Arbitrary<Case> = fc.record({
  kind: fc.constantFrom('threshold', 'flag', 'geofence', 'count'),
  hours: anyHours,
  for_s: fc.tuple(half(900), half(900)),
  clear_for_s: half(900),
  cooldown_s: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 1_200 }).map((s) => s + STEP_S / 2),
  ),
  max_gap_s: fc.integer({ min: 30, max: 4_000 }).map((s) => s + STEP_S / 2),
  readings: anyReadings,
})

test('a rule with hours raises and ends its alerts when a reading, time or its hours say so', () => {
  const probes = Array.from({ length: LENGTH_S / 30 }, (_, place) => place * 30 + STEP_S)
  let raised = 0
  fc.assert(
    fc.property(anyCase, (one) => {
      const found = byEngine(one, probes)
      raised += found.alerts.length
      assert.deepEqual(found, byModel(one, probes))
    }),
    { numRuns: 300 },
  )
  assert.ok(raised > 100, `${raised} alerts`)
})
