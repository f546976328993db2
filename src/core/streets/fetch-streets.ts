import type { Queryable } from '../../platform/database/database.ts'
import { RequestError } from '../../platform/errors.ts'
import { type FetchedStreets, fileOf, isFetched, type MapSettings } from '../settings/map-source.ts'
import { readMapSettings } from '../settings/settings-store.ts'
import type { GuardedFetch } from '../webhooks/sending/guarded-fetch.ts'
import {
  addTiles,
  beginFile,
  cutFile,
  dropUnfinished,
  finishFile,
  forgetFault,
  noteFault,
  readStreetsState,
} from './fetched-file.ts'
import { planStreets, type StreetsPlan } from './plan-streets.ts'
import { openRemoteArchive, type RemoteArchive } from './remote-archive.ts'

const AGAIN_AFTER_MS = 10 * 60_000

interface Fetching {
  db: Queryable
  /** The map of the environment, if none was chosen. */
  map: MapSettings | null
  folder: string
  fetch: GuardedFetch
  signal: AbortSignal
}

/**
 * A step of fetching the streets that the settings name, if this node does not have them: a plan, or one part of the tiles.
 * It goes on where it was, also in a later process. After a fault it waits for ten minutes. Returns whether there may be more.
 */
export function streetsFetcher({ db, map: given, folder, fetch, signal }: Fetching) {
  let underWay: { name: string; archive: RemoteArchive; plan: StreetsPlan; next: number } | null = null

  return async (now: Date): Promise<boolean> => {
    const map = await readMapSettings(db, given)
    const name = isFetched(map) ? fileOf(map)! : null
    if (underWay !== null && underWay.name !== name) {
      await dropUnfinished(folder, underWay.name)
      underWay = null
    }
    if (!isFetched(map) || name === null) return false
    const state = await readStreetsState(folder, name)
    if (state.is === 'ready') return false
    if (state.is === 'failed' && now.getTime() - state.at.getTime() < AGAIN_AFTER_MS) return false
    try {
      if (underWay === null) {
        underWay = await begin(name, map.streets)
        await forgetFault(folder, name)
      } else await fetchPart(underWay)
      if (underWay.next < underWay.plan.parts.length) return true
      await finishFile(folder, name)
    } catch (error) {
      underWay = null
      if (!(error instanceof RequestError)) throw error
      await noteFault(folder, name, error.fault, now)
    }
    return false
  }

  async function begin(name: string, streets: FetchedStreets['streets']) {
    const archive = await openRemoteArchive(fetch, streets.source, signal)
    const plan = await planStreets(archive, streets)
    const stored = await beginFile(folder, name, plan.head, plan.bytes)
    let [next, bytes] = [0, plan.head.length]
    for (const { tiles } of plan.parts) {
      const more = tiles.reduce((sum, { length }) => sum + length, 0)
      if (bytes + more > stored) break
      bytes += more
      next += 1
    }
    await cutFile(folder, name, bytes)
    return { name, archive, plan, next }
  }

  async function fetchPart(fetching: NonNullable<typeof underWay>): Promise<void> {
    const { offset, length, tiles } = fetching.plan.parts[fetching.next]!
    const body = await fetching.archive.read(offset, length)
    await addTiles(
      folder,
      fetching.name,
      tiles.map((tile) => body.subarray(tile.offset, tile.offset + tile.length)),
    )
    fetching.next += 1
  }
}
