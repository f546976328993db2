import type { Window } from '../../platform/weekly-windows.ts'
import { type Layer, type Shift, shiftsOf } from './rotation.ts'

/** The layers of a schedule from an instant on, until the next version. Later layers win. */
export interface ScheduleVersion {
  valid_from: Date
  time_zone: string
  layers: Layer[]
}

/** Somebody takes over for a while: from whoever is on call, or only from one person. */
export interface Override extends Window {
  id: number
  user_id: number
  replaces: number | null
}

/** Everything that decides who is on call. Versions by `valid_from`, overrides by id. */
export interface Plan {
  versions: readonly ScheduleVersion[]
  overrides: readonly Override[]
}

/** People who are not available from an instant on. Layers below and earlier overrides stand in for them. */
export interface Unavailable {
  user_ids: ReadonlySet<number>
  since: Date
}

export type ShiftSource = { layer: number; start_date: string; shift: Shift } | { override: Override }

/** A stretch of the final schedule; without anybody it is a gap. */
export interface Stretch extends Window {
  user_id: number | null
  source: ShiftSource | null
}

interface Piece extends Window {
  user_id: number
  source: ShiftSource
}

/** The people on call in a window, without a break: overrides, else the last layer that has somebody. Pure. */
export function finalSchedule(plan: Plan, window: Window, unavailable: Unavailable | null = null): Stretch[] {
  const lanes = lanesOf(plan.versions, window)
  const overrides = plan.overrides.map((override) => ({
    ...{ from: override.from, to: override.to, user_id: override.user_id },
    source: { override },
  }))
  const edges = edgesOf([...lanes.flat(), ...overrides], window, unavailable)
  const positions = lanes.map(() => 0)
  const stretches: Stretch[] = []
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const isAvailable = ({ user_id }: Piece) =>
      unavailable === null || from < unavailable.since || !unavailable.user_ids.has(user_id)
    // The person on call if everybody were available, and the one who is.
    let planned: Piece | null = null
    let holder: Piece | null = null
    for (const [rank, lane] of lanes.entries()) {
      while (lane[positions[rank]!] !== undefined && lane[positions[rank]!]!.to <= from) positions[rank]! += 1
      const piece = lane[positions[rank]!]
      if (piece === undefined || piece.from > from) continue
      planned = piece
      if (isAvailable(piece)) holder = piece
    }
    for (const piece of overrides) {
      const { replaces } = piece.source.override
      const isMeant = replaces === null || replaces === planned?.user_id || replaces === holder?.user_id
      if (piece.from > from || piece.to <= from || !isMeant) continue
      planned = piece
      if (isAvailable(piece)) holder = piece
    }
    append(stretches, { from, to: edges[index + 1]!, user_id: holder?.user_id ?? null, source: holder?.source ?? null })
  }
  return stretches
}

/** The shifts of all layers with the same rank, in order: versions follow each other. */
function lanesOf(versions: readonly ScheduleVersion[], window: Window): Piece[][] {
  const lanes: Piece[][] = []
  for (const [index, { valid_from, time_zone, layers }] of versions.entries()) {
    const end = versions[index + 1]?.valid_from ?? window.to
    const valid = overlap(window, { from: valid_from, to: end })
    if (valid === null) continue
    for (const [rank, layer] of layers.entries()) {
      const shifts = shiftsOf(layer, time_zone, valid)
      const lane = shifts.map((shift) => ({
        ...overlap(shift, { from: valid_from, to: versions[index + 1]?.valid_from ?? shift.to })!,
        user_id: shift.user_id,
        source: { layer: rank, start_date: layer.start_date, shift },
      }))
      lanes[rank] = [...(lanes[rank] ?? []), ...lane]
    }
  }
  return Array.from(lanes, (lane) => lane ?? [])
}

export function overlap(one: Window, other: Window): Window | null {
  const from = one.from > other.from ? one.from : other.from
  const to = one.to < other.to ? one.to : other.to
  return from < to ? { from, to } : null
}

function edgesOf(pieces: readonly Window[], { from, to }: Window, unavailable: Unavailable | null): Date[] {
  const times = [...pieces.flatMap((piece) => [piece.from, piece.to]), ...(unavailable ? [unavailable.since] : [])]
  const inside = times.map(Number).filter((time) => time > Number(from) && time < Number(to))
  return [...new Set([Number(from), ...inside, Number(to)])]
    .sort((one, other) => one - other)
    .map((time) => new Date(time))
}

/** Joins what belongs together: pieces of one shift or override, and gaps. */
function append(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1)
  if (last !== undefined && isSame(last.source, next.source)) last.to = next.to
  else stretches.push(next)
}

function isSame(one: ShiftSource | null, other: ShiftSource | null): boolean {
  if (one === null || other === null) return one === other
  if ('override' in one) return 'override' in other && one.override === other.override
  return 'shift' in other && one.shift === other.shift
}

/** The same by person: consecutive stretches of one person are one. */
export function byPerson(stretches: readonly Stretch[]): (Window & { user_id: number | null })[] {
  const joined: (Window & { user_id: number | null })[] = []
  for (const { from, to, user_id } of stretches) {
    const last = joined.at(-1)
    if (last?.user_id === user_id) last.to = to
    else joined.push({ from, to, user_id })
  }
  return joined
}

export const gapsIn = (stretches: readonly Stretch[]): Window[] =>
  byPerson(stretches).flatMap(({ from, to, user_id }) => (user_id === null ? [{ from, to }] : []))
