import { parseExactly } from '../../platform/exact-numbers.ts'
import { type RecordedReading, RecordingError } from './recorded-reading.ts'
import { recordingPieces } from './recording-text.ts'

/** No service takes a longer reading. */
const LONGEST_LINE = 1_000_000

/** Streams the readings of a file that holds one JSON body on each line. */
export async function* jsonlRecording(path: string): AsyncGenerator<RecordedReading> {
  let line = 0
  for await (const text of linesOf(path)) {
    line++
    // This also trims a byte order mark and carriage returns.
    const trimmed = text.trim()
    if (trimmed !== '') yield { line, body: parseBody(path, line, trimmed) }
  }
}

/** Not `node:readline`: it also breaks lines at U+2028 and U+2029, which may occur inside JSON. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  let line = 1
  for await (const piece of recordingPieces(path)) {
    const lines = (rest + piece.toString()).split('\n')
    rest = lines.pop()!
    line += lines.length
    yield* lines
    if (rest.length > LONGEST_LINE) throw new RecordingError(path, line, `is longer than ${LONGEST_LINE} characters`)
  }
  yield rest
}

function parseBody(path: string, line: number, text: string): RecordedReading['body'] {
  const body = parseJson(path, line, text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as RecordedReading['body']
  throw new RecordingError(path, line, `a JSON object is required, found ${shortened(text)}`)
}

function parseJson(path: string, line: number, text: string): unknown {
  try {
    // A number that would lose digits is sent as it is written, to be refused.
    return parseExactly(text, JSON.parse as Parameters<typeof parseExactly>[1], rawJson)
  } catch {
    throw new RecordingError(path, line, `is not JSON: ${shortened(text)}`)
  }
}

/** A part of ECMAScript 2026 that TypeScript does not know yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (source: string) => unknown }

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
