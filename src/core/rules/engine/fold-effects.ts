import type { Device } from '../../devices/device.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { rank } from '../../vocabulary/severities.ts'
import type { TitleFacts } from '../../vocabulary/titles.ts'
import { alertTitle } from '../alert-title.ts'
import type { CompiledRule } from './compile-rule.ts'
import type { DeviceEffect } from './evaluate-readings.ts'
import type { AlertEffect, OpenAlert } from './rule-state.ts'

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
  /** Empty with null: as it was. */
  title: string
  title_of: TitleFacts | null
  reopened: boolean
  /** Whether its severity changed, and whether it increased. */
  escalated: boolean
  rose: boolean
  /** Reading time (ms) and reason of its resolution, if it is resolved after the batch. */
  resolvedAt: number | null
  resolveReason: string | null
}

/** Merges effects, in the order they happened, by alert; the alerts are in the order of their last effects. Pure. */
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
    if ('threshold' in effect) {
      const values = { threshold: effect.threshold, value: effect.value, device: device.name }
      change.title = alertTitle(rule.title, values)
      change.title_of = { of: 'rule', key: rule.key, version: rule.version, ...values }
    }
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
    title_of: null,
    reopened: false,
    escalated: false,
    rose: false,
    resolvedAt: null,
    resolveReason: null,
  }
}
