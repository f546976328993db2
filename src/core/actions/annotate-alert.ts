import sql from 'sql-template-tag'
import type { Database } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfAlert } from '../cells/find-cell.ts'
import { reachesSql } from '../reach/reach.ts'
import { lockAlert } from './lock-incidents.ts'

/** Adds a note to an alert, open or resolved. Throws 404. */
export async function noteOnAlert(db: Database, alertId: number, by: ChangeBy, text: string, now: Date): Promise<void> {
  const cell = await inCellOfAlert(db, alertId)
  await cell.transaction(async (tx) => {
    const { device_id } = await lockAlert(tx, by.reach, alertId)
    await tx.query(sql`
      insert into alert_notes (device_id, alert_id, at, user_id, text)
      values (${device_id}, ${alertId}, ${now}, ${by.actor?.id ?? null}, ${text})`)
    const subject = { type: 'alert', id: alertId }
    await recordChange(tx, by, { action: 'alert.note_added', subject, before: null, after: { text } }, now)
  })
}

/** Assigns an alert; null unassigns it. Throws 404, or 400 for a person who could not act on it. */
export async function assignAlert(
  db: Database,
  alertId: number,
  userId: number | null,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfAlert(db, alertId)
  await cell.transaction(async (tx) => {
    const { device_id, site_id } = await lockAlert(tx, by.reach, alertId)
    const email = userId === null ? null : await emailOfAssignee(userId)
    const [row] = await tx.query<{ title: string; before: string | null }>(sql`
      select a.title, u.email as before
      from alerts as a
      left join users as u on u.id = a.assigned_to
      where a.device_id = ${device_id} and a.alert_id = ${alertId}`)
    await tx.query(sql`
      update alerts
      set assigned_to = ${userId}::integer
      where device_id = ${device_id} and alert_id = ${alertId}`)
    const subject = { type: 'alert', id: alertId, name: row!.title }
    const states = { before: { assigned_to: row!.before }, after: { assigned_to: email } }
    await recordChange(tx, by, { action: 'alert.assigned', subject, ...states }, now)

    async function emailOfAssignee(id: number): Promise<string> {
      const [user] = await tx.query<{ email: string }>(sql`
        select email
        from users as u
        where id = ${id}::bigint and enabled and ${reachesSql('u', 'operator', sql`${site_id}::integer`)}`)
      if (user === undefined) throw invalidField('/user_id', 'no_alert_assignee')
      return user.email
    }
  })
}
