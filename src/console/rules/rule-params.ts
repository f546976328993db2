import Type from 'typebox'
import { RuleFrame } from '../../core/rules/rule.ts'

/** Address parameter: the key of a rule. */
export const RulePageParams = Type.Object({ key: RuleFrame.properties.key })
