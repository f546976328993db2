import type { Device } from '../devices/device.ts'
import { listDevicesByIds } from '../devices/device-store.ts'
import type { IncidentSettings } from '../incidents/incident.ts'
import type { Database } from '../platform/database.ts'
import { lockDeviceStates } from '../telemetry/latest-store.ts'
import { type DeviceRuleStates, type Evaluation, maxGapS, stateChange } from './evaluate-readings.ts'
import { recordEffects } from './record-effects.ts'
import { tick } from './rule-engine.ts'
import type { RuleSet } from './rule-set.ts'
import { findRuleStates, listDevicesDue } from './rule-state-store.ts'

const DEVICES_AT_ONCE = 200

/**
 * Moves on the rules that only time moves: a streak that has now lasted long enough, an alert that has been clear for
 * long enough. Returns whether there may be more.
 */
export async function runDueRules(
  db: Database,
  rules: RuleSet,
  settings: IncidentSettings,
  now: Date,
): Promise<boolean> {
  const due = await listDevicesDue(db, now, DEVICES_AT_ONCE)
  if (due.length === 0) return false
  const devices = await listDevicesByIds(db, due)
  await db.transaction(async (tx) => {
    await lockDeviceStates(tx, due)
    const states = await findRuleStates(tx, due)
    let raised = 0
    const newAlertId = () => {
      raised += 1
      return -raised
    }
    const all: Evaluation = { changes: [], effects: [] }
    for (const device of devices) {
      const { changes, effects } = tickDevice(rules, device, states.get(device.id) ?? new Map(), now, newAlertId)
      all.changes.push(...changes)
      all.effects.push(...effects)
    }
    await recordEffects(tx, all, settings, now)
  })
  return due.length === DEVICES_AT_ONCE
}

function tickDevice(
  rules: RuleSet,
  device: Device,
  states: DeviceRuleStates,
  now: Date,
  newAlertId: () => number,
): Evaluation {
  const evaluation: Evaluation = { changes: [], effects: [] }
  for (const [key, state] of states) {
    const rule = rules.byKey.get(key)
    if (rule === undefined) {
      // Its rule is gone or disabled: nothing is due any more.
      evaluation.changes.push({ device_id: device.id, rule_key: key, state, due_at: null })
      continue
    }
    const step = tick(rule, state, now.getTime(), maxGapS(rule, device), newAlertId)
    // Written even when nothing changed: its time has come and gone, and must not come again at once.
    evaluation.changes.push(stateChange(rule, device, step.state, now))
    for (const effect of step.effects) evaluation.effects.push({ device, rule, effect, reading: null })
  }
  return evaluation
}
