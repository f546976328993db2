import type { Queryable } from '../../platform/database/database.ts'
import type { Reach } from '../reach/reach.ts'
import { type ShownSilence, type SilenceRecord, type SilenceState, stateAt, windowAt } from './silence.ts'
import { findSilence, listSilences } from './silence-store.ts'

export async function readSilence(db: Queryable, reach: Reach, id: number, now: Date): Promise<ShownSilence | null> {
  // Ids in an address may be larger than the column allows.
  const silence = id > 2_147_483_647 ? null : await findSilence(db, reach, id)
  return silence === null ? null : shown(silence, now)
}

/**
 * Newest first, with ids below `beforeId`. Whether a weekly silence is active is computed here, not in SQL; live ones
 * are few.
 */
export async function listSilencesIn(
  db: Queryable,
  reach: Reach,
  state: SilenceState | null,
  place: { beforeId: number | null; limit: number },
  now: Date,
): Promise<ShownSilence[]> {
  if (state === null || state === 'expired') {
    const silences = await listSilences(db, reach, state ?? 'all', place, now)
    return silences.map((silence) => shown(silence, now))
  }
  const live = await listSilences(db, reach, 'live', { ...place, limit: null }, now)
  return live
    .map((silence) => shown(silence, now))
    .filter((silence) => silence.state === state)
    .slice(0, place.limit)
}

const shown = (silence: SilenceRecord, now: Date): ShownSilence => ({
  ...silence,
  state: stateAt(silence, now),
  window: windowAt(silence, now),
})
