import { OFFLINE_RULE_KEY, SEVERITY_OF_OFFLINE } from '../notifications/announcement-parts.ts'
import { type Occasion, type Silence, silencedBy, silenceOver } from '../notifications/silence.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'

/** From best to worst for a visitor. */
export const SERVICE_STATES = ['working', 'maintenance', 'degraded', 'no_data'] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

/** The facts about a device that its state on a status page follows from. */
export interface ServiceFacts {
  id: number
  site_id: number
  module: Module
  tags: string[]
  enabled: boolean
  status: 'never_seen' | 'online' | 'offline'
  /** Open alerts that are warnings or worse at present; by their worst severity, as silences cover them. */
  alerts: { rule_key: string; module: Module; severity: Severity; is_safety: boolean }[]
}

/**
 * State of a device as visitors see it. A silence turns into maintenance what it covers, and only that: a fall during a
 * repair of the heating is not maintenance. Pure.
 */
export function serviceState(device: ServiceFacts, silences: readonly Silence[], now: Date): ServiceState {
  const { id: device_id, site_id, module, tags } = device
  const isSilenced = (what: Pick<Occasion, 'module' | 'rule_key' | 'severity' | 'is_safety'>) =>
    silencedBy(silences, { device_id, site_id, tags, ...what }, now) !== null
  const isLost = device.status !== 'online' || !device.enabled
  const offline = { module, rule_key: OFFLINE_RULE_KEY, severity: SEVERITY_OF_OFFLINE, is_safety: false } as const
  if (isLost && !isSilenced(offline)) return 'no_data'
  if (device.alerts.some((alert) => !isSilenced(alert))) return 'degraded'
  const isTroubled = isLost || device.alerts.length > 0
  return isTroubled || silenceOver(silences, device, now)?.isWhole === true ? 'maintenance' : 'working'
}

/** State of everything on a page: the worst of its devices, unless people report more than devices do. */
export type PageState = ServiceState | 'incident' | null

/**
 * An incident that people report counts while no device is worse than in maintenance; maintenance under way counts while all
 * devices work. Pure.
 */
export function pageState(
  state: ServiceState | null,
  notices: readonly { kind: 'incident' | 'maintenance'; state: string }[],
): PageState {
  if (state === 'degraded' || state === 'no_data') return state
  if (notices.some(({ kind }) => kind === 'incident')) return 'incident'
  const isUnderWay = notices.some(({ state: its }) => its === 'in_progress')
  return isUnderWay && state === 'working' ? 'maintenance' : state
}

/** Devices in trouble; if there are none, incidents that people report. Pure. */
export function countProblems(
  counts: Readonly<Record<ServiceState, number>>,
  notices: readonly { kind: 'incident' | 'maintenance' }[],
): number {
  const devices = counts.degraded + counts.no_data
  return devices > 0 ? devices : notices.filter(({ kind }) => kind === 'incident').length
}

/** Summary of all devices of a page: the worst state among them, and how many are in each. Pure. */
export function wholeState(states: readonly ServiceState[]): {
  state: ServiceState | null
  counts: Record<ServiceState, number>
} {
  const counts = { working: 0, maintenance: 0, degraded: 0, no_data: 0 }
  for (const state of states) counts[state] += 1
  return { state: SERVICE_STATES.findLast((state) => counts[state] > 0) ?? null, counts }
}
