import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { messageId } from '../src/core/contact-methods/outbox/message-id.ts'
import type { Subscriber } from '../test/harness/push-service.ts'

/** A message may be on its way to the push service this long after the acknowledgement was answered. */
export const UNDER_WAY_MS = 1_000
const CALL_EVERY_MS = 100
/** Every so many calls, the incident is resolved at once: what waits must not be sent. */
const RESOLVED_EVERY = 4

/** Somebody on call, with a browser, and a policy for every tenth device. */
export interface OnCallPerson {
  id: number
  browser: Subscriber
  call: (method: string, path: string, body?: unknown) => Promise<Response>
}

/** A call or assignment that was answered with 200: its incident, and the person. */
interface Asked {
  kind: 'called' | 'assigned'
  incident_id: number
  user_id: number
}

/** People call one another to incidents, open or acknowledged, and assign them, again and again. */
export function callNowAndThen(people: readonly OnCallPerson[]) {
  const answered: Asked[] = []
  let ends = false
  const work = (async () => {
    for (let turn = 0; !ends; turn += 1) {
      await sleep(CALL_EVERY_MS)
      // The service may be down at any moment.
      await callOne(people, turn, answered).catch(() => undefined)
    }
  })()
  return {
    async end(): Promise<readonly Asked[]> {
      ends = true
      await work
      return answered
    },
  }
}

async function callOne(people: readonly OnCallPerson[], turn: number, answered: Asked[]): Promise<void> {
  const [{ call }, { id: user_id }] = [people[turn % people.length]!, people[(turn + 1) % people.length]!]
  const listed = await call('GET', '/api/mobile/incidents?status=open,acknowledged&limit=50')
  const { data } = (await listed.json()) as { data: { incident_id: number }[] }
  const incident_id = data[Math.floor(Math.random() * data.length)]?.incident_id
  if (incident_id === undefined) return
  const path = `/api/mobile/incidents/${incident_id}`
  const kind = turn % 2 === 0 ? 'called' : 'assigned'
  const { ok } =
    kind === 'called'
      ? await call('POST', `${path}/calls`, { to: { type: 'user', id: user_id }, note: `turn ${turn}` })
      : await call('POST', `${path}/assignment`, { user_id })
  if (ok) answered.push({ kind, incident_id, user_id })
  if (turn % RESOLVED_EVERY === 0) await call('POST', `${path}/resolution`, { resolution: 'test' })
}

interface SentCall {
  id: string
  created_at: Date
  merged_at: Date | null
  merged_into: string | null
  incident_id: string
  user_id: number
  kind: Asked['kind']
  state: string
  /** When it was answered: by its reader, by a resolution, or, if it was assigned, by a later assignment. */
  answered_at: Date | null
}

/** Problems with what people called and assigned. */
export async function compareCalls(
  connection: pg.ClientConfig,
  browsers: readonly Subscriber[],
  answered: readonly Asked[],
): Promise<{ broken: Record<string, number>; called: number }> {
  const sent = await rowsOf<SentCall>(
    connection,
    `select
      n.id, n.created_at, n.merged_into, digest.created_at as merged_at, n.incident_id, n.user_id,
      case n.facts ->> 'reason' when 'call' then 'called' else 'assigned' end as kind, n.state,
      (
        select min(t.at)
        from incident_timeline as t
        where t.incident_id = n.incident_id and t.entry_id > (n.facts ->> 'entry_id')::bigint
          and (t.user_id = n.user_id or t.kind = 'resolved' or t.kind = 'assigned' and n.facts ->> 'reason' = 'assigned')
      ) as answered_at
    from notifications as n
    left join notifications as digest on digest.id = n.merged_into
    where n.facts ->> 'reason' in ('call', 'assigned')`,
  )
  const untold = await rowsOf(
    connection,
    `select 1
    from incident_timeline as t
    where t.kind = 'called' and not exists (
      select from notifications as n
      where n.incident_id = t.incident_id and n.facts @> jsonb_build_object('reason', 'call', 'entry_id', t.entry_id)
    )`,
  )
  const arrived = Map.groupBy(
    browsers.flatMap(({ received }) => received),
    ({ payload }) => String(payload.notification.data.id),
  )
  const arrivalsOf = ({ id, created_at, merged_into, merged_at }: SentCall) =>
    arrived.get(
      merged_into === null
        ? messageId({ id: Number(id), created_at })
        : messageId({ id: Number(merged_into), created_at: merged_at! }),
    ) ?? []
  const known = new Set(sent.map(({ kind, incident_id, user_id }) => `${kind} ${incident_id} ${user_id}`))
  const lost = answered.filter((one) => !known.has(`${one.kind} ${one.incident_id} ${one.user_id}`))
  const reached = sent.filter(({ state }) => ['accepted', 'acted', 'merged'].includes(state))
  const unanswered = sent.filter(({ state, answered_at }) => state === 'cancelled' && answered_at === null)
  const late = sent.filter((one) => {
    const at = one.merged_into === null ? one.answered_at?.getTime() : undefined
    return at !== undefined && arrivalsOf(one).some((arrival) => arrival.at > at + UNDER_WAY_MS)
  })
  const found: [string, number][] = [
    ['answered calls have no notification', lost.length],
    ['calls on a timeline have no notification', untold.length],
    ['accepted calls never arrived', reached.filter((one) => arrivalsOf(one).length === 0).length],
    ['calls were cancelled without an answer', unanswered.length],
    ['people were called after their answer or the resolution', late.length],
    ['calls failed', sent.filter(({ state }) => state === 'failed' || state === 'expired').length],
    ['nobody was ever called', reached.length === 0 ? 1 : 0],
  ]
  return { broken: Object.fromEntries(found.filter(([, count]) => count > 0)), called: reached.length }
}

export async function rowsOf<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(query, values)).rows
  } finally {
    await client.end()
  }
}
