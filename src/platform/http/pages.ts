import Type from 'typebox'
import { badRequest } from '../errors.ts'

const DEFAULT_LIMIT = 50
const LARGEST_LIMIT = 500

/** `?limit=&cursor=` of every list. Query values are text; the limit is checked here, the cursor when it is opened. */
export const pageQuery = {
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$' })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
}
export const PageQuery = Type.Object(pageQuery)

export interface PageRequest {
  limit?: string
  cursor?: string
}

export function limitOf({ limit }: PageRequest): number {
  if (limit === undefined) return DEFAULT_LIMIT
  const count = Number(limit)
  if (count < 1 || count > LARGEST_LIMIT) throw badRequest(`limit must be from 1 to ${LARGEST_LIMIT}`)
  return count
}

/** The place in a list where the next page begins; opaque to clients. */
export type Place = (string | number)[]

export function placeOf({ cursor }: PageRequest, length: number): Place | null {
  if (cursor === undefined) return null
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const isPlace =
      Array.isArray(place) &&
      place.length === length &&
      place.every((part) => (typeof part === 'number' ? Number.isSafeInteger(part) : typeof part === 'string'))
    if (isPlace) return place as Place
  } catch {
    // Not one of ours: refused below.
  }
  throw badRequest('cursor is not one of ours')
}

/** A list answer, given one row more than the page holds when there is a next one. */
export function page<Item>(rows: readonly Item[], limit: number, place: (last: Item) => Place) {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    status: 'ok' as const,
    data,
    next_cursor: hasMore ? Buffer.from(JSON.stringify(place(last))).toString('base64url') : null,
  }
}
