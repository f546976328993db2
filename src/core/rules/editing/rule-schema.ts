import { conditionSchemas } from '../../conditions/condition.ts'
import { RuleFrame } from '../rule.ts'

/** JSON Schema of a file of rules, for editors: the checks of `ruleFaults`, as far as a schema can express them. */
export function ruleFileSchema(): object {
  const { condition: _, ...properties } = RuleFrame.properties
  const inside = { $ref: '#/$defs/condition' }
  const kinds = plain(conditionSchemas(inside)) as Record<string, object>
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Rules of Tocsin',
    oneOf: [
      {
        type: 'object',
        required: ['rules'],
        properties: { rules: { $ref: '#/$defs/rules' } },
        additionalProperties: false,
      },
      { $ref: '#/$defs/rules' },
    ],
    $defs: {
      rules: { type: 'array', items: { $ref: '#/$defs/rule' } },
      rule: { ...(plain(RuleFrame) as object), properties: { ...(plain(properties) as object), condition: inside } },
      condition: { oneOf: Object.keys(kinds).map((kind) => ({ $ref: `#/$defs/${kind}` })) },
      ...kinds,
    },
  }
}

/** Without what only the type system of TypeBox needs, and what only we read. */
export const plain = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name === 'patternReason' ? undefined : value)))
