import type { Queryable } from '../../../platform/database/database.ts'
import { findDeviceInReach } from '../../devices/device-store.ts'
import type { Reach } from '../../reach/reach.ts'
import { isInScope } from '../../rules/engine/rule-set.ts'
import { withDefaults } from '../../rules/rule.ts'
import { listRules, type StoredRule } from '../../rules/rule-store.ts'

/** The rules that cover a device, also those that are off. */
export async function listRulesOfDevice(db: Queryable, reach: Reach, deviceId: number): Promise<StoredRule[]> {
  const [device, rules] = await Promise.all([findDeviceInReach(db, reach, deviceId), listRules(db, reach)])
  if (device === null) return []
  return rules.filter(({ definition, version, site_id }) => {
    const rule = withDefaults(definition, version, site_id)
    const { modules } = rule.scope
    return (modules.length === 0 || modules.includes(device.module)) && isInScope(rule, device)
  })
}
