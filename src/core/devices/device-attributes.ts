import sql from 'sql-template-tag'
import Type from 'typebox'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import { lockDevice } from './change-device.ts'
import type { Device } from './device.ts'
import { DEVICE_CHANGED } from './device-store.ts'

type Attributes = Device['attributes']

export async function findAttributes(db: Queryable, reach: Reach, deviceId: number): Promise<Attributes | null> {
  const [row] = await db.query<{ attributes: Attributes }>(sql`
    select attributes from devices where id = ${deviceId}::bigint and deleted_at is null and ${inReach(reach, 'viewer', sql`site_id`)}`)
  return row?.attributes ?? null
}

/** Replaces all attributes. Throws 404. */
export async function saveAttributes(
  db: Database,
  deviceId: number,
  attributes: Attributes,
  by: ChangeBy,
  now: Date,
): Promise<Attributes> {
  return db.transaction(async (tx) => {
    const { name } = await lockDevice(tx, deviceId, by.reach)
    const before = await findAttributes(tx, by.reach, deviceId)
    await tx.query(
      sql`update devices set attributes = ${JSON.stringify(attributes)}::jsonb where id = ${deviceId}::bigint`,
    )
    await tx.notify(DEVICE_CHANGED, String(deviceId))
    const subject = { type: 'device', id: deviceId, name }
    const states = { before: { attributes: before }, after: { attributes } }
    await recordChange(tx, by, { action: 'device.updated', subject, ...states }, now)
    return attributes
  })
}

export const AttributesShape = Type.Unsafe<Record<string, number | string | boolean>>({
  type: 'object',
  maxProperties: 64,
  patternProperties: {
    '^[a-z][a-z0-9_]{0,63}$': {
      type: ['number', 'string', 'boolean'],
      maxLength: 200,
      pattern: '^[^\\u0000\\ud800-\\udfff]*$',
    },
  },
  additionalProperties: false,
  title: 'DeviceAttributes',
  description: 'Values of the device that rules can use as limits',
  examples: [{ max_systolic: 165 }],
})
