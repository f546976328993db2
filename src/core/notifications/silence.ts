import type { Static } from 'typebox'
import { type Window, weeklyWindowAt } from '../../platform/weekly-windows.ts'
import type { Module } from '../vocabulary/modules.ts'
import { rank, type Severity } from '../vocabulary/severities.ts'
import type { SilenceShape } from './silence-shape.ts'

/** A silence with its state at this moment. `site_id`: only what belongs to this site; null: all sites. */
export type ShownSilence = Static<typeof SilenceShape> & { site_id: number | null }

/** Scope of a silence: any value of each list; an empty list is no limit. */
export type SilenceScope = Pick<
  ShownSilence,
  'site_id' | 'device_ids' | 'tags' | 'modules' | 'rule_keys' | 'max_severity' | 'covers_safety'
>

/** When it is active: from start to end, or every week between them. */
export type SilenceTimes = Pick<ShownSilence, 'starts_at' | 'ends_at' | 'weekly'>

export type Silence = SilenceScope & SilenceTimes & Pick<ShownSilence, 'id' | 'reason' | 'ended_at'>

/** A silence with its authors and the number of held announcements, as far as they are in reach. */
export type SilenceRecord = Omit<ShownSilence, 'state' | 'window'>

/** The facts about an announcement that silences depend on. */
export interface Occasion {
  site_id: number | null
  device_id: number | null
  tags: readonly string[]
  module: Module | null
  rule_key: string | null
  severity: Severity
  is_safety: boolean
}

export function covers(scope: SilenceScope, occasion: Occasion): boolean {
  const { device_id, module, rule_key } = occasion
  if (occasion.is_safety && !scope.covers_safety) return false
  if (rank(occasion.severity) > rank(scope.max_severity)) return false
  return (
    isOfSite(scope, occasion) &&
    isListed(scope.device_ids, device_id) &&
    isListed(scope.modules, module) &&
    isListed(scope.rule_keys, rule_key) &&
    (scope.tags.length === 0 || scope.tags.some((tag) => occasion.tags.includes(tag)))
  )
}

const isOfSite = ({ site_id }: Pick<SilenceScope, 'site_id'>, subject: { site_id: number | null }): boolean =>
  site_id === null || site_id === subject.site_id

const isListed = <Value>(list: readonly Value[], value: Value | null): boolean =>
  list.length === 0 || (value !== null && list.includes(value))

/** The window that contains `at`, or the next one; null if there is none any more. */
export function windowAt(silence: SilenceTimes & { ended_at?: Date | null }, at: Date): Window | null {
  const { starts_at, weekly } = silence
  const last = silence.ended_at ?? silence.ends_at
  if (last !== null && last <= at) return null
  if (weekly === null) return { from: starts_at, to: last! }
  const window = weeklyWindowAt(weekly, at < starts_at ? starts_at : at)
  if (window === null || (last !== null && window.from >= last)) return null
  return {
    from: window.from < starts_at ? starts_at : window.from,
    to: last !== null && window.to > last ? last : window.to,
  }
}

export type SilenceState = 'scheduled' | 'active' | 'expired'

export function stateAt(silence: SilenceTimes & { ended_at?: Date | null }, at: Date): SilenceState {
  const window = windowAt(silence, at)
  if (window === null) return 'expired'
  return window.from <= at ? 'active' : 'scheduled'
}

/** The first few windows from `at` on. */
export function nextWindows(silence: SilenceTimes, at: Date, count: number): Window[] {
  const windows: Window[] = []
  for (let from = at; windows.length < count; ) {
    const window = windowAt(silence, from)
    if (window === null) break
    windows.push(window)
    from = window.to
  }
  return windows
}

/** A silence over a device until then; whole if it covers all alerts of it. */
export interface Silencing<Kept extends Silence = Silence> {
  silence: Kept
  until: Date
  isWhole: boolean
}

/** The silence active for a device at `at`, and its end; one that covers everything comes first. */
export function silenceOver<Kept extends Silence>(
  silences: readonly Kept[],
  device: { id: number; site_id: number; module: Module; tags: readonly string[] },
  at: Date,
): Silencing<Kept> | null {
  const found = silences.flatMap((silence) => {
    const { device_ids, modules, tags, rule_keys, max_severity } = silence
    const isMeant =
      isOfSite(silence, device) &&
      isListed(device_ids, device.id) &&
      isListed(modules, device.module) &&
      (tags.length === 0 || tags.some((tag) => device.tags.includes(tag)))
    const window = isMeant ? windowAt(silence, at) : null
    if (window === null || window.from > at) return []
    return [{ silence, until: window.to, isWhole: rule_keys.length === 0 && max_severity === 'critical' }]
  })
  found.sort((one, other) => Number(other.isWhole) - Number(one.isWhole) || Number(other.until) - Number(one.until))
  return found[0] ?? null
}

/** The silence that covers this at `at`, and its end; of several, the one that ends last. */
export function silencedBy<Kept extends Silence>(
  silences: readonly Kept[],
  occasion: Occasion,
  at: Date,
): { silence: Kept; until: Date } | null {
  let longest: { silence: Kept; until: Date } | null = null
  for (const silence of silences) {
    if (!covers(silence, occasion)) continue
    const window = windowAt(silence, at)
    if (window === null || window.from > at) continue
    if (longest === null || window.to > longest.until) longest = { silence, until: window.to }
  }
  return longest
}
