import sql from 'sql-template-tag'
import type { Database } from '../../platform/database/database.ts'
import { conflict } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfDevice, inCellOfSite } from '../cells/find-cell.ts'
import { lockDevice } from '../devices/change-device.ts'
import { HANDED_OVER_COLUMNS } from '../devices/device-settings.ts'
import { DEVICE_CHANGED } from '../devices/device-store.ts'
import { leaveFamily } from '../people/memberships.ts'
import { releaseDevice } from '../sources/external-ids/external-id-store.ts'
import { leaveStatusPage } from '../status-pages/status-page-store.ts'
import { lockDeviceStates } from '../telemetry/latest/latest-store.ts'
import { closeOpen } from './delete-device.ts'
import { lockTarget } from './move-device.ts'

/** Instead of the hash of a token, with the id behind it. */
const HANDED_OVER = 'handed over '

interface Tokens {
  enabled: boolean
  token_hash: string
  token_hint: string
  previous_token_hash: string | null
  previous_token_until: Date | null
}

/**
 * Gives a device to other people: they get a new device with its settings and its token, and nothing of the past. The
 * former one stays where it was, disabled, with its readings, alerts and incidents. Returns the new id. Throws 400 for
 * an unknown site, 403, 404, and 409 within one site, or if its token was handed over already.
 */
export async function handOverDevice(
  db: Database,
  deviceId: number,
  siteId: number,
  by: ChangeBy,
  now: Date,
): Promise<number> {
  const cell = await inCellOfDevice(db, deviceId)
  return cell.transaction(async (tx) => {
    const { name, site_id: from } = await lockDevice(tx, deviceId, by.reach)
    await lockTarget(tx, by.reach, siteId)
    if (from === siteId) throw conflict('same_site')
    await lockDeviceStates(tx, [deviceId])
    const how = { resolution: 'device_handed_over', note: 'The device was handed over', actor: by.actor } as const
    await closeOpen(tx, deviceId, how, now)
    const [former] = await tx.query<Tokens>(sql`
      select enabled, token_hash, token_hint, previous_token_hash, previous_token_until
      from devices
      where id = ${deviceId}`)
    if (former!.token_hash.startsWith(HANDED_OVER)) throw conflict('device_handed_over')
    await tx.query(sql`
      update devices
      set
        enabled = false, version = version + 1, token_hash = ${HANDED_OVER} || id, token_hint = '',
        previous_token_hash = null, previous_token_until = null
      where id = ${deviceId}`)
    const [given] = await tx.query<{ id: number }>(sql`
      insert into devices (
        ${HANDED_OVER_COLUMNS}, attributes, site_id, enabled, token_hash, token_hint, previous_token_hash,
        previous_token_until, created_at
      )
      select
        ${HANDED_OVER_COLUMNS}, attributes, ${siteId}, ${former!.enabled}, ${former!.token_hash}, ${former!.token_hint},
        ${former!.previous_token_hash}, ${former!.previous_token_until}, ${now}
      from devices
      where id = ${deviceId}
      returning id`)
    await releaseDevice(tx, deviceId)
    await leaveStatusPage(tx, deviceId, from)
    await leaveFamily(tx, deviceId)
    const { id } = given!
    const itsCell = await inCellOfSite(tx, siteId)
    await itsCell.query(sql`insert into device_states (device_id) values (${id})`)
    await tx.notify(DEVICE_CHANGED, String(deviceId))
    const states = { before: null, after: { device_id: id, site_id: siteId } }
    const subject = { type: 'device', id: deviceId, name, site_id: from }
    await recordChange(tx, by, { action: 'device.handed_over', subject, ...states }, now)
    const created = { before: null, after: { name, site_id: siteId, handed_over: true } }
    await recordChange(
      tx,
      by,
      { action: 'device.created', subject: { ...subject, id, site_id: siteId }, ...created },
      now,
    )
    return id
  })
}
