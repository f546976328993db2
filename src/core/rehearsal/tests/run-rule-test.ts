import type { Device } from '../../devices/device.ts'
import { ruleSet } from '../../rules/engine/rule-set.ts'
import type { Rule } from '../../rules/rule.ts'
import { type RuleReading, toReading } from '../../telemetry/reading.ts'
import { MODULES, type Module } from '../../vocabulary/modules.ts'
import { durationS, type SeriesValue, seriesValues } from '../preview/series.ts'
import { type Rehearsal, rehearse } from '../rehearse.ts'
import type { RehearsedAlert } from '../rehearsed-alert.ts'
import type { ExpectedAlert, RuleTest } from './rule-test.ts'

export interface RuleTestResult {
  name: string
  ok: boolean
  /** Moments at which the open alerts were not the expected ones. */
  differences: { at: string; missing: ExpectedAlert[]; unexpected: ExpectedAlert[] }[]
}

const DEFAULT_START = '2026-01-01T00:00:00Z'
const DEFAULT_EVERY_S = 60
const ONLY_DEVICE = 'device'

/** Runs the input through the rules and compares the alerts. Pure. Throws for invalid input. */
export function runRuleTest(rules: readonly Rule[], test: RuleTest): RuleTestResult {
  const start = Date.parse(test.starts_at ?? DEFAULT_START)
  for (const key of test.only ?? [])
    if (!rules.some((rule) => rule.key === key)) throw new Error(`There is no rule ${key}`)
  const set = ruleSet(test.only === undefined ? rules : rules.filter(({ key }) => test.only!.includes(key)))
  const devices = devicesOf(test, rules)
  const players = new Map([...devices].map(([name, device]) => [name, rehearse(set, device)]))
  const arrivals = arrivalsOf(test, devices, start)
  const differences: RuleTestResult['differences'] = []
  let place = 0
  for (const { at, alerts } of test.expect.toSorted((one, other) => durationS(one.at) - durationS(other.at))) {
    const now = start + durationS(at) * 1_000
    for (; place < arrivals.length && arrivals[place]!.reading.received_at <= now; place += 1) {
      const { name, reading } = arrivals[place]!
      pass(players, reading.received_at)
      players.get(name)!.addReadings([reading])
    }
    pass(players, now)
    const difference = compare(alerts, openAlerts(players))
    if (difference.missing.length + difference.unexpected.length > 0)
      differences.push({ at: String(at), ...difference })
  }
  return { name: test.name, ok: differences.length === 0, differences }
}

function pass(players: ReadonlyMap<string, Rehearsal>, now: number): void {
  for (const player of players.values()) player.advanceTo(now)
}

function devicesOf(test: RuleTest, rules: readonly Rule[]): Map<string, Device> {
  const names = new Set([...Object.keys(test.devices ?? {}), ...test.input.map(({ device = ONLY_DEVICE }) => device)])
  return new Map(
    [...names].map((name, place) => {
      const said = test.devices?.[name] ?? {}
      const device: Device = {
        id: place + 1,
        site_id: 1,
        cell: 0,
        name,
        module: said.module ?? moduleOf(test, rules),
        enabled: true,
        tags: said.tags ?? [],
        expected_interval_s: said.expected_interval_s ?? null,
        offline_after_s: said.offline_after_s ?? null,
        attributes: said.attributes ?? {},
      }
      return [name, device]
    }),
  )
}

/** The module of the expected rules, for tests that name none. */
function moduleOf(test: RuleTest, rules: readonly Rule[]): Module {
  const keys = [...(test.only ?? []), ...test.expect.flatMap(({ alerts }) => alerts.map(({ rule }) => rule))]
  const rule = rules.find(({ key, scope }) => keys.includes(key) && scope.modules.length > 0)
  return rule?.scope.modules[0] ?? MODULES[0]
}

interface Arrival {
  name: string
  reading: RuleReading
}

/** Values of the same device and moment make one reading; in the order of arrival. */
function arrivalsOf(test: RuleTest, devices: ReadonlyMap<string, Device>, start: number): Arrival[] {
  const bodies = new Map<string, { name: string; at: number; received: number; fields: [string, SeriesValue][] }>()
  for (const series of test.input) {
    const { device: name = ONLY_DEVICE, field, every = DEFAULT_EVERY_S, from = 0, late_by = 0, values } = series
    for (const [place, value] of listed(values).entries()) {
      if (value === undefined) continue
      const at = start + durationS(from) * 1_000 + place * durationS(every) * 1_000
      const received = at + durationS(late_by) * 1_000
      const key = `${name}|${at}|${received}`
      const body = bodies.get(key) ?? { name, at, received, fields: [] }
      body.fields.push([field, value])
      bodies.set(key, body)
    }
  }
  return [...bodies.values()]
    .sort((one, other) => one.received - other.received || one.at - other.at)
    .map(({ name, at, received, fields }) => ({
      name,
      reading: toReading({ module: devices.get(name)!.module, ts: at, ...bodyOf(fields) }, received),
    }))
}

function listed(values: RuleTest['input'][number]['values']): SeriesValue[] {
  if (typeof values === 'string') return seriesValues(values)
  return Array.isArray(values) ? values.map((value) => value ?? undefined) : [values]
}

function bodyOf(fields: readonly [string, SeriesValue][]) {
  const body: Record<string, unknown> & { metrics: Record<string, number>; flags: Record<string, boolean> } = {
    metrics: {},
    flags: {},
  }
  for (const [field, value] of fields) {
    const [part, key] = field.split('.') as ['metrics' | 'flags', string?]
    if (key === undefined) body[field] = value
    else body[part][key] = value as never
  }
  return body
}

function openAlerts(players: ReadonlyMap<string, Rehearsal>): RehearsedAlert[] {
  return [...players.values()].flatMap((player) => player.alerts().filter(({ status }) => status === 'firing'))
}

function compare(expected: readonly ExpectedAlert[], open: readonly RehearsedAlert[]) {
  const left = [...open]
  const missing = expected.filter((wanted) => {
    const place = left.findIndex((alert) => isMeant(wanted, alert))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  const unexpected = left.map(({ rule_key, severity, current_severity, device_name, triggered_value }) => ({
    rule: rule_key,
    severity,
    ...(current_severity === null || current_severity === severity ? {} : { current_severity }),
    device: device_name,
    value: triggered_value,
  }))
  return { missing, unexpected }
}

function isMeant(wanted: ExpectedAlert, alert: RehearsedAlert): boolean {
  return (
    wanted.rule === alert.rule_key &&
    wanted.severity === alert.severity &&
    (wanted.current_severity === undefined || wanted.current_severity === alert.current_severity) &&
    (wanted.device === undefined || wanted.device === alert.device_name) &&
    (wanted.title === undefined || wanted.title === alert.title) &&
    (wanted.value === undefined || wanted.value === alert.triggered_value) &&
    (wanted.occurrences === undefined || wanted.occurrences === alert.occurrences) &&
    (wanted.late === undefined || wanted.late === alert.late)
  )
}
