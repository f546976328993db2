import type { Device } from '../../devices/device.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'
import type { Titled } from '../../vocabulary/titles.ts'
import { alertTitle } from '../alert-title.ts'
import type { CompiledRule } from './compile-rule.ts'
import type { DeviceEffect } from './evaluate-readings.ts'
import type { AlertEffect, OpenAlert } from './rule-state.ts'

/** A level that an alert has reached, with its limit and the title that names it: the three always go together. */
export interface ReachedLevel extends Titled {
  severity: Severity
  threshold: number | null
}

/** All effects of a batch on one alert, merged into one write. */
export interface AlertChange {
  device: Device
  rule: CompiledRule
  /** The alert after the batch. */
  alert: OpenAlert
  last_value: number
  /** Set if this batch raised the alert. */
  raised: Extract<AlertEffect, { kind: 'raised' }> | null
  raisedBy: DeviceEffect | null
  module: Module
  /** The level that raised it, the worst one that it has reached now, and the one it is at. Null: as before. */
  first: ReachedLevel | null
  worst: ReachedLevel | null
  present: ReachedLevel | null
  reopened: boolean
  /** Whether its present level changed, and whether that became more severe. */
  moved: boolean
  rose: boolean
  /** Reading time (ms) and reason of its resolution, if it is resolved after the batch. */
  resolvedAt: number | null
  resolveReason: string | null
}

/** Merges effects, in the order they happened, by alert; the alerts are in the order of their last effects. Pure. */
export function foldEffects(effects: readonly DeviceEffect[]): AlertChange[] {
  const changes = new Map<number, AlertChange>()
  for (const item of effects) {
    const { effect } = item
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
      change.moved = true
      change.rose ||= rank(effect.alert.severity) > rank(effect.from)
    }
    if ('threshold' in effect) {
      change.present = reachedLevel(item, effect.threshold)
      if (effect.kind === 'raised') change.first = change.present
      if (effect.rises) change.worst = change.present
    }
  }
  return [...changes.values()]
}

/** The level that an effect has brought an alert to, in words. */
export function reachedLevel(
  { device, rule, effect }: Pick<DeviceEffect, 'device' | 'rule' | 'effect'>,
  threshold: number | null,
): ReachedLevel {
  const values = { threshold, value: effect.value, device: device.name }
  return {
    severity: effect.alert.severity,
    threshold,
    title: alertTitle(rule.title, values),
    title_of: { of: 'rule', key: rule.key, version: rule.version, ...values },
  }
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
    first: null,
    worst: null,
    present: null,
    reopened: false,
    moved: false,
    rose: false,
    resolvedAt: null,
    resolveReason: null,
  }
}
