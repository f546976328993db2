import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import { releaseDevice } from '../external-ids/external-id-store.ts'

/**
 * Takes its external IDs from a device that leaves its site, or is deleted, and deletes what the sources have kept of it:
 * messages in quarantine, and the last ones that made readings of it. Later messages wait for somebody to adopt it again.
 */
export async function forgetSourcesOf(cell: InCell, deviceId: number): Promise<void> {
  // First, as everybody does who changes a quarantine.
  await cell.query(sql`
    select
    from source_states
    where source_id in (select source_id from external_ids where device_id = ${deviceId})
    order by source_id
    for no key update`)
  const released = await releaseDevice(cell, deviceId)
  const [ids, names] = [released.map(({ source_id }) => source_id), released.map(({ external_id }) => external_id)]
  await cell.query(sql`
    with message as (
      delete from source_messages as m
      using unnest(${ids}::integer[], ${names}::text[]) as e (source_id, external_id)
      where m.outcome = 'quarantined' and m.source_id = e.source_id and m.external_id = e.external_id
      returning m.source_id, m.bytes
    ), device as (
      update external_ids as e
      set quarantined = 0
      from unnest(${ids}::integer[], ${names}::text[]) as n (source_id, external_id)
      where e.source_id = n.source_id and e.external_id = n.external_id
    )
    update source_states as s
    set quarantined = s.quarantined - m.count, quarantined_bytes = s.quarantined_bytes - m.bytes
    from (
      select source_id, count(*)::integer as count, sum(bytes)::bigint as bytes from message group by source_id
    ) as m
    where s.source_id = m.source_id`)
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
