import { faultOf } from '../../platform/error-messages/reasons.ts'
import { badRequest, RequestError } from '../../platform/errors.ts'
import { decodeUtf8, parseReadingText } from '../../platform/http/schemas/json-bodies.ts'

export const NDJSON = 'application/x-ndjson'
/** Body limits of one reading and of a batch. */
export const READING_LIMIT_BYTES = 64 * 1024
export const BATCH_LIMIT_BYTES = 1024 * 1024
export const BATCH_LIMIT = 1_000

/** One reading of a batch: not checked yet, or not even parsed. */
export type BatchItem = { body: unknown } | { line: string }

/** Splits the body of a batch into readings. Throws 400 if it cannot be parsed, 413 if there are too many. */
export function batchItems(body: Buffer, media: string): BatchItem[] {
  if (body.length === 0) throw badRequest('in_english', 'The body is empty')
  const text = decodeUtf8(body)
  return media === NDJSON ? itemsOfLines(text) : itemsOfArray(text)
}

function itemsOfArray(text: string): BatchItem[] {
  const bodies = parseReadingText(text)
  if (!Array.isArray(bodies)) throw badRequest('in_english', 'The body must be an array of readings')
  return itemsOf(bodies)
}

/** Throws 413 if there are too many. */
export function itemsOf(bodies: readonly unknown[]): BatchItem[] {
  requireFew(bodies.length)
  return bodies.map((body) => ({ body }))
}

/** Each line stands alone: a broken one does not affect the others. Empty lines do not count. */
function itemsOfLines(text: string): BatchItem[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  requireFew(lines.length)
  return lines.map((line) => ({ line }))
}

/** The body of a reading. Throws 400 if its line cannot be parsed. */
export const itemBody = (item: BatchItem): unknown =>
  'line' in item ? parseReadingText(item.line, 'The line') : item.body

function requireFew(count: number): void {
  if (count > BATCH_LIMIT)
    throw new RequestError(413, faultOf('in_english', `A batch holds at most ${BATCH_LIMIT} readings, not ${count}`))
}
