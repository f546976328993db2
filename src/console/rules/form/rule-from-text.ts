import { isMap, isSeq, type Node } from 'yaml'
import { ruleFaults } from '../../../core/rules/editing/check-rule.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { type FieldError, fieldError } from '../../../platform/errors.ts'
import { readYaml } from '../../../platform/files/yaml-text.ts'

/** A fault of a text with its line (counted from 1). */
export interface TextFault extends FieldError {
  line: number
}

export interface ReadText {
  /** Null if there are faults. */
  definition: RuleDefinition | null
  faults: TextFault[]
}

/** Parses a rule in YAML or JSON and validates it. */
export function ruleFromText(text: string): ReadText {
  const { document, content, faults: syntax, lineAt } = readYaml(text)
  if (syntax.length > 0)
    return {
      definition: null,
      faults: syntax.map(({ line, code, message }) => ({ line, ...fieldError('', 'yaml', code, message) })),
    }
  const faults = ruleFaults(content).map((fault) => {
    const start = nearest(document.contents, fault.field.split('/').filter(Boolean))?.range?.[0] ?? 0
    return { line: lineAt(start), ...fault }
  })
  return { definition: faults.length === 0 ? (content as RuleDefinition) : null, faults }
}

/** The node at this path, or the innermost one around it. */
function nearest(node: unknown, path: readonly string[]): Node | null {
  const [next, ...rest] = path
  if (next === undefined || (!isMap(node) && !isSeq(node))) return (node as Node | null) ?? null
  const inner: unknown = node.get(isSeq(node) ? Number(next) : next, true)
  return inner == null ? (node as Node) : nearest(inner, rest)
}
