import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Device } from '../devices/device.ts'
import type { DeviceRuleStates } from '../rules/engine/evaluate-readings.ts'
import { ruleSet } from '../rules/engine/rule-set.ts'
import { parseRules, readRulePacks } from '../rules/packs/rule-packs.ts'
import { withDefaults } from '../rules/rule.ts'
import { foldLatest } from '../telemetry/latest/latest-metrics.ts'
import { type Reading, type ReadingBody, toReading } from '../telemetry/reading.ts'
import { rehearse } from './rehearse.ts'

/** A fixed seed, so that a failing run fails everywhere. */
const RUNS = { numRuns: 1_000, seed: 20_260_301 }
const START = Date.UTC(2026, 0, 9, 20)
const KINDS = new URL('tests/kinds/rules.yaml', import.meta.url)
const kinds = parseRules(await readFile(KINDS, 'utf8'), 'rules.yaml')
const definitions = [...kinds, ...(await readRulePacks())]
const RULES = ruleSet(definitions.map((definition) => withDefaults(definition, 1)))
const DEVICE: Device = {
  id: 1,
  site_id: 1,
  cell: 0,
  name: 'Anna',
  module: 'worker',
  enabled: true,
  tags: [],
  expected_interval_s: null,
  offline_after_s: 900,
  attributes: {},
}

/** Values on both sides of the limits of the rules in kinds/rules.yaml, and of some built-in ones. */
const someValues = fc.record(
  {
    fuel_level: fc.constantFrom(80, 75, 60, 20),
    pressure: fc.constantFrom(0, 2, 4),
    temperature: fc.constantFrom(20, 24, 40),
    load: fc.constantFrom(60, 75, 90),
    noise: fc.constantFrom(80, 86, 90),
    vibration: fc.constantFrom(1, 8),
    pulse: fc.constantFrom(60, 70),
    heat: fc.constantFrom(27, 29, 31),
    wet: fc.constantFrom(10, 90),
  },
  { requiredKeys: [] },
)
const someFlags = fc.record(
  { door_open: fc.boolean(), window_closed: fc.boolean(), panic_pressed: fc.boolean(), inactivity: fc.boolean() },
  { requiredKeys: [] },
)
const someBody = fc.record({
  metrics: someValues,
  flags: someFlags,
  lat: fc.constantFrom(null, 46.05, 46.0592, 46.07),
  battery: fc.constantFrom(null, 5, 15, 80),
})
type Body = typeof someBody extends fc.Arbitrary<infer T> ? T : never

const reading = ({ lat, ...body }: Body, at: number, receivedAt: number): Reading =>
  toReading({ module: 'worker', ts: at, lat, lng: lat === null ? null : 14.5, ...body } as ReadingBody, receivedAt)

const someStream = fc.array(
  fc.record({
    body: someBody,
    restS: fc.constantFrom(0, 10, 60, 130, 400, 1_000),
    delayS: fc.constantFrom(0, 0, 0, 5, 300),
  }),
  { maxLength: 25 },
)

test('a rule that the quick test skips would have had no effects and no state', () => {
  const { rules, isClearlyNormal } = RULES.rulesFor('worker', DEVICE)
  fc.assert(
    fc.property(someBody, (body) => {
      const seen = reading(body, START, START)
      const told = rules.map((rule) => {
        const observed = rule.watch.observe(seen, null, START)
        return rule.condition.type === 'stale' || observed === null
          ? null
          : observed.memory !== null || (observed.finding?.breached ?? 0) !== 0
      })
      for (const [place, rule] of rules.entries()) {
        if (rule.watch.isClearlyNormal(seen)) assert.notEqual(told[place], true, rule.key)
      }
      if (isClearlyNormal(seen)) assert.ok(!told.includes(true))
    }),
    RUNS,
  )
})

