import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ContactKind } from '../channels/channels.ts'
import type { ContactMethod } from '../contact-method-shapes.ts'
import type { StoredOutcome } from '../outcome-texts.ts'
import type { NotificationState } from './notification.ts'
import { queueNotifications } from './queue-notifications.ts'

/** Queues a test message for each of these verified methods. Returns the keys with which their outcomes are read. */
export async function queueTests(
  tx: Queryable,
  userId: number,
  methods: readonly Pick<ContactMethod, 'id' | 'label'>[],
  now: Date,
): Promise<string[]> {
  const about = { run_id: null, incident_id: null, severity: null, due_at: now, held: false }
  const tests = methods.map(({ id, label }) => ({
    ...{ ...about, user_id: userId, method_id: id },
    facts: { reason: 'test' as const, label },
    dedupe_key: `test ${id}:${now.toISOString()}`,
  }))
  await queueNotifications(tx.inCell(0), tests, now)
  return tests.map(({ dedupe_key }) => dedupe_key)
}

export interface TestOutcome {
  kind: ContactKind
  label: string
  state: NotificationState
  outcome: StoredOutcome | null
}

export const listTestOutcomes = (db: Queryable, keys: readonly string[]): Promise<TestOutcome[]> =>
  db.query<TestOutcome>(sql`
    select kind, label, state, outcome from notifications where dedupe_key = any (${[...keys]}::text[]) order by id`)
