import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import { announce } from '../../notifications/announce.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { deviceLane } from '../../webhooks/events/webhook-events.ts'
import { hasSubscribersSql } from '../../webhooks/outbox/has-subscribers.ts'

interface ReturnedDevice {
  device_id: number
  site_id: number
  device_name: string
  tags: string[]
  module: Module
  battery: number | null
  signal: number | null
  lat: number | null
  lng: number | null
}

/** Announces devices that were offline until now to receivers that subscribed to it. */
export async function announceReturn(tx: InCell, deviceIds: readonly number[], now: Date): Promise<void> {
  const devices = await tx.query<ReturnedDevice>(sql`
    select d.id as device_id, d.site_id, d.name as device_name, d.tags, d.module, s.battery, s.signal, s.lat, s.lng
    from devices as d
    join device_states as s on s.device_id = d.id
    where d.id = any (${[...deviceIds]}::integer[]) and ${hasSubscribersSql('device.online')}
    order by d.id`)
  const announcements = devices.map(({ device_id, site_id, device_name, tags, ...state }) => ({
    event: 'device.online' as const,
    data: { device_id, device_name, online_at: now, ...state },
    site_id,
    lane: deviceLane(device_id),
    severity: null,
    module: state.module,
    tags,
  }))
  await announce(tx, announcements, now)
}
