import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import { releaseDevice } from '../external-ids/external-id-store.ts'
import { changeQuarantine, lockSourceStates } from './change-quarantine.ts'

/**
 * Takes its external IDs from a device that leaves its site, or is deleted, and deletes what the sources have kept of it:
 * messages in quarantine, examples, and the last ones that made readings of it. Later messages wait for somebody to adopt it again.
 */
export async function forgetSourcesOf(cell: InCell, deviceId: number): Promise<void> {
  await lockSourceStates(cell, sql`select source_id from external_ids where device_id = ${deviceId}`)
  const released = await releaseDevice(cell, deviceId)
  const [ids, names] = [released.map(({ source_id }) => source_id), released.map(({ external_id }) => external_id)]
  await changeQuarantine(
    cell,
    'drop',
    sql`
      delete from source_messages as m
      using unnest(${ids}::integer[], ${names}::text[]) as e (source_id, external_id)
      where m.outcome = 'quarantined' and m.source_id = e.source_id and m.external_id = e.external_id
      returning m.source_id, m.external_id, m.bytes`,
  )
  // An example from quarantine does not know which device was adopted after it.
  await cell.query(sql`
    delete from source_messages as m
    using unnest(${ids}::integer[], ${names}::text[]) as e (source_id, external_id)
    where m.outcome = 'example' and m.source_id = e.source_id
      and m.readings @> jsonb_build_array(jsonb_build_object('external_id', e.external_id))`)
  await deleteSamplesOf(cell, deviceId)
}

/** The last messages of the sources of its site are noted a little later than their readings. */
export async function deleteSamplesOf(cell: InCell, deviceId: number): Promise<void> {
  const readingOfIt = JSON.stringify([{ device_id: deviceId }])
  await cell.query(sql`
    delete from source_messages
    where outcome <> 'quarantined' and readings @> ${readingOfIt}::jsonb
      and source_id in (
        select s.id from sources as s join devices as d on d.site_id = s.site_id where d.id = ${deviceId}
      )`)
}
