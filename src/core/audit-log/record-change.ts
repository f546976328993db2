import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { INSTALLATION, NO_REACH, type Reach } from '../reach/reach.ts'
import { changedFields, storable } from './changed-fields.ts'

/** The last five: a link in a notification of that kind. */
export const VIAS = ['session', 'token', 'command', 'system', 'push', 'email', 'ntfy', 'telegram', 'webhook'] as const
export type Via = (typeof VIAS)[number]

/** The person on whose account something changes, and how they are authenticated. */
export interface ChangeBy {
  /** Null for commands and the service itself, and when the person is unknown, as with a failed login. */
  actor: { id: number; email: string } | null
  via: Via
  /** The reach of the person, which limits what they may change. */
  reach: Reach
  /** Address of the client; null for changes made on the machine itself. */
  address: string | null
}

export interface Change {
  /** The action, like `device.created` or `incident.resolved`; docs/api.md lists them. */
  action: string
  subject: { type: string; id: string | number; name?: string | null | undefined; site_id?: number | null }
  /** The fields before and after the change; equal ones are left out. */
  before: object | null
  after: object | null
}

/** The site of a subject: as it says, which one that has just been deleted must, or as it is now. */
const SITE_OF_SUBJECT = sql`
  coalesce(e.site_id, (e.before ->> 'site_id')::integer, case e.type
    when 'site' then e.id::integer
    when 'device' then (select d.site_id from devices as d where d.id = e.id::integer)
    when 'alert' then (
      select d.site_id from alerts as a join devices as d on d.id = a.device_id where a.alert_id = e.id::bigint
    )
    when 'incident' then (select i.site_id from incidents as i where i.incident_id = e.id::bigint)
    when 'rule' then (select r.site_id from rules as r where r.key = e.id)
    when 'geofence' then (select g.site_id from geofences as g where g.id = e.id::integer)
    when 'silence' then (select s.site_id from silences as s where s.id = e.id::integer)
    when 'webhook' then (select w.site_id from webhooks as w where w.id = e.id::integer)
    when 'schedule' then (select s.site_id from schedules as s where s.id = e.id::integer)
    when 'escalation_policy' then (select p.site_id from escalation_policies as p where p.id = e.id::integer)
  end)`

export const BY_COMMAND: ChangeBy = { actor: null, via: 'command', reach: INSTALLATION, address: null }
export const BY_SYSTEM: ChangeBy = { actor: null, via: 'system', reach: INSTALLATION, address: null }

/**
 * Records who changed what, in the transaction of the change, so that neither exists without the other. Secrets are
 * left out. Records nothing if both states are given and equal.
 */
export function recordChange(tx: Queryable, by: ChangeBy, change: Change, now: Date): Promise<void> {
  return recordChanges(tx, by, [change], now)
}

export async function recordChanges(tx: Queryable, by: ChangeBy, changes: readonly Change[], now: Date): Promise<void> {
  const entries = changes.flatMap(({ action, subject, before, after }) => {
    const changed = changedFields(before, after)
    if (changed === null) return []
    const name = subject.name == null ? null : storable(subject.name)
    return [
      {
        action,
        type: subject.type,
        id: storable(String(subject.id)),
        name,
        site_id: subject.site_id ?? null,
        ...changed,
      },
    ]
  })
  if (entries.length === 0) return
  await tx.query(sql`
    insert into audit_entries (
      at, actor_id, actor_email, via, address, action, subject_type, subject_id, subject_name, before, after, site_id
    )
    select
      ${now}, ${by.actor?.id ?? null}, ${by.actor?.email ?? null}, ${by.via}, ${by.address}, e.action, e.type, e.id, e.name,
      e.before, e.after, ${SITE_OF_SUBJECT}
    from rows from (
      jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as (action text, type text, id text, name text, site_id integer, before jsonb, after jsonb)
    ) with ordinality as e (action, type, id, name, site_id, before, after, place)
    order by e.place`)
}

/** The person behind a request, if it has one, and the way they authenticated. */
export function changeBy(request: FastifyRequest): ChangeBy & { via: 'session' | 'token'; address: string } {
  const actor = request.user ? { id: request.user.id, email: request.user.email } : null
  const via = request.headers.authorization === undefined ? 'session' : 'token'
  return { actor, via, reach: request.reach ?? NO_REACH, address: request.ip }
}
