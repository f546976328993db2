import type { CellDatabase, Queryable } from '../../../platform/database/database.ts'
import { isStale } from '../../conditions/kinds/stale.ts'
import type { Device } from '../../devices/device.ts'
import { listDevicesByIds } from '../../devices/device-store.ts'
import { recordServiceUp } from '../../devices/presence/service-uptime.ts'
import type { IncidentSettings } from '../../incidents/incident.ts'
import { lockDeviceStates } from '../../telemetry/latest/latest-store.ts'
import type { CompiledRule } from '../engine/compile-rule.ts'
import type { Evaluation } from '../engine/evaluate-readings.ts'
import { evaluateStale } from '../engine/evaluate-stale.ts'
import type { RuleSet } from '../engine/rule-set.ts'
import { recordEffects } from './record-effects.ts'
import { findRuleStates } from './rule-state-store.ts'
import { findLastSeen, lastHeardOf, listDevicesToListenFor, listenAgainAt } from './stale-store.ts'

const DEVICES_AT_ONCE = 200
/** By then, a change of the device's own threshold is noticed. */
const LONGEST_REST_MS = 600_000

/**
 * Time of the last reading of a device (ms; null if never), and since when some node has been listening without
 * interruption.
 */
interface Listening {
  lastSeen: number | null
  upSince: Date
}

/** Raises the alerts of stale rules, to the second and in server time. Returns whether there may be more. */
export async function runStaleRules(
  db: CellDatabase,
  rules: RuleSet,
  settings: IncidentSettings,
  now: Date,
): Promise<boolean> {
  if (!rules.hasStaleRules) return false
  const due = await listDevicesToListenFor(db, now, DEVICES_AT_ONCE)
  if (due.length === 0) return false
  const upSince = await recordServiceUp(db, now)
  if (upSince === null) return false
  const devices = await listDevicesByIds(db, due)
  await db.transaction(async (tx) => {
    await lockDeviceStates(tx, due)
    const states = await findRuleStates(tx, due, now)
    const lastSeen = await findLastSeen(tx, due)
    const all: Evaluation = { changes: [], effects: [] }
    const times = new Map<number, number>()
    for (const device of devices) {
      const of = rules.staleRulesFor(device)
      const heardAt = await listener(tx, device, of, { lastSeen: lastSeen.get(device.id) ?? null, upSince }, now)
      const known = states.get(device.id) ?? new Map()
      const { changes, effects, nextAt } = evaluateStale(of, device, heardAt, now.getTime(), known)
      all.changes.push(...changes)
      all.effects.push(...effects)
      const latest = now.getTime() + LONGEST_REST_MS
      times.set(device.id, Math.min(nextAt ?? latest, latest))
    }
    await listenAgainAt(tx, times)
    await recordEffects(tx, all, settings, now)
  })
  return due.length === DEVICES_AT_ONCE
}

/** Returns a function with the last time at which each rule was satisfied with the device. */
async function listener(
  tx: Queryable,
  device: Device,
  rules: readonly CompiledRule[],
  listening: Listening,
  now: Date,
): Promise<(rule: CompiledRule) => number | null> {
  const times = new Map<CompiledRule, number | null>()
  for (const rule of rules) times.set(rule, await lastContentAt(tx, rule, device, listening, now))
  return (rule) => times.get(rule) ?? null
}

/**
 * The last time at which a stale rule was satisfied with a device (ms): never before one full threshold of the
 * service's own uptime, because no device could be heard while it was down. Null if the rule expects nothing: a
 * disabled device need not send.
 */
export async function lastContentAt(
  tx: Queryable,
  { condition, levels }: CompiledRule,
  device: Device,
  { lastSeen, upSince }: Listening,
  now: Date,
): Promise<number | null> {
  if (!isStale(condition) || lastSeen === null || !device.enabled) return null
  const { field } = condition
  const longest = now.getTime() - Math.max(...levels.map(({ value }) => value!)) * 1_000
  const last = field == null ? lastSeen : await lastHeardOf(tx, device.id, field, longest)
  return last === null ? null : Math.max(last, upSince.getTime())
}
