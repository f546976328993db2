import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { OneOf } from '../../platform/http/schemas/shapes.ts'
import { isTimeZone, WEEKDAYS, type Weekly, weeklyWindowAt } from '../../platform/weekly-windows.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { User } from '../people/user.ts'
import { rank, type Severity } from '../vocabulary/severities.ts'
import { SeverityShape } from '../vocabulary/shapes.ts'

const CLOCK = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
const LONGEST_STEP_S = 86_400
const strict = { additionalProperties: false }

const QuietHours = Type.Object(
  {
    from: Type.String({ pattern: CLOCK }),
    to: Type.String({ pattern: CLOCK }),
    days: Type.Array(OneOf(WEEKDAYS), { minItems: 1, uniqueItems: true }),
    time_zone: Type.String({ minLength: 1, maxLength: 64 }),
  },
  strict,
)
const MethodIds = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
  minItems: 1,
  maxItems: 10,
  uniqueItems: true,
})
const Step = Type.Object(
  {
    after_s: Type.Integer({ minimum: 0, maximum: LONGEST_STEP_S, description: 'Since the escalation step' }),
    method_ids: Type.Unsafe<number[] | null>({
      anyOf: [MethodIds, { type: 'null' }],
      description: 'null: every verified method',
    }),
  },
  strict,
)

/** The incidents that a person wants to be notified of, at which times and by which methods. */
export const NotificationPreferencesShape = Type.Object(
  {
    min_severity: SeverityShape,
    quiet_hours: Type.Unsafe<Weekly | null>({
      anyOf: [QuietHours, { type: 'null' }],
      description: 'Notifications wait for their end. An end that is not later than the beginning is on the next day',
    }),
    critical_breaks_quiet: Type.Boolean({ description: 'Whether critical incidents are sent in quiet hours too' }),
    steps: Type.Array(Step, { minItems: 1, maxItems: 10 }),
  },
  {
    ...strict,
    title: 'NotificationPreferences',
    examples: [
      {
        min_severity: 'warning',
        quiet_hours: { from: '22:00', to: '07:00', days: [...WEEKDAYS], time_zone: 'Europe/Ljubljana' },
        critical_breaks_quiet: true,
        steps: [
          { after_s: 0, method_ids: [4] },
          { after_s: 120, method_ids: null },
        ],
      },
    ],
  },
)
export type NotificationPreferences = Static<typeof NotificationPreferencesShape>

export const DEFAULT_NOTIFICATION_PREFERENCES: NotificationPreferences = {
  min_severity: 'warning',
  quiet_hours: null,
  critical_breaks_quiet: true,
  steps: [{ after_s: 0, method_ids: null }],
}

/** One message of a person's own steps. */
export interface PlannedMessage {
  method_id: number
  due_at: Date
  /** Whether it waits for the end of quiet hours. */
  held: boolean
}

/**
 * Messages to a person when an escalation reaches them; `methodIds` are the verified ones. Steps whose methods are all
 * gone use every method: a person who wants to be reached must not become unreachable by a lost phone. Pure.
 */
export function planMessages(
  preferences: NotificationPreferences,
  methodIds: readonly number[],
  severity: Severity,
  now: Date,
): PlannedMessage[] {
  if (rank(severity) < rank(preferences.min_severity)) return []
  const planned = new Map<number, PlannedMessage>()
  const steps = [...preferences.steps].sort((one, other) => one.after_s - other.after_s)
  for (const { after_s, method_ids } of steps) {
    const chosen = methodIds.filter((id) => method_ids === null || method_ids.includes(id))
    for (const method_id of chosen.length > 0 ? chosen : methodIds) {
      if (planned.has(method_id)) continue
      planned.set(method_id, { method_id, ...timeFor(preferences, severity, secondsAfter(now, after_s)) })
    }
  }
  return [...planned.values()]
}

/** When a message is sent that would be sent at `at`. Pure. */
export function timeFor(
  { quiet_hours, critical_breaks_quiet }: NotificationPreferences,
  severity: Severity,
  at: Date,
): { due_at: Date; held: boolean } {
  const breaks = severity === 'critical' && critical_breaks_quiet
  const window = quiet_hours === null || breaks ? null : weeklyWindowAt(quiet_hours, at)
  return window === null || window.from > at ? { due_at: at, held: false } : { due_at: window.to, held: true }
}

export async function readNotificationPreferences(db: Queryable, userId: number): Promise<NotificationPreferences> {
  const [row] = await db.query<NotificationPreferences>(sql`
    select min_severity, quiet_hours, critical_breaks_quiet, steps
    from notification_preferences
    where user_id = ${userId}`)
  return row ?? DEFAULT_NOTIFICATION_PREFERENCES
}

/** Replaces all of them. Throws 400 for an unknown time zone or a method of somebody else. */
export async function saveNotificationPreferences(
  db: Database,
  owner: User,
  after: NotificationPreferences,
  by: ChangeBy,
  now: Date,
): Promise<NotificationPreferences> {
  const { quiet_hours, steps } = after
  if (quiet_hours !== null && !isTimeZone(quiet_hours.time_zone)) {
    throw invalidField('/quiet_hours/time_zone', 'no_time_zone')
  }
  return db.transaction(async (tx) => {
    const methods = await tx.query<{ id: number }>(sql`
      select id from contact_methods where user_id = ${owner.id} for no key update`)
    const own = new Set(methods.map(({ id }) => id))
    for (const [place, { method_ids }] of steps.entries()) {
      if (method_ids?.some((id) => !own.has(id))) throw invalidField(`/steps/${place}/method_ids`, 'no_contact_method')
    }
    const before = await readNotificationPreferences(tx, owner.id)
    await tx.query(sql`
      insert into notification_preferences as p (user_id, min_severity, quiet_hours, critical_breaks_quiet, steps)
      values (
        ${owner.id}, ${after.min_severity}, ${quiet_hours === null ? null : JSON.stringify(quiet_hours)}::jsonb,
        ${after.critical_breaks_quiet}, ${JSON.stringify(steps)}::jsonb
      )
      on conflict (user_id) do update
      set
        min_severity = excluded.min_severity, quiet_hours = excluded.quiet_hours,
        critical_breaks_quiet = excluded.critical_breaks_quiet, steps = excluded.steps`)
    const subject = { type: 'user', id: owner.id, name: owner.email }
    await recordChange(tx, by, { action: 'notification_preferences.changed', subject, before, after }, now)
    return after
  })
}
