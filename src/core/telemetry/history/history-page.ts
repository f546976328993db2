import Type from 'typebox'
import { foreignCursor, type PageRequest, pageQuery, pageSize, textsBehind } from '../../../platform/http/pagination.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { rangeOf, rangeQuery } from './history-query.ts'
import type { HistoryPage } from './history-store.ts'

export const HistoryQuery = Type.Object({ ...pageQuery, ...rangeQuery })

/** The requested page plus one row, which tells whether there is a next page. */
export function historyPageOf(
  deviceId: ReachedId<'device'>,
  query: PageRequest & { from?: string; to?: string },
): HistoryPage {
  const behind = textsBehind(query, 2)
  return {
    deviceId,
    ...rangeOf(query),
    behind: behind === null ? null : placeBehind(behind),
    limit: pageSize(query) + 1,
  }
}

export const historyPlace = ({ at, digest }: { at: Date; digest: string }) => [at.toISOString(), digest]

function placeBehind([time = '', digest = '']: string[]): { at: Date; digest: string } {
  const at = new Date(time)
  if (
    Number.isNaN(at.getTime()) ||
    !/^-?\d{1,19}$/.test(digest) ||
    BigInt.asIntN(64, BigInt(digest)) !== BigInt(digest)
  ) {
    throw foreignCursor()
  }
  return { at, digest }
}
