import type { CellDatabase } from '../../../platform/database/database.ts'
import type { Device } from '../../devices/device.ts'
import { listDevicesByIds } from '../../devices/device-store.ts'
import { recordServiceUp } from '../../devices/presence/service-uptime.ts'
import type { IncidentSettings } from '../../incidents/incident.ts'
import { lockDeviceStates } from '../../telemetry/latest/latest-store.ts'
import { maxGapS } from '../engine/compile-rule.ts'
import { type DeviceRuleStates, type Evaluation, stateChange } from '../engine/evaluate-readings.ts'
import { tick } from '../engine/rule-engine.ts'
import { isInScope, type RuleSet } from '../engine/rule-set.ts'
import { heardSince } from '../engine/rule-state.ts'
import { leaveScope } from '../engine/settle-alert.ts'
import { recordEffects } from './record-effects.ts'
import { findRuleStates, listDevicesDue } from './rule-state-store.ts'

const DEVICES_AT_ONCE = 200

/**
 * Advances rules whose state changes by time alone: a streak that has lasted long enough, an alert that has been clear
 * for long enough. Limited to devices with one due rule by `key`. Returns whether there may be more.
 */
export async function runDueRules(
  db: CellDatabase,
  rules: RuleSet,
  settings: IncidentSettings,
  now: Date,
  key: string | null = null,
): Promise<boolean> {
  const due = await listDevicesDue(db, now, DEVICES_AT_ONCE, key)
  if (due.length === 0) return false
  const upSince = await recordServiceUp(db, now)
  if (upSince === null) return false
  const devices = await listDevicesByIds(db, due)
  await db.transaction(async (tx) => {
    await lockDeviceStates(tx, due)
    const states = await findRuleStates(tx, due, now)
    const all: Evaluation = { changes: [], effects: [] }
    for (const device of devices) {
      tickDevice(rules, device, states.get(device.id) ?? new Map(), { now, upSince }, all)
    }
    await recordEffects(tx, all, settings, now)
  })
  return due.length === DEVICES_AT_ONCE
}

/** Adds the effects of the clock on the rules of one device to `all`. */
function tickDevice(
  rules: RuleSet,
  device: Device,
  states: DeviceRuleStates,
  { now, upSince }: { now: Date; upSince: Date },
  all: Evaluation,
): void {
  for (const [key, state] of states) {
    const rule = rules.ruleFor(key, device)
    if (rule === undefined) {
      // The rule is deleted or disabled, or this node has not read it yet: nothing is due here.
      all.changes.push({ device_id: device.id, rule_key: key, state, due_at: null })
      continue
    }
    const step = isInScope(rule, device)
      ? tick(rule, heardSince(rule, state, upSince.getTime()), now.getTime(), maxGapS(rule, device))
      : leaveScope(state, now.getTime() - (state.offset ?? 0))
    // Stored even if nothing has changed: otherwise it would be due again at once.
    all.changes.push(stateChange(rule, device, step.state, now))
    for (const effect of step.effects) all.effects.push({ device, rule, effect, reading: null })
  }
}
