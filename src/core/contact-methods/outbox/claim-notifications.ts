import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase, InCell, Queryable } from '../../../platform/database/database.ts'
import { hashToken } from '../../../platform/secrets.ts'
import type { Preferences } from '../../people/preferences/preferences.ts'
import { reachesSql } from '../../reach/reach.ts'
import type { Role } from '../../reach/role.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import type { Details } from '../channels/channel-kind.ts'
import type { ContactKind } from '../channels/channels.ts'
import type { IncidentFacts, NotificationFacts } from '../messages/notification-facts.ts'
import type { NotificationOutcome } from '../outcome-texts.ts'
import { cancelWhere, isAnswered } from './cancel-notifications.ts'
import { isHeld, listCleared } from './cleared-since.ts'
import { expireNotifications, failNotifications } from './fail-notifications.ts'
import { actionToken } from './message-id.ts'
import {
  DIGEST_WINDOW_S,
  type DueNotification,
  planSending,
  type SendingPlan,
  type SentLately,
} from './plan-sending.ts'

/** Notifications claimed by a node that has died are free for other nodes after this time. */
export const LEASE_S = 60
const METHODS_AT_ONCE = 50
/** Notifications of one method. The next claim takes the rest. */
const DUE_AT_ONCE = 200

/** A notification to send, with its method and its reader. */
export interface ClaimedNotification {
  id: number
  run_id: number | null
  incident_id: number | null
  user_id: number
  user_name: string
  method_id: number
  kind: ContactKind
  label: string
  details: Details
  address_sealed: Buffer
  reason: NotificationFacts['reason']
  severity: Severity | null
  facts: NotificationFacts
  /** Notifications that it stands for, if it is a digest. */
  merged: NotificationFacts[]
  /** Whether quiet hours had held it. */
  was_held: boolean
  spent: number
  role: Role
  preferences: Partial<Preferences>
  created_at: Date
  expires_at: Date
  /** With which its reader acts without a session. */
  token: string
}

type Due = DueNotification & { method_id: number; created_at: Date }
type Digest = { id: number; merged: number[] }

/**
 * Claims what is due, one method after the other: the row of the method is locked meanwhile, so that two nodes never
 * bundle for the same one. Methods in `busy` are left alone. Whatever is too late expires; what is held waits.
 */
export async function claimNotifications(
  db: CellDatabase,
  key: Buffer,
  busy: readonly number[],
  now: Date,
): Promise<ClaimedNotification[]> {
  if (!(await isAnythingDue(db, busy, now))) return []
  return db.transaction(async (tx) => {
    await callOff(tx, now)
    const methods = await lockDueMethods(tx, busy, now)
    if (methods.length === 0) return []
    const due = await listDue(tx, methods, now)
    const lately = await listSentLately(tx, methods, now)
    const ids: number[] = []
    const digests: Digest[] = []
    for (const method of methods) {
      const own = due.filter(({ method_id }) => method_id === method)
      for (const plan of planSending(own, lately(method), now)) {
        ids.push(...plan.alone.map(({ id }) => id))
        digests.push(...plan.digests.map(digestOf))
        await postpone(tx, plan, now)
      }
    }
    await mergeInto(tx, digests, now)
    const sent = new Set([...ids, ...digests.map(({ id }) => id)])
    const chosen = due.filter(({ id }) => sent.has(id))
    return take(tx, key, chosen, digests, now)
  })
}

const NOTHING_LATELY: SentLately = { incident_ids: [], had_critical: false, last_at: null }

const isDue = (now: Date) => sql`
  n.state in ('queued', 'held', 'retrying', 'sending') and n.due_at <= ${now}
  and (n.leased_until is null or n.leased_until <= ${now})`

const isFree = (busy: readonly number[]) => sql`n.method_id <> all (${[...busy]}::integer[])`

