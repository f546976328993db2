import type { InCell } from '../../../platform/database/database.ts'
import type { SettledNotification } from '../../contact-methods/outbox/record-outcome.ts'
import { appendTimeline } from '../timeline.ts'

/** Reasons that are worth a line: whoever was asked to answer, not who heard of the answer. */
const ASKING = new Set<SettledNotification['reason']>(['step', 'digest', 'nobody_told', 'call', 'assigned'])

/** Adds who was notified by what, or why not, to the timelines of the incidents. */
export async function noteNotifications(
  tx: InCell,
  { incident_ids, reason, user_name, label, state, outcome }: SettledNotification,
  now: Date,
): Promise<void> {
  if (state === 'accepted' && !ASKING.has(reason)) return
  const kind = state === 'accepted' ? ('person_notified' as const) : ('person_not_notified' as const)
  const says = { code: 'notification', person: user_name, label, outcome } as const
  await appendTimeline(
    tx,
    incident_ids.map((incident_id) => ({ incident_id, kind, user_id: null, says })),
    now,
  )
}
