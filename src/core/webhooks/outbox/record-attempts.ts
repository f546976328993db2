import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase, InCell, Queryable } from '../../../platform/database/database.ts'
import { BY_SYSTEM, recordChange } from '../../audit-log/record-change.ts'
import { disableWebhook } from '../webhook-store.ts'
import type { EndedAttempt, NoteSettled, SettledDelivery } from './attempt.ts'
import { afterAttempt, type Breaker, isGivenUp } from './breaker.ts'
import { type NextState, nextStateOf } from './retry-schedule.ts'

/** Rate at which held deliveries are released when a receiver is back. */
export const RELEASE_PER_S = 50
/** Limit of attempts in the log, for a delivery that is probed for days. */
const ATTEMPTS_KEPT = 20

type WebhookRow = Breaker & { id: number; name: string; enabled: boolean }

interface AttemptRecorder {
  /** Resolves when the attempt is on disk. */
  record(ended: EndedAttempt): Promise<void>
}

/** Writes attempts in groups: while one group is written, the next one gathers. */
export function attemptRecorder(
  options: { db: CellDatabase; retryDelaysS: readonly number[]; noteSettled: NoteSettled; now: () => Date },
  onHeld: (webhookId: number) => void,
): AttemptRecorder {
  let gathering: EndedAttempt[] = []
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  async function writeGathered(): Promise<void> {
    const group = gathering
    gathering = []
    next = null
    const { db, retryDelaysS, noteSettled, now } = options
    for (const id of await recordAttempts(db, group, retryDelaysS, noteSettled, now())) onHeld(id)
  }

  return {
    record(ended) {
      gathering.push(ended)
      if (next === null) {
        next = writing.then(writeGathered)
        // Callers get the error of their own group; the next group starts regardless.
        writing = next.catch(() => undefined)
      }
      return next
    },
  }
}

/**
 * Records attempts and their effects on deliveries and breakers. Returns the webhooks that must not be sent to for now.
 */
async function recordAttempts(
  db: CellDatabase,
  ended: readonly EndedAttempt[],
  retryDelaysS: readonly number[],
  noteSettled: NoteSettled,
  now: Date,
): Promise<Set<number>> {
  return db.transaction(async (tx) => {
    const before = await lockBreakers(tx, [...new Set(ended.map(({ delivery }) => delivery.webhook_id))])
    const after = new Map<number, WebhookRow>(before)
    const gone = new Set<number>()
    // A missing webhook was deleted, together with its deliveries.
    const kept = ended.filter(({ delivery }) => before.has(delivery.webhook_id))
    const settled = kept.map((one) => {
      const webhook = after.get(one.delivery.webhook_id)!
      const isDelivered = one.attempt.outcome === 'delivered'
      // A failed test means that somebody is working on the receiver, so it does not count.
      const counts = isDelivered || one.delivery.event !== 'webhook.test'
      const step = { isDelivered, isProbe: one.delivery.is_probe, notBefore: one.notBefore }
      if (counts) after.set(webhook.id, { ...webhook, ...afterAttempt(webhook, step, now) })
      if (one.attempt.status === 410) gone.add(webhook.id)
      const isHeld = after.get(webhook.id)!.breaker_opened_at !== null
      return { one, next: nextStateOf(one, isHeld, retryDelaysS, now) }
    })
    await saveAttempts(tx, settled, now)
    await noteSettled(tx, settledOf(settled, before), now)
    for (const webhook of after.values()) await followBreaker(tx, before.get(webhook.id)!, webhook, gone, now)
    return new Set(
      [...after.values()].filter(({ breaker_opened_at }) => breaker_opened_at !== null).map(({ id }) => id),
    )
  })
}

function settledOf(
  settled: readonly { one: EndedAttempt; next: NextState }[],
  webhooks: ReadonlyMap<number, WebhookRow>,
): SettledDelivery[] {
  return settled.flatMap(({ one: { delivery, attempt }, next: { status } }) => {
    const { lane, event, webhook_id } = delivery
    const { n: attempts, detail } = attempt
    return status === 'retrying'
      ? []
      : [{ lane, event, webhook_name: webhooks.get(webhook_id)!.name, status, attempts, detail }]
  })
}