/** An incident that they are about is of a site of which the person is no longer a member. */
const isOutOfReach = sql`
  exists (
    select
    from notifications as one
    join incidents as i on i.incident_id = one.incident_id
    join users as u on u.id = one.user_id
    where (one.id = n.id or one.merged_into = n.id) and ${reachesSql('u', 'viewer', sql`i.site_id`)} is not true
  )`

async function isAnythingDue(db: Queryable, busy: readonly number[], now: Date): Promise<boolean> {
  const due = await db.query(
    sql`select from notifications as n where ${isDue(now)} and (${isFree(busy)} or n.method_id is null) limit 1`,
  )
  return due.length > 0
}

/** Whatever comes too late, is answered, or has no method any more. */
async function callOff(tx: InCell, now: Date): Promise<void> {
  await expireNotifications(tx, sql`${isDue(now)} and n.expires_at <= ${now}`, now)
  // Under way when the answer came.
  await cancelWhere(tx, sql`${isDue(now)} and ${isAnswered}`, null, now)
  const isUsable = sql`
    exists (
      select
      from contact_methods as m
      join users as u on u.id = m.user_id
      where m.id = n.method_id and u.enabled and (m.state = 'verified' or n.reason in ('verification', 'test'))
    )`
  await failNotifications(tx, sql`${isDue(now)} and not ${isUsable}`, { code: 'not_in_use' }, now)
  await cancelWhere(tx, sql`${isDue(now)} and ${isOutOfReach}`, null, now)
}

async function lockDueMethods(tx: InCell, busy: readonly number[], now: Date): Promise<number[]> {
  const methods = await tx.query<{ id: number }>(sql`
    select m.id
    from contact_methods as m
    where m.id = any (array(
        select n.method_id
        from notifications as n
        where ${isDue(now)} and ${isFree(busy)} and not ${isHeld}
        group by n.method_id
        order by min(n.due_at)
        limit ${METHODS_AT_ONCE}
      ))
    order by m.id
    for no key update skip locked`)
  return methods.map(({ id }) => id)
}

function listDue(tx: InCell, methods: readonly number[], now: Date): Promise<Due[]> {
  return tx.query<Due>(sql`
    select
      n.id, n.method_id, n.created_at, n.incident_id, n.reason, n.severity, n.state = 'held' as was_held,
      n.token_hash is not null as was_begun,
      case when n.reason in ('acknowledged', 'resolved', 'assigned') then n.reason || coalesce(' ' || (n.facts ->> 'by'), '') end
        as answer
    from unnest(${[...methods]}::integer[]) as m (id)
    cross join lateral (
      select *
      from notifications as n
      where n.method_id = m.id and ${isDue(now)} and not ${isHeld}
      order by n.due_at, n.id
      limit ${DUE_AT_ONCE}
      for no key update skip locked
    ) as n`)
}

/** By method. */
async function listSentLately(tx: Queryable, methods: readonly number[], now: Date) {
  const rows = await tx.query<SentLately & { method_id: number; is_answer: boolean }>(sql`
    select
      method_id, reason not in ('step', 'digest') as is_answer, array_agg(distinct incident_id) as incident_ids,
      bool_or(severity = 'critical') as had_critical, max(at) as last_at
    from notifications
    where method_id = any (${[...methods]}::integer[]) and at > ${secondsAfter(now, -DIGEST_WINDOW_S)}
      and reason in ('step', 'digest', 'acknowledged', 'resolved', 'assigned', 'answers') and incident_id is not null
      and state in ('sending', 'accepted', 'acted', 'merged')
    group by 1, 2`)
  const find = (method: number, isAnswer: boolean): SentLately =>
    rows.find(({ method_id, is_answer }) => method_id === method && is_answer === isAnswer) ?? NOTHING_LATELY
  return (method: number) => ({ steps: find(method, false), answers: find(method, true) })
}

/** The most severe one stands for all. */
function digestOf(digest: readonly DueNotification[]): Digest {
  const [first, ...others] = digest
  return { id: first!.id, merged: others.map(({ id }) => id) }
}

