import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import { sendNotifications } from '../../notifications/announce.ts'
import { factsOf, occasionOf } from '../../notifications/announcement-parts.ts'
import {
  type HeldNotification,
  isAnythingDue,
  keepHeld,
  settleNotification,
  takeHeld,
} from '../../notifications/held-store.ts'
import { silencedBy } from '../../notifications/silence.ts'
import { lockLiveSilences } from '../../notifications/silence-store.ts'
import { appendTimeline, subjectOf } from '../timeline.ts'

const AT_ONCE = 200

/**
 * Reconsiders held notifications whose silence has ended or changed. Those covered by another silence stay held, those
 * of open subjects are sent now, and those of resolved ones are dropped. Returns whether there may be more.
 */
export async function sendHeldNotifications(db: CellDatabase, now: Date): Promise<boolean> {
  if (!(await isAnythingDue(db, now))) return false
  return db.transaction(async (tx) => {
    // Silences are locked first, as everywhere that locks both.
    const silences = await lockLiveSilences(tx, 'all', now)
    const due = await takeHeld(tx, now, AT_ONCE)
    const toSend: HeldNotification[] = []
    for (const held of due) {
      const silenced = held.goes_on ? silencedBy(silences, occasionOf(held.announcement), now) : null
      if (silenced !== null) await keepHeld(tx, held, silenced.silence.id, silenced.until)
      else if (held.goes_on) toSend.push(held)
      else await settleNotification(tx, held, 'dropped')
    }
    for (const held of toSend) await settleNotification(tx, held, 'sent')
    // An incident that is due itself is not announced a second time with its alert.
    await sendNotifications(
      tx,
      toSend.map(({ announcement }) => announcement),
      now,
    )
    await noteOnTimelines(tx, toSend, now)
    return due.length === AT_ONCE
  })
}

async function noteOnTimelines(tx: InCell, sent: readonly HeldNotification[], now: Date): Promise<void> {
  const entries = sent.flatMap(({ announcement, silence_id, silence_reason }) => {
    const { incident_id } = factsOf(announcement)
    if (incident_id == null) return []
    const silence = silence_id === null ? null : { id: silence_id, reason: silence_reason }
    const says = { code: 'sent_after_silence', subject: subjectOf(announcement), silence } as const
    return [{ incident_id, kind: 'notified' as const, user_id: null, says }]
  })
  await appendTimeline(tx, entries, now)
}
