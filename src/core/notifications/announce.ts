import type { InCell } from '../../platform/database/database.ts'
import { startRuns } from '../escalation/start-runs.ts'
import type { Announcement } from '../webhooks/events/webhook-events.ts'
import { queueDeliveries } from '../webhooks/outbox/queue-deliveries.ts'
import { factsOf, occasionOf, roleOf } from './announcement-parts.ts'
import { decideNotifications } from './decide-notifications.ts'
import { type Hold, lockHeld, markHeld, saveHolds, takeUnannouncedIncidents } from './held-store.ts'
import { type Silence, silencedBy } from './silence.ts'
import { listLiveSilences, lockLiveSilences } from './silence-store.ts'

/**
 * Sends announcements to receivers unless a silence holds them. The only way to the outbox for anything that a silence
 * may cover. Called in the transaction that makes the announcements true; returns the held ones.
 */
export async function announce(tx: InCell, announcements: readonly Announcement[], now: Date): Promise<Hold[]> {
  if (announcements.length === 0) return []
  const siteIds = [...new Set(announcements.map((announcement) => occasionOf(announcement).site_id))]
  const live = await listLiveSilences(tx, siteIds, now)
  const isCovered = announcements.some((announcement) => maySilence(live, announcement, now))
  // Locked before the held rows, as everywhere that changes a silence: a silence that ends at this moment would
  // otherwise miss what it has just held.
  const silences = isCovered ? await lockLiveSilences(tx, siteIds, now) : live
  const known = await lockHeld(tx, subjectsOfBefore(announcements))
  const decided = decideNotifications(announcements, silences, known, now)
  await saveHolds(tx, decided.holds, now)
  await markHeld(tx, decided.dropped, 'dropped')
  await markHeld(tx, decided.restarted, 'sent')
  const alsoNotified = await sendNotifications(tx, decided.sendNow, now)
  return decided.holds.filter(({ subject }) => !alsoNotified.includes(subject))
}

/**
 * Sends these in any case: to receivers of webhooks, and to people if an incident begins. An incident is announced together
 * with the first of its alerts that is; returns the subjects of those incidents.
 */
export async function sendNotifications(
  tx: InCell,
  announcements: readonly Announcement[],
  now: Date,
): Promise<string[]> {
  const created = new Set(idsOf(announcements, 'incident.created'))
  const joined = idsOf(announcements, 'alert.triggered').filter((id) => !created.has(id))
  const unannounced = await takeUnannouncedIncidents(tx, joined)
  await queueDeliveries(tx, [...unannounced.map(({ announcement }) => announcement), ...announcements], now)
  const begun = [
    ...created,
    ...idsOf(
      unannounced.map(({ announcement }) => announcement),
      'incident.created',
    ),
  ]
  await startRuns(tx, begun, now)
  return unannounced.map(({ subject }) => subject)
}

const maySilence = (silences: readonly Silence[], announcement: Announcement, now: Date): boolean =>
  roleOf(announcement) !== null && silencedBy(silences, occasionOf(announcement), now) !== null

/** A new alert or incident cannot have been held before, but a device can. */
const subjectsOfBefore = (announcements: readonly Announcement[]): string[] =>
  announcements.flatMap((announcement) => {
    const role = roleOf(announcement)
    const isNew = role === null || (role.part === 'begin' && !role.subject.startsWith('device:'))
    return isNew ? [] : [role.subject]
  })

const idsOf = (announcements: readonly Announcement[], event: string): number[] =>
  announcements.flatMap((announcement) => {
    const { incident_id } = factsOf(announcement)
    return announcement.event === event && incident_id != null ? [incident_id] : []
  })
