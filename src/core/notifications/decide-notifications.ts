import type { Announcement } from '../webhooks/events/webhook-events.ts'
import { occasionOf, roleOf } from './announcement-parts.ts'
import type { HeldState, Hold } from './held-store.ts'
import { type Silence, silencedBy } from './silence.ts'

interface Decided {
  sendNow: Announcement[]
  holds: Hold[]
  /** Subjects that ended before their beginning was announced. */
  dropped: string[]
  /** Subjects that had been held and begin again, announced this time. */
  restarted: string[]
}

/** Decides which announcements are sent, held or dropped. Pure. `known` is what was held of these subjects. */
export function decideNotifications(
  announcements: readonly Announcement[],
  silences: readonly Silence[],
  known: readonly HeldState[],
  now: Date,
): Decided {
  const decided: Decided = { sendNow: [], holds: [], dropped: [], restarted: [] }
  const unannounced = new Set(known.filter(isHeldBeginning).map(({ subject }) => subject))
  const everHeld = new Set(known.map(({ subject }) => subject))
  for (const announcement of announcements) {
    const role = roleOf(announcement)
    const silence = role === null ? null : silencedBy(silences, occasionOf(announcement), now)
    if (role === null) decided.sendNow.push(announcement)
    else if (role.part === 'begin') {
      if (silence !== null) {
        unannounced.add(role.subject)
        decided.holds.push(hold(role.subject, announcement, silence))
      } else {
        unannounced.delete(role.subject)
        if (everHeld.has(role.subject)) decided.restarted.push(role.subject)
        decided.sendNow.push(announcement)
      }
    } else if (unannounced.has(role.subject)) {
      // A receiver that did not get the beginning does not need the rest; it will get the state at that time.
      if (role.part === 'end') decided.dropped.push(role.subject)
    } else if (role.part === 'rise' && silence !== null) {
      decided.holds.push(hold(role.subject, announcement, silence))
    } else {
      decided.sendNow.push(announcement)
      if (role.part === 'end' && everHeld.has(role.subject)) decided.dropped.push(role.subject)
    }
  }
  return decided
}

const BEGINNINGS = new Set(['alert.triggered', 'incident.created', 'device.offline'])

const isHeldBeginning = ({ event, status }: HeldState): boolean => status !== 'sent' && BEGINNINGS.has(event)

const hold = (subject: string, announcement: Announcement, by: NonNullable<ReturnType<typeof silencedBy>>): Hold => ({
  subject,
  announcement,
  silence_id: by.silence.id,
  until: by.until,
})
