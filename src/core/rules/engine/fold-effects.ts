import type { Device } from '../../devices/device.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { rank } from '../../vocabulary/severities.ts'
import type { CompiledRule } from './compile-rule.ts'
import type { DeviceEffect } from './evaluate-readings.ts'
import type { AlertEffect, OpenAlert } from './rule-state.ts'

/** Everything a batch did to one alert, folded into one write. */
export interface AlertChange {
  device: Device
  rule: CompiledRule
  /** As it stands after the batch. */
  alert: OpenAlert
  last_value: number
  /** Set when this batch raised it. */
  raised: Extract<AlertEffect, { kind: 'raised' }> | null
  raisedBy: DeviceEffect | null
  module: Module
  title: string
  reopened: boolean
  /** Its severity changed; and, of those, it rose. */
  escalated: boolean
  rose: boolean
  /** Reading time (ms) at which it resolved, if that is how the batch left it, and why. */
  resolvedAt: number | null
  resolveReason: string | null
}

/** Folds effects, in the order they happened, by alert; the alerts are in the order of their last effects. Pure. */
export function foldEffects(effects: readonly DeviceEffect[]): AlertChange[] {
  const changes = new Map<number, AlertChange>()
  for (const item of effects) {
    const { effect, device, rule } = item
    const change = changes.get(effect.alert.alert_id) ?? emptyChange(item)
    changes.delete(effect.alert.alert_id)
    changes.set(effect.alert.alert_id, change)
    change.alert = effect.alert
    change.last_value = effect.value
    change.resolvedAt = effect.kind === 'resolved' ? effect.at : null
    change.resolveReason = effect.kind === 'resolved' ? effect.reason : null
    if (effect.kind === 'raised') {
      change.raised = effect
      change.raisedBy = item
    }
    if (effect.kind === 'reopened') change.reopened = true
    if (effect.kind === 'severity_changed') {
      change.escalated = true
      change.rose ||= rank(effect.alert.severity) > rank(effect.from)
    }
    if ('threshold' in effect) change.title = titleOf(rule, device, effect.threshold, effect.value)
  }
  return [...changes.values()]
}

function emptyChange({ device, rule, effect, reading }: DeviceEffect): AlertChange {
  return {
    device,
    rule,
    alert: effect.alert,
    last_value: effect.value,
    raised: null,
    raisedBy: null,
    module: reading?.module ?? device.module,
    title: '',
    reopened: false,
    escalated: false,
    rose: false,
    resolvedAt: null,
    resolveReason: null,
  }
}

export function titleOf(rule: CompiledRule, device: Device, threshold: number | null, value: number): string {
  return rule.title
    .replaceAll('{threshold}', threshold === null ? '' : String(threshold))
    .replaceAll('{value}', String(Number(value.toPrecision(6))))
    .replaceAll('{device}', device.name)
}