test('a restart between any two readings changes nothing', () => {
  fc.assert(
    fc.property(someStream, fc.infiniteStream(fc.boolean()), (stream, restarts) => {
      const run = (isRestarted: () => boolean) => {
        const states: DeviceRuleStates = new Map()
        const rehearsal = rehearse(RULES, DEVICE, states)
        let now = START
        for (const { body, restS, delayS } of stream) {
          now += restS * 1_000
          rehearsal.advanceTo(now)
          rehearsal.addReadings([reading(body, now - delayS * 1_000, now)])
          // Like a restart: only serialized state is left.
          if (isRestarted()) for (const [key, state] of states) states.set(key, JSON.parse(JSON.stringify(state)))
        }
        rehearsal.advanceTo(now + 3_600_000)
        return rehearsal.alerts()
      }
      assert.deepEqual(
        run(() => restarts.next().value),
        run(() => false),
      )
    }),
    RUNS,
  )
})

test('the rule states of a device stay small, however much it sends', () => {
  const states: DeviceRuleStates = new Map()
  const rehearsal = rehearse(RULES, DEVICE, states)
  const values = { load: 90, noise: 90, fuel_level: 50, pressure: 3, temperature: 22.123456, vibration: 8 }
  for (let second = 0; second < 3_000; second += 1) {
    const at = START + second * 200
    rehearsal.addReadings([reading({ metrics: values, flags: {}, lat: 46.07, battery: 80 } as unknown as Body, at, at)])
  }
  for (const [key, state] of states) {
    const bytes = JSON.stringify(state).length
    assert.ok(bytes < 6_000, `${key} takes ${bytes} bytes`)
  }
})

const byArrival = fc
  .array(fc.record({ body: someBody, agoS: fc.nat(80_000) }), { minLength: 1, maxLength: 15 })
  .chain((sent) => fc.shuffledSubarray([...sent, ...sent], { minLength: sent.length }))

test('in any order, repeated and late: no panic press is lost, no alert is false, and latest values are the newest', () => {
  fc.assert(
    fc.property(byArrival, (arrivals) => {
      const now = START + 86_400_000
      const rehearsal = rehearse(RULES, DEVICE)
      // A repeated reading is recognized and stored once.
      const stream = [...new Set(arrivals)].map(({ body, agoS }, place) =>
        reading(body, now - agoS * 1_000, now + place),
      )
      let latest: number | null = null
      for (const each of stream) {
        rehearsal.addReadings([each])
        latest = foldLatest(1, [each], latest).newest?.evaluated_at ?? latest
      }
      assert.equal(latest, Math.max(...stream.map(({ at }) => at)))

      const alerts = rehearsal.alerts()
      const presses = stream.filter(({ flags }) => flags.panic_pressed === true)
      const panic = alerts.filter(({ rule_key }) => rule_key === 'worker.panic')
      assert.deepEqual([panic.length, panic[0]?.status], presses.length > 0 ? [1, 'firing'] : [0, undefined])
      assert.equal(panic[0]?.occurrences ?? 0, presses.length)

      // Each alert was raised by a reading that breaches its limit; unless it is latched, by the newest one at the
      // time.
      for (const alert of alerts) {
        if (!['device.battery.low', 'worker.inactivity', 'worker.panic'].includes(alert.rule_key)) continue
        const place = stream.findIndex(
          (each) =>
            each.at === alert.triggered_at.getTime() && valueFor(alert.rule_key, each) === alert.triggered_value,
        )
        assert.ok(place >= 0, alert.rule_key)
        const isNewest = stream.slice(0, place).every(({ at }) => at <= stream[place]!.at)
        assert.equal(alert.late, !isNewest)
        if (alert.late) assert.equal(alert.rule_key, 'worker.panic')
      }
    }),
    RUNS,
  )
})

function valueFor(key: string, { battery, flags }: Reading): number | null {
  if (key === 'device.battery.low') return battery !== null && battery < 20 ? battery : null
  const flag = key === 'worker.panic' ? flags.panic_pressed : flags.inactivity
  return flag === true ? 1 : null
}
