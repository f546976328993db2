import Type from 'typebox'
import { RuleFrame } from '../../core/rules/rule.ts'

/** Of an address: which rule is meant. */
export const KeyParams = Type.Object({ key: RuleFrame.properties.key })
