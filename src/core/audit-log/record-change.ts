import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { INSTALLATION, NO_REACH, type Reach } from '../reach/reach.ts'
import { type ChangedFields, changedFields, storableText } from './changed-fields.ts'
import { findSitesOf, type Subject } from './site-of-subject.ts'

/** The person on whose account something changes, and how they are authenticated. */
export interface ChangeBy {
  /** Null for commands and the service itself, and when the person is unknown, as with a failed login. */
  actor: { id: number; email: string } | null
  /** `session`, `token`, `command`, `system`, or the kind of contact method by whose message or link it came. */
  via: string
  /** The reach of the person, which limits what they may change. */
  reach: Reach
  /** Address of the client; null for changes made on the machine itself. */
  address: string | null
}

declare const isProven: unique symbol

/**
 * The same, by somebody who has just proven who they are: needed for what outlives a login, such as a role, a token or a
 * contact method. People get one from `provenBy` alone; commands act for whoever operates the machine.
 */
export type ProvenBy = ChangeBy & { readonly [isProven]: true }

export interface Change {
  /** The action, like `device.created` or `incident.resolved`; docs/api.md lists them. */
  action: string
  subject: { type: string; id: string | number; name?: string | null | undefined; site_id?: number | null }
  /** The fields before and after the change; equal ones are left out. */
  before: object | null
  after: object | null
}

export const BY_COMMAND = { actor: null, via: 'command', reach: INSTALLATION, address: null } as ChangeBy as ProvenBy
export const BY_SYSTEM = { actor: null, via: 'system', reach: INSTALLATION, address: null } as ChangeBy as ProvenBy

/**
 * Records who changed what, in the transaction of the change, so that neither exists without the other. Secrets are
 * left out. Records nothing if both states are given and equal.
 */
export function recordChange(tx: Queryable, by: ChangeBy, change: Change, now: Date): Promise<void> {
  return recordChanges(tx, by, [change], now)
}

export async function recordChanges(tx: Queryable, by: ChangeBy, changes: readonly Change[], now: Date): Promise<void> {
  const entries = changes.flatMap(
    ({ action, subject, before, after }): (Subject & ChangedFields & { action: string; name: string | null })[] => {
      const changed = changedFields(before, after)
      if (changed === null) return []
      const name = subject.name == null ? null : storableText(subject.name)
      return [
        {
          action,
          type: subject.type,
          id: storableText(String(subject.id)),
          name,
          site_id: subject.site_id ?? null,
          ...changed,
        },
      ]
    },
  )
  if (entries.length === 0) return
  const sites = await findSitesOf(tx, entries)
  await tx.query(sql`
    insert into audit_entries (
      at, actor_id, actor_email, via, address, action, subject_type, subject_id, subject_name, before, after, site_id
    )
    select
      ${now}, ${by.actor?.id ?? null}, ${by.actor?.email ?? null}, ${by.via}, ${by.address}, e.action, e.type, e.id, e.name,
      e.before, e.after, e.site_id
    from rows from (
      jsonb_to_recordset(${JSON.stringify(entries.map((entry, place) => ({ ...entry, site_id: sites[place] })))}::jsonb)
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
