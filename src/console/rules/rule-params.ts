import Type from 'typebox'
import { RuleFrame } from '../../core/rules/rule.ts'

/** Address parameter: the key of a rule. */
export const KeyParams = Type.Object({ key: RuleFrame.properties.key })
