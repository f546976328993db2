import { type Document, type ErrorCode, isScalar, LineCounter, type Pair, parseDocument, visit } from 'yaml'

/** What keeps a text from being YAML. */
export interface YamlFault {
  /** Counted from 1. */
  line: number
  message: string
  /** What the parser calls it. */
  code: ErrorCode
}

export interface YamlText {
  document: Document
  /** What it says; undefined when there are faults. */
  content: unknown
  faults: YamlFault[]
  lineAt(offset: number): number
}

/** Of more than these nobody reads the rest. */
const MOST_FAULTS = 20
const ALIASES = 100

/** Reads YAML, and JSON with it. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter()
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line)
  // The parser compares each key with all others of its map: 20,000 keys take it ten seconds.
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
    // Too deep to be walked; or an alias of nothing, or too many of them.
    const { name, message } = error as Error
    return { ...said, faults: [name === 'RangeError' ? TOO_DEEP : { line: 1, message, code: 'BAD_ALIAS' }] }
  }
}

const DOUBLED = { message: 'Map keys must be unique', code: 'DUPLICATE_KEY' } as const
const TOO_DEEP: YamlFault = { line: 1, message: 'It is nested too deep', code: 'RESOURCE_EXHAUSTION' }

/** Where in the text keys stand that their map has already. */
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

/** The same for files: throws, naming the file and the line, when it is no YAML. */
export function yamlOf(text: string, name: string): unknown {
  const { content, faults } = readYaml(text)
  const [fault] = faults
  if (fault !== undefined) throw new Error(`${name} is no YAML. Line ${fault.line}: ${fault.message}`)
  return content
}
