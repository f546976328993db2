/**
 * Measures the cost of rules per reading, without a database: with the packs alone, and with 200 rules in scope of the
 * device. `npm run bench -- engine`; --check fails if a promised limit is exceeded, --json FILE also writes the
 * numbers.
 */
import { writeFileSync } from 'node:fs'
import type { Device } from '../src/core/devices/device.ts'
import { evaluateReadings } from '../src/core/rules/engine/evaluate-readings.ts'
import { type RuleSet, ruleSet } from '../src/core/rules/engine/rule-set.ts'
import { readRulePacks } from '../src/core/rules/packs/rule-packs.ts'
import { type Rule, type RuleDefinition, withDefaults } from '../src/core/rules/rule.ts'
import { type Reading, type ReadingBody, toReading } from '../src/core/telemetry/reading.ts'
import { readingBody } from './harness/readings.ts'

const READINGS = 20_000
const ROUNDS = 15
const PROMISED_US = { packs: 3, many: 10 }

const now = Date.UTC(2026, 0, 1)
const readings = Array.from({ length: READINGS }, (_, n) =>
  toReading(JSON.parse(readingBody(n, now / 1_000 + n)) as ReadingBody, now + n * 1_000),
)
const device = (attributes = {}): Device => ({
  id: 1,
  site_id: 1,
  cell: 0,
  name: 'Bedside monitor',
  module: 'health',
  enabled: true,
  tags: ['ward'],
  expected_interval_s: null,
  offline_after_s: null,
  attributes,
})
const packs = (await readRulePacks()).map((definition) => withDefaults(definition, 1))

/** Rules of every type without state, including ones with scopes and limits from device attributes. */
function manyRules(count: number): Rule[] {
  const fields = ['systolic', 'diastolic', 'heart_rate', 'spo2', 'temperature', 'glucose']
  return Array.from({ length: count }, (_, place) => {
    const field = `metrics.${fields[place % fields.length]}`
    const value = place % 4 === 0 ? { attr: 'max', default: 1_000 + place } : 1_000 + place
    const whole = { type: 'threshold' as const, field, op: 'gt' as const }
    const both = {
      type: 'all' as const,
      of: [
        { ...whole, value },
        { type: 'flag' as const, field: 'flags.fall_detected' },
      ],
    }
    const definition: RuleDefinition = {
      key: `bench.rule${place}`,
      name: `Rule ${place}`,
      ...(place % 2 === 0 ? { scope: { tags: ['ward'] } } : {}),
      condition: place % 10 === 9 ? both : whole,
      levels: [place % 10 === 9 ? { severity: 'warning' } : { severity: 'warning', value }],
      title: 'Never',
    }
    return withDefaults(definition, 1)
  })
}

/** The best of several rounds, without disturbances. In microseconds per reading. */
function cost(rules: RuleSet, of: Device, stream: readonly Reading[] = readings): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = process.hrtime.bigint()
    const states = new Map()
    for (const reading of stream) evaluateReadings(rules, of, [reading], states, null)
    best = Math.min(best, Number(process.hrtime.bigint() - started) / 1_000 / stream.length)
  }
  return best
}

const idle = cost(ruleSet([]), device())
const withPacks = cost(ruleSet(packs), device())
const withMany = cost(ruleSet([...packs, ...manyRules(200 - packs.length)]), device({ max: 2_000 }))
const elsewhere = manyRules(10_000).map((rule, place) => ({
  ...rule,
  scope: { ...rule.scope, tags: [], device_ids: [place + 2] },
}))
const withElsewhere = cost(ruleSet([...packs, ...elsewhere]), device())
const window = packs.concat(
  withDefaults(
    {
      key: 'bench.window',
      name: 'Window',
      condition: { type: 'aggregate', field: 'metrics.heart_rate', fn: 'avg', window_s: 3_600, op: 'gt' },
      levels: [{ severity: 'warning', value: 1_000 }],
      title: 'Never',
    },
    1,
  ),
)
const withWindow = cost(ruleSet(window), device())

const json = process.argv.indexOf('--json')
if (json > 0) {
  const costs = {
    no_rules: idle,
    packs: withPacks,
    rules_200: withMany,
    rules_elsewhere: withElsewhere,
    window: withWindow,
  }
  writeFileSync(process.argv[json + 1]!, JSON.stringify({ us_per_reading: costs, promised_us: PROMISED_US }))
}
const line = (name: string, us: number, promised?: number) =>
  [
    name.padEnd(46),
    `${us.toFixed(2)} µs`.padStart(10),
    `${(us / withPacks).toFixed(2)} x packs`.padStart(14),
    promised === undefined ? '' : `  promised ${promised} µs: ${us <= promised ? 'kept' : 'BROKEN'}`,
  ].join('')
console.log(line('no rules at all', idle))
console.log(line(`the packs (${packs.length} rules)`, withPacks, PROMISED_US.packs))
console.log(line('200 rules that look at the device', withMany, PROMISED_US.many))
console.log(line('the packs and 10,000 rules of other devices', withElsewhere))
console.log(line('the packs and a mean over an hour', withWindow))
if (process.argv.includes('--check') && (withPacks > PROMISED_US.packs || withMany > PROMISED_US.many))
  process.exitCode = 1
