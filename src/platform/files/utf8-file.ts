import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { REASONS } from '../error-messages/reasons.ts'
import { OperatorError } from '../errors.ts'

/** The text about a line that is not UTF-8, such as one that an Excel on Windows saved. */
export const NOT_UTF8 = REASONS.not_utf8

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Passes the pieces of a text file on, cut between characters. Throws what `refuse` makes of a line that is not UTF-8. */
export async function* utf8Pieces(
  pieces: AsyncIterable<Buffer>,
  refuse: (line: number) => Error,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const whole = bytes.subarray(0, bytes.length - cutBytes(bytes))
    if (!isText(whole)) throw refuse(line + badLine(whole))
    line += lineEnds(whole)
    yield whole
    rest = bytes.subarray(whole.length)
  }
  if (!isText(rest)) throw refuse(line)
  if (rest.length > 0) yield rest
}

/** Reads a text file of the operator. Throws an `OperatorError` that names the line that is not UTF-8. */
export async function readTextFile(path: string): Promise<string> {
  return utf8Text(await readFile(path), (line) => new OperatorError(`${path}, line ${line}: ${NOT_UTF8}`))
}

/** Throws what `refuse` makes of the first line that is not UTF-8. */
export function utf8Text(bytes: Buffer, refuse: (line: number) => Error): string {
  if (!isText(bytes)) throw refuse(1 + badLine(bytes))
  return bytes.toString('utf8')
}

/** UTF-16 has zeros, which no text in UTF-8 has. */
const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0)

/** How many lines are before the first one that is no text. */
function badLine(bytes: Buffer): number {
  // In latin1, each byte is a character.
  const lines = bytes.toString('latin1').split(/\r\n|\r|\n/)
  return lines.findIndex((line) => !isText(Buffer.from(line, 'latin1')))
}

function lineEnds(bytes: Buffer): number {
  let count = 0
  for (let place = 0; place < bytes.length; place += 1) {
    if (bytes[place] === LINE_FEED || (bytes[place] === CARRIAGE_RETURN && bytes[place + 1] !== LINE_FEED)) count += 1
  }
  return count
}

/** How many bytes at the end begin a character, or the end of a line, that goes on in the next piece. */
function cutBytes(bytes: Buffer): number {
  if (bytes.at(-1) === CARRIAGE_RETURN) return 1
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}
