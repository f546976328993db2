import type { Queryable } from '../../../platform/database/database.ts'
import { mustExist } from '../../../platform/errors.ts'
import { isStale } from '../../conditions/kinds/stale.ts'
import type { Device } from '../../devices/device.ts'
import { findDeviceInReach } from '../../devices/device-store.ts'
import { recordServiceUp } from '../../devices/presence/service-uptime.ts'
import { silencedBy } from '../../notifications/silence.ts'
import { listLiveSilences } from '../../notifications/silence-store.ts'
import type { Reach } from '../../reach/reach.ts'
import { findRuleStates } from '../../rules/effects/rule-state-store.ts'
import { lastContentAt } from '../../rules/effects/run-stale-rules.ts'
import { findLastSeen } from '../../rules/effects/stale-store.ts'
import type { CompiledRule } from '../../rules/engine/compile-rule.ts'
import { isInScope, ruleSet } from '../../rules/engine/rule-set.ts'
import { withDefaults } from '../../rules/rule.ts'
import { findRule, type StoredRule } from '../../rules/rule-store.ts'
import { findNewestReading } from '../../telemetry/first-and-last-readings.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { toRuleReading } from '../preview/stored-readings.ts'
import { type Explanation, explainRule } from './explain-rule.ts'

export interface FoundExplanation extends Explanation {
  rule_key: string
  rule_version: number
  device_id: number
  enabled: boolean
  in_scope: boolean
  /** The silence that covers the alert at its most severe level, and its end. */
  silenced_by: { silence_id: number; reason: string; until: Date } | null
  newest_reading: { at: Date; received_at: Date } | null
}

/** Null for an unknown rule. Throws 404 for an unknown device. */
export async function findExplanation(
  db: Queryable,
  reach: Reach,
  key: string,
  deviceId: number,
  offlineAfterS: number,
  now: Date,
): Promise<FoundExplanation | null> {
  const stored = await findRule(db, reach, key)
  return stored && explainFor(db, reach, stored, deviceId, offlineAfterS, now)
}

/** The same for a draft of a rule; as version 0 it has no state. Throws 404 for the device. */
export async function explainFor(
  db: Queryable,
  reach: Reach,
  asked: Pick<StoredRule, 'site_id' | 'definition' | 'version' | 'enabled'>,
  deviceId: number,
  offlineAfterS: number,
  now: Date,
): Promise<FoundExplanation> {
  const { site_id, definition, version, enabled } = asked
  const { key } = definition
  const device = mustExist('Device', await findDeviceInReach(db, reach, deviceId))
  const rule = ruleSet([withDefaults(definition, version, site_id)], offlineAfterS).ruleFor(key, device)!
  const states = version === 0 ? null : (await findRuleStates(db, [deviceId], now)).get(deviceId)
  const state = states?.get(key) ?? null
  const newest = await findNewestReading(db, deviceId)
  const { modules } = definition.scope ?? {}
  const isByClock = isStale(rule.condition)
  // Staleness does not depend on a reading: the module of the device counts.
  const module = isByClock ? device.module : (newest?.module ?? device.module)
  const in_scope =
    isInScope(rule, device) && (modules === undefined || modules.length === 0 || modules.includes(module))
  const upSince = isByClock && enabled && in_scope ? await recordServiceUp(db, now) : null
  const lastSeen = upSince && ((await findLastSeen(db, [deviceId])).get(deviceId) ?? null)
  return {
    rule_key: key,
    rule_version: version,
    device_id: deviceId,
    enabled,
    in_scope,
    ...explainRule(rule, device, state, {
      newest: newest && toRuleReading(newest),
      contentAt: upSince && (await lastContentAt(db, rule, device, { lastSeen, upSince }, now)),
      now,
    }),
    silenced_by: await findSilencing(db, { device, module, rule }, now),
    newest_reading: newest && { at: newest.at, received_at: newest.received_at },
  }
}

async function findSilencing(
  db: Queryable,
  { device, module, rule }: { device: Device; module: Module; rule: CompiledRule },
  now: Date,
): Promise<FoundExplanation['silenced_by']> {
  const { severity } = rule.levels.at(-1)!
  const occasion = {
    site_id: device.site_id,
    device_id: device.id,
    tags: device.tags,
    module,
    rule_key: rule.key,
    severity,
  }
  const silences = await listLiveSilences(db, [device.site_id], now)
  const found = silencedBy(silences, { ...occasion, is_safety: rule.incident.own }, now)
  return found === null ? null : { silence_id: found.silence.id, reason: found.silence.reason, until: found.until }
}
