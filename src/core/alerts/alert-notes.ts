import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { Titled } from '../vocabulary/titles.ts'

/** A note that somebody wrote on an alert. */
interface AlertNote extends Titled {
  at: Date
  alert_id: number
  note: string
}

/** More could not be told apart in a chart. */
const MOST = 50

/** Notes of a range on alerts of a device, newest first. */
export function listAlertNotes(
  db: Queryable,
  deviceId: ReachedId<'device'>,
  from: Date,
  to: Date,
): Promise<AlertNote[]> {
  return db.query<AlertNote>(sql`
    select n.at, n.alert_id, a.title, a.title_of, n.text as note
    from alert_notes as n
    join alerts as a on a.device_id = n.device_id and a.alert_id = n.alert_id
    where n.device_id = ${deviceId} and n.at >= ${from} and n.at < ${to}
    order by n.at desc, n.note_id desc
    limit ${MOST}`)
}
