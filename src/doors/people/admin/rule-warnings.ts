import Type from 'typebox'
import { sentenceOf } from '../../../platform/error-messages/reasons.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { Text } from '../../../platform/http/schemas/shapes.ts'

export const WarningsShape = Type.Array(
  Type.Object(
    { code: Text, field: Type.String({ description: 'JSON pointer into the rule' }), message: Text },
    { title: 'RuleWarning' },
  ),
  { description: 'Why the rule may never fire, or fire more often than a preview says' },
)

export const warningOf = (warning: FieldError) => ({
  code: warning.reason,
  field: warning.field,
  message: sentenceOf(warning),
})
