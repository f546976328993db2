import { listToHandOver, type ToHandOver } from '../../core/actions/hand-over-incidents.ts'
import { findHeadlines, noTowns } from '../../core/headline/find-headlines.ts'
import type { Headline } from '../../core/headline/headline.ts'
import { countOpen } from '../../core/incidents/count-open.ts'
import { listOpenIncidents } from '../../core/incidents/list-incidents.ts'
import { MOST_URGENT } from '../../core/incidents/open-order.ts'
import {
  acknowledgedBy,
  type FirstIncidents,
  listFirst,
  openAgainBy,
  resolvedIn,
} from '../../core/incidents/shift-incidents.ts'
import { listSilencesIn } from '../../core/notifications/list-silences.ts'
import type { ShownSilence } from '../../core/notifications/silence.ts'
import { MOST_UNSEEN } from '../../core/on-call/manage-shift-notes.ts'
import { findOwnShifts, HANDED_OVER_WITHIN_S, type OwnShift } from '../../core/on-call/own-shifts.ts'
import type { PersonOnCall } from '../../core/on-call/schedule.ts'
import { listSchedules } from '../../core/on-call/schedule-store.ts'
import { listNotesBy, listNotesFor, type ShiftNote } from '../../core/on-call/shift-note-store.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Window } from '../../platform/weekly-windows.ts'
import type { Reader } from '../frame/page/reader.ts'

/** Entries of each list: more is on the page of the list. */
export const SHOWN_ENTRIES = 20
/** A longer shift is shown from this long before its end. */
const LONGEST_S = 7 * 86_400
const ACTIVE = { severities: null, modules: null, deviceId: null, from: null, to: null }

/** The time that the page is about. */
interface ShiftPeriod extends Window {
  /** It lasts until now. */
  isGoingOn: boolean
  /** The shift began earlier. */
  isCut: boolean
}

export interface MyShift {
  shifts: OwnShift[]
  period: ShiftPeriod
  open: FirstIncidents
  acknowledged: FirstIncidents
  resolved: FirstIncidents
  /** The time by which what is listed ends; null: in the next hours. */
  endingBy: Date | null
  silences: ShownSilence[]
  openAgain: FirstIncidents
  headlines: ReadonlyMap<number, Headline>
  notesForMe: ShiftNote[]
  myNotes: ShiftNote[]
  /** The schedules that one may write notes in. */
  writable: { id: number; name: string }[]
  /** The incidents that can be handed over, by the person who comes next. */
  handOvers: (ToHandOver & { to: PersonOnCall })[]
}

export async function readMyShift(db: Queryable, reader: Reader): Promise<MyShift> {
  const { reach, listed, user, now } = reader
  const shifts = await findOwnShifts(db, reach, user.id, now)
  const period = periodOf(shifts, now)
  const endingBy = endOfNext(shifts)
  const until = endingBy ?? secondsAfter(now, HANDED_OVER_WITHIN_S)
  const [open, counts, acknowledged, resolved, silences, openAgain, writable] = await Promise.all([
    listOpenIncidents(db, listed, { ...ACTIVE, statuses: ['open', 'acknowledged'] }, MOST_URGENT, {
      behind: null,
      limit: SHOWN_ENTRIES,
    }),
    countOpen(db, listed, 'incidents'),
    listFirst(db, listed, acknowledgedBy(user.id, period), SHOWN_ENTRIES),
    listFirst(db, listed, resolvedIn(period), SHOWN_ENTRIES),
    listSilencesIn(db, listed, 'active', { beforeId: null, limit: Number.MAX_SAFE_INTEGER }, now),
    listFirst(db, listed, openAgainBy(until), SHOWN_ENTRIES),
    writableOf(db, reader, shifts),
  ])
  const shown = [open, acknowledged.incidents, resolved.incidents, openAgain.incidents].flat()
  const ids = [...new Set(shown.map(({ incident_id }) => incident_id))]
  const [headlines, notesForMe, myNotes, handOvers] = await Promise.all([
    findHeadlines(db, ids, noTowns, now),
    notesFor(db, reader, shifts, period),
    listNotesBy(db, reach, user.id, period.from, SHOWN_ENTRIES),
    handOversOf(db, reader, shifts),
  ])
  return {
    ...{ shifts, period, acknowledged, resolved, endingBy, openAgain, headlines, notesForMe, myNotes },
    open: { incidents: open, count: counts.reduce((sum, { count }) => sum + count, 0) },
    silences: silences
      .filter(({ window }) => window!.to <= until)
      .toSorted((one, other) => Number(one.window!.to) - Number(other.window!.to)),
    writable,
    handOvers: handOvers.filter(({ incidents }) => incidents.length > 0),
  }
}

/** From the first of these shifts until the last one ends, or now; without any, the last hours. */
function periodOf(shifts: readonly OwnShift[], now: Date): ShiftPeriod {
  const hoursAgo = secondsAfter(now, -HANDED_OVER_WITHIN_S)
  if (shifts.length === 0) return { from: hoursAgo, to: now, isGoingOn: true, isCut: false }
  const isGoingOn = shifts.some(({ isOver }) => !isOver)
  const to = isGoingOn ? now : new Date(Math.max(...shifts.map(({ until }) => Number(until))))
  const begin = Math.min(...shifts.map(({ from }) => Number(from)))
  const first = secondsAfter(to, -LONGEST_S)
  return { from: begin < Number(first) ? first : new Date(begin), to, isGoingOn, isCut: begin < Number(first) }
}

/** Null: no such shift, or its end is not in sight. */
function endOfNext(shifts: readonly OwnShift[]): Date | null {
  const ends = shifts.flatMap(({ next }) => (next === null || next.to === null ? [] : [Number(next.to)]))
  return ends.length === 0 ? null : new Date(Math.max(...ends))
}

/** Those of one's shifts; without any, all that one may write in. */
async function writableOf(db: Queryable, { reach, may }: Reader, shifts: readonly OwnShift[]) {
  const schedules = shifts.length > 0 ? shifts.map(({ schedule }) => schedule) : await listSchedules(db, reach)
  return schedules.filter(({ site_id }) => may('operator', site_id)).map(({ id, name }) => ({ id, name }))
}

/** Notes are for whoever is on call now. */
async function notesFor(
  db: Queryable,
  { reach, user }: Reader,
  shifts: readonly OwnShift[],
  period: ShiftPeriod,
): Promise<ShiftNote[]> {
  const present = shifts.filter(({ isOver }) => !isOver)
  const found = await Promise.all(
    present.map(({ schedule, from }) => {
      const since = from ?? period.from
      const seenSince = since > period.from ? since : period.from
      return listNotesFor(db, reach, { schedule_id: schedule.id, user_id: user.id, since, seenSince }, MOST_UNSEEN)
    }),
  )
  return found.flat()
}

/** Once for each person who comes next. */
async function handOversOf(db: Queryable, { listed, user, may }: Reader, shifts: readonly OwnShift[]) {
  if (!may('operator')) return []
  const next = new Map(shifts.flatMap(({ next }) => (next === null ? [] : [[next.user.id, next.user] as const])))
  next.delete(user.id)
  return Promise.all(
    [...next.values()].map(async (to) => ({ to, ...(await listToHandOver(db, listed, user.id, to.id)) })),
  )
}
