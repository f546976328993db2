import type { Evaluated } from '../../conditions/kinds/read-field.ts'
import { isStale } from '../../conditions/kinds/stale.ts'
import type { Device } from '../../devices/device.ts'
import { MODULES, type Module } from '../../vocabulary/modules.ts'
import type { Rule } from '../rule.ts'
import { clearlyNormalTest } from './clearly-normal.ts'
import { type CompiledRule, compileRule, isPersonal, OFFLINE_AFTER_S } from './compile-rule.ts'

interface RulesInScope {
  rules: readonly CompiledRule[]
  /** Whether none of them, without state, has an effect. */
  isClearlyNormal(reading: Evaluated): boolean
}

/** The rules in force, indexed by what every reading needs: the rules in its scope. */
export interface RuleSet {
  byKey: ReadonlyMap<string, Rule>
  /** Rules in scope for a reading of this module and device, with the device's limits. */
  rulesFor(module: Module, device: Device): RulesInScope
  /** With the device's limits, in scope or not. */
  ruleFor(key: string, device: Device): CompiledRule | undefined
  /** The stale rules in scope of this device. */
  staleRulesFor(device: Device): readonly CompiledRule[]
  hasStaleRules: boolean
}

/** Cached per device object; dropped together with it. */
interface OfDevice {
  byModule: Partial<Record<Module, RulesInScope>>
  own: Map<Rule, CompiledRule>
}

/** Compiled rules, shared by all sets with the rule; null for rules whose limits differ by device. */
const forAll = new WeakMap<Rule, CompiledRule | null>()

export function compiledForAll(rule: Rule): CompiledRule | null {
  let found = forAll.get(rule)
  if (found === undefined) {
    found = isPersonal(rule) ? null : compileRule(rule, null)
    forAll.set(rule, found)
  }
  return found
}

export function ruleSet(rules: readonly Rule[], offlineAfterS = OFFLINE_AFTER_S): RuleSet {
  const byKey = new Map(rules.map((rule) => [rule.key, rule]))
  const stale = rules.filter(({ condition }) => isStale(condition))
  const byModule = Object.fromEntries(
    MODULES.map((module) => [module, rules.filter((rule) => looksAtModule(rule, module))]),
  ) as Record<Module, Rule[]>
  const alike: Partial<Record<Module, RulesInScope | null>> = {}
  /** The rules of a module; null if they differ by device. Built at the module's first reading. */
  function rulesForAll(module: Module): RulesInScope | null {
    if (alike[module] === undefined) {
      const ofModule = byModule[module]
      const areAlike = ofModule.every((rule) => compiledForAll(rule) !== null && looksAtAll(rule))
      alike[module] = areAlike ? inScope(ofModule.map((rule) => compiledForAll(rule)!)) : null
    }
    return alike[module]
  }

  const known = new WeakMap<Device, OfDevice>()
  function of(device: Device): OfDevice {
    let found = known.get(device)
    if (found === undefined) {
      found = { byModule: {}, own: new Map() }
      known.set(device, found)
    }
    return found
  }

  function compiled(rule: Rule, device: Device): CompiledRule {
    const shared = compiledForAll(rule)
    if (shared !== null) return shared
    const { own } = of(device)
    const before = own.get(rule) ?? compileRule(rule, device, offlineAfterS)
    own.set(rule, before)
    return before
  }

  return {
    byKey,
    hasStaleRules: stale.length > 0,
    rulesFor(module, device) {
      const shared = rulesForAll(module)
      if (shared !== null) return shared
      const { byModule: own } = of(device)
      own[module] ??= inScope(
        byModule[module].filter((rule) => isInScope(rule, device)).map((rule) => compiled(rule, device)),
      )
      return own[module]
    },
    ruleFor(key, device) {
      const rule = byKey.get(key)
      return rule === undefined ? undefined : compiled(rule, device)
    },
    staleRulesFor: (device) =>
      stale
        .filter((rule) => looksAtModule(rule, device.module) && isInScope(rule, device))
        .map((rule) => compiled(rule, device)),
  }
}

const inScope = (rules: readonly CompiledRule[]): RulesInScope => ({ rules, isClearlyNormal: clearlyNormalTest(rules) })

const looksAtModule = ({ scope }: Rule, module: Module): boolean =>
  scope.modules.length === 0 || scope.modules.includes(module)

const looksAtAll = ({ site_id, scope }: Rule): boolean =>
  site_id === null &&
  scope.tags.length + scope.device_ids.length + scope.exclude_device_ids.length + scope.exclude_tags.length === 0

/** Whether a rule for the module of a reading also applies to its device. */
export function isInScope({ site_id, scope }: Pick<Rule, 'site_id' | 'scope'>, device: Device): boolean {
  if (site_id !== null && site_id !== device.site_id) return false
  if (scope.exclude_device_ids.includes(device.id)) return false
  if (scope.exclude_tags.some((tag) => device.tags.includes(tag))) return false
  if (scope.device_ids.length > 0 && !scope.device_ids.includes(device.id)) return false
  return scope.tags.length === 0 || scope.tags.some((tag) => device.tags.includes(tag))
}
