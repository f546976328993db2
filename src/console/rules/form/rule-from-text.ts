import { type ErrorCode, isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { ruleFaults } from '../../../alerts/check-rule.ts'
import type { RuleDefinition } from '../../../alerts/rule.ts'

/** What is wrong with a text, and in which line (counted from 1). */
export interface TextFault {
  line: number
  field: string
  message: string
  /** What the parser calls it, when the text is no YAML. */
  code?: ErrorCode
}

/** What the validator says of a field that it does not know, and of the object that it stands in. */
const UNKNOWN = 'schema is false'
const SOMETHING_UNKNOWN = 'must not have additional properties'

/** The rule that somebody wrote as YAML or JSON, or everything that is wrong with it. */
export function ruleFromText(text: string): { definition: RuleDefinition | null; faults: TextFault[] } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ pos, message, code }) => ({
      line: lines.linePos(pos[0]).line,
      field: '',
      message: message.split(' at line ')[0]!,
      code,
    }))
    return { definition: null, faults }
  }
  let definition: unknown
  try {
    definition = document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    // An alias of nothing, or too many of them.
    return { definition: null, faults: [{ line: 1, field: '', message: (error as Error).message, code: 'BAD_ALIAS' }] }
  }
  const faults = ruleFaults(definition)
    .filter(({ message }) => message !== SOMETHING_UNKNOWN)
    .map(({ field, message }) => {
      const start = nearest(document.contents, field.split('/').filter(Boolean))?.range?.[0] ?? 0
      const line = Math.max(1, lines.linePos(start).line)
      return { line, field, message: message === UNKNOWN ? 'is not known here' : message }
    })
  return { definition: faults.length === 0 ? (definition as RuleDefinition) : null, faults }
}

/** The node at this place, or the innermost one around it. */
function nearest(node: unknown, path: readonly string[]): Node | null {
  const [next, ...rest] = path
  if (next === undefined || (!isMap(node) && !isSeq(node))) return (node as Node | null) ?? null
  const inner: unknown = node.get(isSeq(node) ? Number(next) : next, true)
  return inner == null ? (node as Node) : nearest(inner, rest)
}
