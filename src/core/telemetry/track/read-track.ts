import type { Queryable } from '../../../platform/database/database.ts'
import { inCellOfDevice } from '../../cells/find-cell.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import type { TrackPoint } from '../history/history-store.ts'
import { findExtent } from '../storage/reading-extent.ts'
import { simplifyTrack } from './simplify-track.ts'
import { listPlaces, listSpacedLocations } from './track-store.ts'

/** Up to this number, every point is read; of longer ranges this many, evenly spread in time. */
const READ_UP_TO = 5_000

interface TrackRequest {
  deviceId: ReachedId<'device'>
  from: Date | null
  to: Date | null
  /** Limit of points in the response. */
  points: number
}

interface SimplifiedTrack {
  /** Newest first, like every history. */
  points: TrackPoint[]
  /** Largest distance of a point that was read from the line. */
  error_m: number
  /** Time between the points that were read; null if all were read. */
  every_s: number | null
}

/** The track of a device in a range of any length, as a line with at most `points` points. */
export async function readTrack(db: Queryable, request: TrackRequest): Promise<SimplifiedTrack> {
  const { track, every_s } = await readPlaces(db, request, READ_UP_TO)
  const simplified = await simplifyTrack(track, request.points)
  return {
    points: simplified.points.reverse(),
    // Rounded up, so that it stays a bound.
    error_m: Math.ceil(simplified.error_m * 100) / 100,
    every_s,
  }
}

/** The locations in a range, oldest first: all of them, or of more than `most` these, evenly spread in time. */
export async function readPlaces(
  db: Queryable,
  request: Omit<TrackRequest, 'points'>,
  most: number,
): Promise<{ track: TrackPoint[]; every_s: number | null }> {
  const { deviceId } = request
  const cell = await inCellOfDevice(db, deviceId)
  const extent = await findExtent(cell, deviceId, request, most + 1)
  if (extent === null) return { track: [], every_s: null }
  const range = { deviceId, from: extent.oldest, to: new Date(extent.newest.getTime() + 1) }
  const apartMs = Math.ceil((range.to.getTime() - range.from.getTime()) / (most - 2))
  const isLong = extent.readings > most
  const track = await (isLong ? listSpacedLocations(cell, range, apartMs) : listPlaces(cell, range))
  return { track, every_s: isLong ? apartMs / 1_000 : null }
}
