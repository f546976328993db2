import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Window } from '../../platform/weekly-windows.ts'
import type { NotificationFacts } from '../contact-methods/messages/notification-facts.ts'
import { timeFor } from '../contact-methods/notification-preferences.ts'
import { queueNotifications } from '../contact-methods/outbox/queue-notifications.ts'
import { recurringGapLength, type ScheduleGap } from '../on-call/gaps.ts'
import type { NamedGap } from '../on-call/read-on-call.ts'
import type { ScheduleNews } from '../on-call/watch-schedules.ts'
import { findAdmins, findPeopleById, type Recipient } from './recipients.ts'

const DAY_S = 86_400
const [DAY_MS, WEEK_MS] = [DAY_S * 1_000, 7 * DAY_S * 1_000]
/** Administrators hear of a gap this long before it begins. It is looked for once a day, so the last warning leaves a day. */
const GAP_WARNINGS_S = [2 * DAY_S, 8 * DAY_S]
/** An end that is further away than this moves with the day it is looked for: there is none in sight. */
const IN_SIGHT_S = 29 * DAY_S

/**
 * Notifies people of what changes for them on schedules: by every verified method, after their quiet hours. A message is
 * sent once, however often the schedule is looked at.
 */
export const SHIFT_NOTICES: ScheduleNews = {
  async handOver(tx, { schedule, from, to, at, until }, now) {
    const people = new Map(
      (
        await findPeopleById(
          tx,
          [from, to].flatMap((id) => id ?? []),
        )
      ).map((one) => [one.id, one]),
    )
    const [before, after] = [from === null ? undefined : people.get(from), to === null ? undefined : people.get(to)]
    const about = { reason: 'handover' as const, schedule: schedule.name }
    const key = `handover ${schedule.id}:${at.toISOString()}`
    if (after !== undefined) {
      const facts = { ...about, begins: true, until: textOf(until, now), other: before?.name ?? null }
      await notify(tx, [after], facts, key, now)
    }
    if (before !== undefined) {
      await notify(tx, [before], { ...about, begins: false, until: null, other: after?.name ?? null }, key, now)
    }
  },

  async reminder(tx, { schedule, to, at, until }, now) {
    const facts = {
      reason: 'handover_reminder' as const,
      schedule: schedule.name,
      from: at.toISOString(),
      until: textOf(until, now),
    }
    await notify(tx, await findPeopleById(tx, [to]), facts, `reminder ${schedule.id}:${facts.from}`, now)
  },

  async gaps(tx, { schedule, site_id, gaps }, now) {
    for (const { gap, name, isDaily } of toldGaps(gaps, now)) {
      const warning = GAP_WARNINGS_S.find((ahead) => gap.from < secondsAfter(now, ahead))
      if (warning === undefined) continue
      const unreachable = isUnreachable(gap) ? gap.user!.name : null
      const times = { from: gap.from.toISOString(), to: textOf(gap.to, now) }
      const facts = { reason: 'gap' as const, schedule: schedule.name, unreachable, ...times, is_daily: isDaily }
      const who = isUnreachable(gap) ? ` of ${gap.user!.id}` : ''
      const key = `gap ${schedule.id}${who}:${name}${isDaily ? '' : `:${warning}`}`
      await notify(tx, await findAdmins(tx, site_id), facts, key, now)
    }
  },
}

const isUnreachable = ({ cause }: NamedGap): boolean => cause === 'no_method'

interface ToldGap {
  gap: NamedGap
  name: string
  isDaily: boolean
}

/**
 * The gaps to tell of: the first one of each person who cannot be notified, and of those of each week; of those that are there
 * at the same time on other days, one, once and for all. So a gap that is always there hides no other.
 */
function toldGaps(gaps: readonly NamedGap[], now: Date): ToldGap[] {
  const all = gaps.map((gap): NamedGap & ScheduleGap => ({ ...gap, user_id: gap.user?.id ?? null }))
  const told = new Map<string, ToldGap>()
  for (const gap of all) {
    const length = isUnreachable(gap) ? null : recurringGapLength(gap, all, now)
    const isDaily = length !== null
    const name = isDaily ? `daily ${Number(gap.to) % DAY_MS} ${length} ${gap.user_id ?? ''}` : nameOfGap(gap, now)
    const once = isUnreachable(gap) ? `of ${gap.user_id}` : isDaily ? name : `weekly ${Number(gap.to) % WEEK_MS}`
    if (!told.has(once)) told.set(once, { gap, name, isDaily })
  }
  return [...told.values()]
}

/** A gap that has begun is told by its end, since it is found to begin now each time. */
const nameOfGap = (gap: Window, now: Date): string =>
  gap.from > now ? gap.from.toISOString() : (textOf(gap.to, now) ?? 'open')

/** Null: no end in sight. */
const textOf = (until: Date, now: Date): string | null =>
  until < secondsAfter(now, IN_SIGHT_S) ? until.toISOString() : null

async function notify(
  tx: Queryable,
  people: readonly Recipient[],
  facts: NotificationFacts,
  key: string,
  now: Date,
): Promise<void> {
  const about = { run_id: null, incident_id: null, severity: null, facts }
  const notifications = people.flatMap(({ id, method_ids, preferences }) =>
    method_ids.map((method_id) => ({
      ...about,
      ...timeFor(preferences, 'info', now),
      user_id: id,
      method_id,
      dedupe_key: `${key}:${id}:${method_id}`,
    })),
  )
  await queueNotifications(tx.inCell(0), notifications, now)
}
