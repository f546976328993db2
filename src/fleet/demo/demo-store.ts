import sql from 'sql-template-tag'
import type { Device } from '../../core/devices/device.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { DEMO_TAG } from './demo-fleet.ts'

/** After this time, another node takes over the fleet of a killed node. */
export const DEMO_HELD_FOR_S = 20

export interface DemoMember {
  device: Device
  seed: number
  /** Null before its first reading. */
  state: unknown
}

/** Null without a demo. */
export async function findDemo(db: Queryable): Promise<{ notifies: boolean } | null> {
  const [demo] = await db.query<{ notifies: boolean }>(sql`select notifies from demo`)
  return demo ?? null
}

/** False if there is a demo already. */
export async function insertDemo(tx: Queryable): Promise<boolean> {
  return (await tx.query(sql`insert into demo default values on conflict do nothing returning single`)).length > 0
}

/** With an external ID: one whose messages come through the source of the demo. */
export async function insertMember(
  tx: Queryable,
  deviceId: number,
  seed: number,
  externalId: string | null = null,
): Promise<void> {
  await tx.query(sql`
    insert into demo_devices (device_id, seed, external_id) values (${deviceId}, ${seed}, ${externalId})`)
}

/** Makes a source that of the demo, which has heard of these sensors. */
export async function keepDemoSource(
  tx: Queryable,
  sourceId: number,
  sensors: readonly { external_id: string; label: string }[],
  now: Date,
): Promise<void> {
  await tx.query(sql`update demo set source_id = ${sourceId}`)
  await tx.query(sql`
    insert into external_ids (source_id, external_id, state, label, first_seen, last_seen)
    select ${sourceId}, n.external_id, 'pending', n.label, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(sensors)}::jsonb) as n (external_id text, label text)`)
}

/** Whether incidents of demo devices notify people. False without a demo. */
export async function updateDemoNotifies(tx: Queryable, notifies: boolean): Promise<boolean> {
  return (await tx.query(sql`update demo set notifies = ${notifies} returning single`)).length > 0
}

/**
 * Makes devices of the demo of those that people have adopted from its source, so that they notify nobody and go with it.
 * They have the tag of the source; a device that was there before has not, and stays what it is.
 */
export async function addAdopted(db: Queryable): Promise<void> {
  await db.query(sql`
    insert into demo_devices (device_id, seed, external_id)
    select e.device_id, 0, e.external_id
    from demo
    join external_ids as e on e.source_id = demo.source_id
    join devices as d on d.id = e.device_id and d.deleted_at is null
    where ${DEMO_TAG} = any (d.tags)
    on conflict do nothing`)
}

/** Ends the demo. Returns the ids of its devices, and of its source if it has one. */
export async function deleteDemo(tx: Queryable): Promise<{ deviceIds: number[]; sourceId: number | null }> {
  await addAdopted(tx)
  const [demo] = await tx.query<{ source_id: number | null }>(sql`delete from demo returning source_id`)
  const members = await tx.query<{ device_id: number }>(sql`delete from demo_devices returning device_id`)
  return { deviceIds: members.map(({ device_id }) => device_id), sourceId: demo?.source_id ?? null }
}

interface HeldDemo {
  has_history: boolean
  /** Null without one: somebody has deleted it. */
  source_id: number | null
}

/** Makes this node the one that moves the fleet, or keeps it so. Null if another node does, or if there is no demo. */
export async function holdDemo(db: Queryable, holder: string, now: Date): Promise<HeldDemo | null> {
  const [held] = await db.query<HeldDemo>(sql`
    update demo
    set holder = ${holder}, held_until = ${secondsAfter(now, DEMO_HELD_FOR_S)}
    where holder is null or holder = ${holder} or held_until < ${now}
    returning has_history, source_id`)
  return held ?? null
}

export async function recordDemoHistory(db: Queryable): Promise<void> {
  await db.query(sql`update demo set has_history = true`)
}

/** Ids of all demo devices, disabled ones included. */
export async function listMemberIds(db: Queryable): Promise<Set<number>> {
  const members = await db.query<{ device_id: number }>(sql`select device_id from demo_devices`)
  return new Set(members.map(({ device_id }) => device_id))
}

/** Demo devices that are neither disabled nor deleted, without those of the source. */
export function listDemoMembers(db: Queryable): Promise<DemoMember[]> {
  return db.query<DemoMember>(sql`
    select
      m.seed, m.state,
      jsonb_build_object(
        'id', d.id, 'site_id', d.site_id, 'name', d.name, 'module', d.module, 'enabled', d.enabled, 'tags', d.tags,
        'expected_interval_s', d.expected_interval_s, 'offline_after_s', d.offline_after_s, 'attributes', d.attributes
      ) as device
    from demo_devices as m
    join devices as d on d.id = m.device_id
    where d.enabled and d.deleted_at is null and m.external_id is null
    order by d.id`)
}

/** Stores the current state of the simulated devices. */
export async function keepStates(db: Queryable, states: readonly { id: number; state: unknown }[]): Promise<void> {
  await db.query(sql`
    update demo_devices as d
    set state = s.state
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s (id integer, state jsonb)
    where d.device_id = s.id`)
}
