import type { ServerResponse } from 'node:http'
import type { Source } from '../../../core/sources/source.ts'

/** Bytes of bodies of a source that are read and stored at the same time. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Limits the memory that bodies of each source take at a time: the rate is judged before they are read, so it lets any
 * number begin at once.
 */
export function bodiesUnderWay() {
  const bytesOf = new Map<number, number>()
  return {
    /** Takes room for a body until its response is over. False if there is none; a single body always has room. */
    begin({ id }: Pick<Source, 'id'>, bytes: number, response: ServerResponse): boolean {
      const others = bytesOf.get(id) ?? 0
      if (others > 0 && others + bytes > MOST_BYTES) return false
      bytesOf.set(id, others + bytes)
      response.once('close', () => {
        const left = bytesOf.get(id)! - bytes
        if (left > 0) bytesOf.set(id, left)
        else bytesOf.delete(id)
      })
      return true
    },
  }
}
