import type { Announcement } from '../webhooks/events/webhook-events.ts'
import { occasionOf, roleOf } from './announcement-parts.ts'
import type { HeldState, Hold } from './held-store.ts'
import { type Silence, silencedBy } from './silence.ts'

export interface Telling {
  told: Announcement[]
  holds: Hold[]
  /** Subjects that ended without their beginning having been told. */
  dropped: string[]
  /** Subjects that had been held once and begin anew, aloud. */
  begunAnew: string[]
}

/** Decides what is told, what is held, and what nobody has to know. Pure. `known` is what was held of these subjects. */
export function decideTelling(
  announcements: readonly Announcement[],
  silences: readonly Silence[],
  known: readonly HeldState[],
  now: Date,
): Telling {
  const telling: Telling = { told: [], holds: [], dropped: [], begunAnew: [] }
  const untold = new Set(known.filter(isUntoldBeginning).map(({ subject }) => subject))
  const everHeld = new Set(known.map(({ subject }) => subject))
  for (const announcement of announcements) {
    const role = roleOf(announcement)
    const silence = role === null ? null : silencedBy(silences, occasionOf(announcement), now)
    if (role === null) telling.told.push(announcement)
    else if (role.part === 'begin') {
      if (silence !== null) {
        untold.add(role.subject)
        telling.holds.push(hold(role.subject, announcement, silence))
      } else {
        untold.delete(role.subject)
        if (everHeld.has(role.subject)) telling.begunAnew.push(role.subject)
        telling.told.push(announcement)
      }
    } else if (untold.has(role.subject)) {
      // Whoever was not told of the beginning need not hear how it goes on; when they are told, it is as it stands then.
      if (role.part === 'end') telling.dropped.push(role.subject)
    } else if (role.part === 'rise' && silence !== null) {
      telling.holds.push(hold(role.subject, announcement, silence))
    } else {
      telling.told.push(announcement)
      if (role.part === 'end' && everHeld.has(role.subject)) telling.dropped.push(role.subject)
    }
  }
  return telling
}

const BEGINNINGS = new Set(['alert.triggered', 'incident.created', 'device.offline'])

const isUntoldBeginning = ({ event, status }: HeldState): boolean => status !== 'told' && BEGINNINGS.has(event)

const hold = (subject: string, announcement: Announcement, by: NonNullable<ReturnType<typeof silencedBy>>): Hold => ({
  subject,
  announcement,
  silence_id: by.silence.id,
  until: by.until,
})
