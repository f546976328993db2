/** States of each kind of notice, in their order. */
export const NOTICE_STATES = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'completed'],
} as const
export type NoticeKind = keyof typeof NOTICE_STATES
export const NOTICE_KINDS = Object.keys(NOTICE_STATES) as NoticeKind[]
export type NoticeState = (typeof NOTICE_STATES)[NoticeKind][number]

/** Something that was added to a notice. */
export interface NoticeUpdate {
  at: Date
  state: NoticeState
  text: string
  /** Its number among the news of its page; absent before there were subscribers. */
  news?: number
}

/** Facts from which the state of a notice follows. */
export interface NoticeFacts {
  kind: NoticeKind
  starts_at: Date
  ends_at: Date | null
  /** Oldest first. */
  updates: readonly NoticeUpdate[]
}

/** An incident is in the state of its last update. Maintenance follows the clock, unless an update is further. Pure. */
export function noticeState({ kind, starts_at, ends_at, updates }: NoticeFacts, now: Date): NoticeState {
  const said = updates.at(-1)?.state
  if (kind === 'incident') return said ?? 'investigating'
  const byClock = now < starts_at ? 'scheduled' : ends_at !== null && now >= ends_at ? 'completed' : 'in_progress'
  const order: readonly NoticeState[] = NOTICE_STATES.maintenance
  return said !== undefined && order.indexOf(said) > order.indexOf(byClock) ? said : byClock
}

/** When a notice was or will be over; null for an incident that is not resolved. Pure. */
export function overAt({ kind, ends_at, updates }: Omit<NoticeFacts, 'starts_at'>): Date | null {
  const last = updates.at(-1)
  if (kind === 'incident') return last?.state === 'resolved' ? last.at : null
  const completed = last?.state === 'completed' ? last.at : null
  return completed !== null && ends_at !== null && completed < ends_at ? completed : ends_at
}

const PAST_DAYS = 14
const DAY_MS = 86_400_000

/** A day (UTC) on which notices were over, or days without an incident, which belong together. */
type PastDays<Notice> = { day: Date; notices: Notice[] } | { quiet: { first: Date; last: Date } }

const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS) * DAY_MS

/** The first of the past days that a page shows. */
export const firstPastDay = (now: Date): Date => new Date(dayOf(now) - (PAST_DAYS - 1) * DAY_MS)

/**
 * The last days, newest first. A notice stands on the day on which it was over. A day is quiet if nothing stands on it and no
 * incident went on during it; `current` are those that still do. Pure.
 */
export function pastDays<Notice extends Pick<NoticeFacts, 'kind' | 'starts_at'> & { over_at: Date | null }>(
  past: readonly Notice[],
  current: readonly Notice[],
  now: Date,
): PastDays<Notice>[] {
  const byDay = Map.groupBy(past, ({ over_at }) => dayOf(over_at ?? now))
  const incidents = [...past, ...current].filter(({ kind }) => kind === 'incident')
  const isTroubled = (day: number) =>
    incidents.some(({ starts_at, over_at }) => dayOf(starts_at) <= day && day <= dayOf(over_at ?? now))
  const days: PastDays<Notice>[] = []
  for (let day = dayOf(now); day >= firstPastDay(now).getTime(); day -= DAY_MS) {
    const [notices, before] = [byDay.get(day), days.at(-1)]
    if (notices !== undefined) days.push({ day: new Date(day), notices })
    else if (isTroubled(day)) continue
    else if (before !== undefined && 'quiet' in before && before.quiet.first.getTime() === day + DAY_MS) {
      before.quiet.first = new Date(day)
    } else days.push({ quiet: { first: new Date(day), last: new Date(day) } })
  }
  return days
}