async function postpone(tx: InCell, { later, laterAt }: SendingPlan, now: Date): Promise<void> {
  if (later.length === 0) return
  await tx.query(sql`
    update notifications
    set
      due_at = ${laterAt}, expires_at = greatest(expires_at, ${secondsAfter(laterAt, LEASE_S)}), at = ${now},
      outcome = ${{ code: 'bundled' } satisfies NotificationOutcome}
    where id = any (${later.map(({ id }) => id)}::bigint[])`)
}

async function mergeInto(tx: InCell, digests: readonly Digest[], now: Date): Promise<void> {
  for (const { id, merged } of digests) {
    await tx.query(sql`
      update notifications
      set state = 'merged', merged_into = ${id}, leased_until = null, at = ${now}, outcome = null
      where id = any (${merged}::bigint[])`)
  }
}

async function take(
  tx: InCell,
  key: Buffer,
  chosen: readonly Due[],
  digests: readonly Digest[],
  now: Date,
): Promise<ClaimedNotification[]> {
  if (chosen.length === 0) return []
  const ids = chosen.map(({ id }) => id)
  const held = chosen.filter(({ was_held }) => was_held).map(({ id }) => id)
  const tokens = chosen.map((one) => actionToken(key, one))
  const claimed = await tx.query<Omit<ClaimedNotification, 'token'>>(sql`
    update notifications as n
    set
      state = 'sending', leased_until = ${secondsAfter(now, LEASE_S)}, at = ${now}, token_hash = t.hash,
      reason = case
        when n.id <> all (${digests.map(({ id }) => id)}::bigint[]) then n.reason
        when n.reason = 'step' then 'digest'
        else 'answers'
      end
    from contact_methods as m, users as u,
      unnest(${ids}::bigint[], ${tokens.map(hashToken)}::text[]) as t (id, hash)
    where n.id = t.id and m.id = n.method_id and u.id = n.user_id
    returning
      n.id, n.run_id, n.incident_id, n.user_id, u.name as user_name, n.method_id, n.kind, n.label, m.details,
      m.address_sealed, n.reason, n.severity, n.facts, n.spent, u.role, u.preferences, n.created_at, n.expires_at,
      n.id = any (${held}::bigint[]) as was_held,
      array(select other.facts from notifications as other where other.merged_into = n.id and other.state = 'merged' order by other.id) as merged`)
  const tokenOf = new Map(ids.map((id, place) => [id, tokens[place]!]))
  const about = claimed.flatMap(({ facts, merged }) => [facts, ...merged].flatMap(incidentOf))
  const cleared = await listCleared(tx, [...new Set(about.map((incident) => incident.id))])
  return claimed
    .map((one) => ({
      ...one,
      facts: withCleared(one.facts, cleared),
      merged: one.merged.map((facts) => withCleared(facts, cleared)),
      token: tokenOf.get(one.id)!,
    }))
    .sort((one, other) => one.id - other.id)
}

const incidentOf = (facts: NotificationFacts): IncidentFacts[] => ('incident' in facts ? [facts.incident] : [])

/** With what has become of its incident since it was queued. */
function withCleared(facts: NotificationFacts, cleared: ReadonlyMap<number, Date>): NotificationFacts {
  const since = 'incident' in facts ? cleared.get(facts.incident.id) : undefined
  if (!('incident' in facts) || since === undefined) return facts
  return { ...facts, incident: { ...facts.incident, cleared_since: since.toISOString() } }
}

/** Releases claimed notifications that were not sent, for the next claim. */
export async function giveBack(db: InCell, ids: readonly number[], now: Date): Promise<void> {
  await db.query(sql`
    update notifications
    set state = 'queued', leased_until = null, at = ${now}
    where id = any (${[...ids]}::bigint[]) and state = 'sending'`)
}
