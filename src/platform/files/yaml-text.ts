import { type Document, type ErrorCode, isScalar, LineCounter, type Pair, parseDocument, visit } from 'yaml'

/** One reason why a text cannot be read as YAML. */
interface YamlFault {
  /** Counted from 1. */
  line: number
  message: string
  /** The parser's code for the fault. */
  code: ErrorCode
}

interface YamlText {
  document: Document
  /** The parsed value; undefined when there are faults. */
  content: unknown
  faults: YamlFault[]
  lineAt(offset: number): number
}

/** Most faults reported: nobody reads more. */
const MOST_FAULTS = 20
const ALIASES = 100

/** Parses YAML, and so JSON too. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter()
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line)
  // The parser's own check compares each key with all others of its map: 20,000 keys take ten seconds.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
  const said = { document, content: undefined, lineAt }
  const faults = document.errors.map(({ pos, message, code }) => {
    return { line: lineAt(pos[0]), message: code === TOO_DEEP.code ? TOO_DEEP.message : message, code }
  })
  if (faults.length > 0) return { ...said, faults: faults.slice(0, MOST_FAULTS) }
  try {
    const doubled = doubledKeys(document).map((offset) => ({ line: lineAt(offset), ...DOUBLED }))
    if (doubled.length > 0) return { ...said, faults: doubled.slice(0, MOST_FAULTS) }
    return { ...said, content: document.toJS({ maxAliasCount: ALIASES }), faults: [] }
  } catch (error) {
    // The text is nested too deep, or has an unknown alias or too many aliases.
    const { name, message } = error as Error
    return { ...said, faults: [name === 'RangeError' ? TOO_DEEP : { line: 1, message, code: 'BAD_ALIAS' }] }
  }
}

const DOUBLED = { message: 'Map keys must be unique', code: 'DUPLICATE_KEY' } as const
const TOO_DEEP: YamlFault = { line: 1, message: 'It is nested too deep', code: 'RESOURCE_EXHAUSTION' }

/** Offsets of duplicate keys. */
function doubledKeys(document: Document): number[] {
  const places: number[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items as Pair[]) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) places.push(key.range?.[0] ?? 0)
        seen.add(key.value)
      }
    },
  })
  return places
}

/** Parses a file. Throws with the name of the file and the line if it is not YAML. */
export function yamlOf(text: string, name: string): unknown {
  const { content, faults } = readYaml(text)
  const [fault] = faults
  if (fault !== undefined) throw new Error(`${name} is not YAML. Line ${fault.line}: ${fault.message}`)
  return content
}
