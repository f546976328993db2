import Type from 'typebox'
import type { SortPlace } from '../database/sorted-page.ts'
import { badRequest } from '../errors.ts'
import { NumberText } from './schemas/shapes.ts'

const DEFAULT_LIMIT = 50
const LARGEST_LIMIT = 500

/** `?limit=&cursor=` of every list. Query values are text: the limit is checked here, the cursor when it is decoded. */
export const pageQuery = {
  limit: Type.Optional(
    NumberText('^[0-9]{1,4}$', {
      minimum: 1,
      maximum: LARGEST_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Maximum number of items',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The next_cursor of the previous page, with the same other parameters',
    }),
  ),
}
export const PageQuery = Type.Object(pageQuery)

export interface PageRequest {
  limit?: string
  cursor?: string
}

export function pageSize({ limit }: PageRequest): number {
  if (limit === undefined) return DEFAULT_LIMIT
  const count = Number(limit)
  if (count < 1 || count > LARGEST_LIMIT) throw badRequest('limit_outside', LARGEST_LIMIT)
  return count
}

/** Sort values of the last row; the next page begins after it. Opaque to clients. */
type Cursor = (string | number)[]

/** The id after which the page begins, for lists sorted by id; null for the first page. */
export function idBehind(request: PageRequest): number | null {
  const place = placeOf(request)
  if (place === null) return null
  const [id] = place
  if (place.length !== 1 || typeof id !== 'number' || !Number.isSafeInteger(id)) throw foreignCursor()
  return id
}

/** The same for lists sorted by several texts. */
export function textsBehind(request: PageRequest, count: number): string[] | null {
  const place = placeOf(request)
  if (place === null) return null
  if (place.length !== count || !place.every((part) => typeof part === 'string')) throw foreignCursor()
  return place as string[]
}

const SORT_NUMBER = /^-?(\d{1,15}(\.\d{1,20})?(e[+-]\d\d)?|Infinity)$/

/** The same for lists sorted by one value and the id. */
function sortPlaceBehind(request: PageRequest, type: 'text' | 'float8'): SortPlace | null {
  const place = textsBehind(request, 2) as SortPlace | null
  if (place === null) return null
  const [value, id] = place
  const fits = type === 'text' ? value.isWellFormed() && !value.includes('\0') : SORT_NUMBER.test(value)
  if (!fits || !/^\d{1,15}$/.test(id)) throw foreignCursor()
  return place
}

function placeOf({ cursor }: PageRequest): unknown[] | null {
  if (cursor === undefined) return null
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(place)) return place
  } catch {
    // Not a valid cursor: refused below.
  }
  throw foreignCursor()
}

export const foreignCursor = () => badRequest('foreign_cursor')

/** A list response for rows sorted by id. `list` is given the id behind which the page begins, and the number of rows. */
export async function pageById<Id extends string, Item extends Record<Id, number>>(
  query: PageRequest,
  id: Id,
  list: (place: { afterId: number; beforeId: number | null; limit: number }) => Promise<Item[]>,
  limit = pageSize(query),
) {
  const behind = idBehind(query)
  const rows = await list({ afterId: behind ?? 0, beforeId: behind, limit: limit + 1 })
  return page(rows, limit, (last) => [last[id]])
}

/** A page of rows that are sorted by a value of this type. */
export async function pageSorted<Item extends { place: SortPlace }>(
  query: PageRequest,
  type: 'text' | 'float8',
  list: (page: { behind: SortPlace | null; limit: number }) => Promise<Item[]>,
  limit = pageSize(query),
) {
  const rows = await list({ behind: sortPlaceBehind(query, type), limit: limit + 1 })
  return page(rows, limit, ({ place }) => place)
}

/** A list response. `rows` has one row more than the page when there is a next page. */
export function page<Item>(rows: readonly Item[], limit: number, place: (last: Item) => Cursor) {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    status: 'ok' as const,
    data,
    next_cursor: hasMore ? Buffer.from(JSON.stringify(place(last))).toString('base64url') : null,
  }
}