async function lockBreakers(tx: Queryable, ids: readonly number[]): Promise<Map<number, WebhookRow>> {
  const rows = await tx.query<WebhookRow>(
    sql`
      select id, name, enabled, failures, failing_since, breaker_opened_at, probe_at, probes
      from webhooks
      where id = any (${ids}::integer[])
      order by id
      for no key update`,
    'lock_breakers',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function saveAttempts(
  tx: InCell,
  settled: readonly { one: EndedAttempt; next: NextState }[],
  now: Date,
): Promise<void> {
  const rows = settled.map(({ one, next }) => ({ id: one.delivery.id, attempt: one.attempt, ...next }))
  await tx.query(
    sql`
      update deliveries as d
      set
        attempts = case when jsonb_array_length(d.attempts) >= ${ATTEMPTS_KEPT} then d.attempts - 0 else d.attempts end
          || r.attempt,
        -- Called off meanwhile, it stays so, unless it has arrived.
        status = case when d.status = 'cancelled' and r.status <> 'delivered' then d.status else r.status end,
        failed_attempts = r.failed_attempts,
        next_attempt_at = case when d.status <> 'cancelled' then r.next_attempt_at end,
        leased_until = null,
        finished_at = case when r.next_attempt_at is null then ${now} else d.finished_at end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        id bigint, attempt jsonb, status text, failed_attempts smallint, next_attempt_at timestamptz
      )
      where d.id = r.id and d.status in ('pending', 'retrying', 'cancelled')`,
    'save_attempts',
  )
}

/** Applies a change of its breaker to the webhook and its waiting deliveries. */
async function followBreaker(
  tx: InCell,
  before: WebhookRow,
  after: WebhookRow,
  gone: ReadonlySet<number>,
  now: Date,
): Promise<void> {
  if (after === before || (before.failures === 0 && after.failures === 0)) {
    if (gone.has(after.id)) await disable(tx, after, 'The receiver answered 410 Gone', now)
    return
  }
  const { failures, failing_since, breaker_opened_at, probe_at, probes } = after
  await tx.query(sql`
    update webhooks
    set
      failures = ${failures}, failing_since = ${failing_since}, breaker_opened_at = ${breaker_opened_at}, probe_at = ${probe_at},
      probes = ${probes}
    where id = ${after.id}`)
  if (gone.has(after.id)) await disable(tx, after, 'The receiver answered 410 Gone', now)
  else if (isGivenUp(after, now)) await disable(tx, after, 'No attempt has succeeded for five days', now)
  else if (before.breaker_opened_at !== null && breaker_opened_at === null) await release(tx, before, now)
}

async function disable(tx: Queryable, { id, name, enabled }: WebhookRow, reason: string, now: Date): Promise<void> {
  if (!enabled) return
  const change = { before: { enabled: true }, after: { enabled: false, reason } }
  await recordChange(
    tx,
    BY_SYSTEM,
    { action: 'webhook.disabled', subject: { type: 'webhook', id, name }, ...change },
    now,
  )
  await disableWebhook(tx, id, reason, now)
}

/**
 * The receiver is back. Everything that waits is sent slowly, oldest first: deliveries that failed in this outage lose
 * their attempts and retry times, and those that died in it wait again.
 */
async function release(tx: InCell, { id, failing_since }: WebhookRow, now: Date): Promise<void> {
  await tx.query(sql`
    update deliveries
    set status = 'pending', failed_attempts = 0, next_attempt_at = least(created_at, ${now}), finished_at = null
    where webhook_id = ${id} and event <> 'webhook.test'
      and (status = 'retrying' and leased_until is null or status = 'dead' and finished_at >= ${failing_since})`)
  const [waiting] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from deliveries where webhook_id = ${id} and status in ('pending', 'retrying')`)
  const releasingUntil = secondsAfter(now, waiting!.count / RELEASE_PER_S)
  await tx.query(sql`update webhooks set releasing_until = ${releasingUntil} where id = ${id}`)
}
