import type { InCell } from '../../platform/database/database.ts'
import { announce } from '../notifications/announce.ts'
import { incidentChangeAnnouncements } from './announcing/incident-change-announcements.ts'
import { appendTimeline, incidentChanged, silencedEntries } from './timeline.ts'

/** Tells of incidents whose snooze has ended and which are open again; their escalation begins anew. */
export async function tellSnoozeEnded(
  tx: InCell,
  incidentIds: readonly number[],
  because: 'snooze_over' | 'became_more_severe',
  now: Date,
): Promise<void> {
  if (incidentIds.length === 0) return
  const entry = { kind: 'unacknowledged', user_id: null, says: { code: because } } as const
  await incidentChanged(
    tx,
    incidentIds.map((incident_id) => ({ incident_id, ...entry })),
    now,
  )
  await announceReopened(tx, incidentIds, now)
}

/** Announces incidents that are open again; a silence may hold that. */
export async function announceReopened(tx: InCell, incidentIds: readonly number[], now: Date): Promise<void> {
  const held = await announce(tx, await incidentChangeAnnouncements(tx, 'incident.reopened', incidentIds, now), now)
  await appendTimeline(tx, silencedEntries(held), now)
}
