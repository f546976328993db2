import { badRequest, RequestError } from '../../platform/errors.ts'
import { decodeUtf8, parseJsonText } from '../../platform/http/schemas/json-bodies.ts'

export const NDJSON = 'application/x-ndjson'
/** Of one reading, and of a batch. */
export const READING_LIMIT_BYTES = 64 * 1024
export const BATCH_LIMIT_BYTES = 1024 * 1024
export const BATCH_LIMIT = 1_000

/** One reading of a batch as it came, not checked yet; or what is wrong with its line. */
export type BatchItem = { body: unknown } | { fault: RequestError }

/** Takes the body of a batch apart. Throws 400 when it cannot be, 413 when it holds too many. */
export function batchItems(body: Buffer, media: string): BatchItem[] {
  if (body.length === 0) throw badRequest('The body is empty')
  const text = decodeUtf8(body)
  return media === NDJSON ? itemsOfLines(text) : itemsOfArray(text)
}

function itemsOfArray(text: string): BatchItem[] {
  const bodies = parseJsonText(text)
  if (!Array.isArray(bodies)) throw badRequest('The body must be an array of readings')
  return itemsOf(bodies)
}

/** Throws 413. */
export function itemsOf(bodies: readonly unknown[]): BatchItem[] {
  requireFew(bodies.length)
  return bodies.map((body) => ({ body }))
}

/** Each line stands for itself: one that breaks off costs no other. Empty lines do not count. */
function itemsOfLines(text: string): BatchItem[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  requireFew(lines.length)
  return lines.map((line) => {
    try {
      return { body: parseJsonText(line, 'The line') }
    } catch (error) {
      if (error instanceof RequestError) return { fault: error }
      throw error
    }
  })
}

function requireFew(count: number): void {
  if (count > BATCH_LIMIT) throw new RequestError(413, `A batch holds at most ${BATCH_LIMIT} readings, not ${count}`)
}
