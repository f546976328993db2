import type { Device } from '../devices/device.ts'
import type { Module } from '../vocabulary/modules.ts'
import { MODULES } from '../vocabulary/modules.ts'
import type { Rule } from './rule.ts'

/** The rules in force, arranged for the question that every reading asks: which of them look at this module? */
export interface RuleSet {
  byKey: ReadonlyMap<string, Rule>
  byModule: Readonly<Record<Module, readonly Rule[]>>
}

export function ruleSet(rules: readonly Rule[]): RuleSet {
  const looksAt = (rule: Rule, module: Module) => rule.scope.modules.length === 0 || rule.scope.modules.includes(module)
  return {
    byKey: new Map(rules.map((rule) => [rule.key, rule])),
    byModule: Object.fromEntries(
      MODULES.map((module) => [module, rules.filter((rule) => looksAt(rule, module))]),
    ) as Record<Module, Rule[]>,
  }
}

/** Whether a rule that looks at the module of a reading also looks at its device. */
export function isInScope({ scope }: Rule, device: Device): boolean {
  if (scope.exclude_device_ids.includes(device.id)) return false
  if (scope.device_ids.length > 0 && !scope.device_ids.includes(device.id)) return false
  return scope.tags.length === 0 || scope.tags.some((tag) => device.tags.includes(tag))
}
