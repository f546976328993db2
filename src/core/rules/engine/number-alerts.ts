import type { AlertEffect, OpenAlert, RuleState } from './rule-state.ts'

/** Id of a new alert until it is numbered. */
export const UNNUMBERED = 0

interface Unnumbered {
  /** In the order in which they happened. */
  effects: readonly { device: { id: number }; rule: { key: string }; effect: AlertEffect }[]
  changes: readonly { device_id: number; rule_key: string; state: RuleState | null }[]
}

/** Numbers the alerts that an evaluation has raised, in its effects and in the states it leaves. Changes both in place. */
export function numberAlerts({ effects, changes }: Unnumbered, nextId: () => number): void {
  const raised = new Map<string, number>()
  const number = (deviceId: number, ruleKey: string, alert: OpenAlert | null | undefined) => {
    if (alert?.alert_id === UNNUMBERED) alert.alert_id = raised.get(`${deviceId} ${ruleKey}`)!
  }
  for (const { device, rule, effect } of effects) {
    if (effect.kind === 'raised') raised.set(`${device.id} ${rule.key}`, nextId())
    number(device.id, rule.key, effect.alert)
  }
  for (const { device_id, rule_key, state } of changes) {
    number(device_id, rule_key, state?.open)
    number(device_id, rule_key, state?.resolved)
  }
}
