import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { messageId } from '../src/core/contact-methods/outbox/message-id.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { addPerson, PASSWORD } from '../test/harness/people.ts'
import { workersOf } from '../test/harness/processes.ts'
import { type PushService, startPushService } from '../test/harness/push-service.ts'
import { type Fault, type Run, underLoad } from './fault.ts'
import { callNowAndThen, compareCalls, type OnCallPerson, rowsOf, UNDER_WAY_MS } from './ring-calls.ts'
import { openSite, type Site, untilReady } from './site.ts'
import { sendWithoutTime } from './turns.ts'

const PEOPLE = 10
const KILL_EVERY_MS = 1_500
const NOTIFIED_WITHIN_MS = 15_000
const ANSWER_EVERY_MS = 150
const STEP_S = 2
const VERIFIED_WITHIN_MS = 180_000
/**
 * Notifications of a node that died are due a minute later, and may wait another minute for the next digest. Steps of what is
 * clear wait until its incident resolves, five minutes after its alert.
 */
const SETTLED_WITHIN_MS = 480_000

/** The acknowledgement of an incident, answered at that time (ms since 1970). */
type Acknowledged = Map<number, number>

/** Kills service, workers and PostgreSQL while people are notified and answer. */
export const KILL_WHILE_RINGING: Fault = {
  id: 'F17',
  name: 'kill -9 while people are notified',
  order: 'as sent',
  async run(run: Run) {
    const push = await startPushService(run.scope)
    const site = await openSite(run.scope, {
      WORKERS: '2',
      PUSH_ALLOWED_ORIGINS: push.origin,
      PUBLIC_URL: 'https://tocsin.example.org',
    })
    const people = await addPeople(site, push)
    const answering = answerNowAndThen(people)
    const calling = callNowAndThen(people)
    let round = 0
    const injected = await underLoad(site, run, {
      everyMs: KILL_EVERY_MS,
      // Nobody is notified of readings from the past.
      turn: sendWithoutTime,
      async inject() {
        await untilNotified(people)
        await [killService, killWorker, killDatabase][round % 3]!(site)
        round += 1
        await untilReady(site.served.url)
      },
    })
    const [acknowledged, called] = [await answering.end(), await calling.end()]
    const connection = await site.connection()
    const waiting = await untilSettled(connection, new Date())
    const { broken, sent, again } = await compareRings(connection, people, acknowledged)
    const calls = await compareCalls(
      connection,
      people.map(({ browser }) => browser),
      called,
    )
    Object.assign(broken, calls.broken)
    if (waiting > 0) broken['notifications wait for ever'] = waiting
    if (sent === 0) broken['nobody was ever notified'] = 1
    if (push.faults.length > 0) broken['the push service was sent something wrong'] = push.faults.length
    const remark = `${sent} notifications were accepted, ${again} of them twice under one topic; ${acknowledged.size} incidents were acknowledged meanwhile, ${calls.called} calls and assignments accepted`
    return { site, injected, broken, remark }
  },
}

/** On a slow machine the kills would otherwise leave no time to notify anybody. */
async function untilNotified(people: readonly OnCallPerson[]): Promise<void> {
  const count = () => people.reduce((sum, { browser }) => sum + browser.received.length, 0)
  const [before, deadline] = [count(), Date.now() + NOTIFIED_WITHIN_MS]
  while (count() === before && Date.now() < deadline) await sleep(10)
}

async function killService({ served }: Site): Promise<void> {
  for (const pid of workersOf(served)) process.kill(pid, 'SIGKILL')
  await served.killService()
  await served.start()
}

async function killWorker({ served }: Site): Promise<void> {
  const [oldest] = workersOf(served)
  if (oldest !== undefined) process.kill(oldest, 'SIGKILL')
}

async function killDatabase({ served }: Site): Promise<void> {
  served.killDatabase()
  await sleep(50)
}

async function addPeople(site: Site, push: PushService): Promise<OnCallPerson[]> {
  const db = openDatabase(await site.connection(), {
    connections: 1,
    applicationName: 'audit',
    onError: () => undefined,
  })
  const people: OnCallPerson[] = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const email = `person-${number}@example.org`
    const { id } = await addPerson(db, email, 'operator', new Date())
    const answer = await fetch(`${site.served.url}/api/mobile/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const { token } = ((await answer.json()) as { data: { token: string } }).data
    const call = (method: string, path: string, body?: unknown) =>
      fetch(`${site.served.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const browser = push.subscribe()
    await accepted(call('POST', '/api/mobile/me/contact-methods', { kind: 'push', subscription: browser.subscription }))
    const targets = [{ type: 'user', id }]
    const steps = [0, STEP_S, STEP_S, STEP_S].map((wait_s) => ({ wait_s, targets }))
    const scope = { tags: [`person-${number}`] }
    await accepted(
      site.call('POST', '/api/admin/escalation-policies', { name: email, scope, steps, warning_rounds: 3 }),
    )
    people.push({ id, browser, call })
  }
  for (let device = 1; device <= site.tokens.length; device += 1) {
    await accepted(site.call('PATCH', `/api/admin/devices/${device}`, { tags: [`person-${device % PEOPLE}`] }))
  }
  await db.close()
  await untilVerified(await site.connection())
  return people
}

async function untilVerified(connection: pg.ClientConfig): Promise<void> {
  const query =
    "select outcome from contact_methods as m left join notifications as n on n.method_id = m.id where m.state <> 'verified'"
  const deadline = Date.now() + VERIFIED_WITHIN_MS
  for (;;) {
    const pending = await rowsOf<{ outcome: string }>(connection, query)
    if (pending.length === 0) return
    if (Date.now() > deadline) throw new Error(`Nobody could be notified: ${pending[0]!.outcome}`)
    await sleep(200)
  }
}

async function accepted(asked: Promise<Response>): Promise<void> {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
}

/** Somebody acknowledges a random open incident, again and again. */
function answerNowAndThen(people: readonly OnCallPerson[]) {
  const acknowledged: Acknowledged = new Map()
  let ends = false
  const work = (async () => {
    for (let turn = 0; !ends; turn += 1) {
      await sleep(ANSWER_EVERY_MS)
      const { call } = people[turn % people.length]!
      // The service may be down at any moment.
      await answerOne(call, acknowledged).catch(() => undefined)
    }
  })()
  return {
    async end(): Promise<Acknowledged> {
      ends = true
      await work
      return acknowledged
    },
  }
}

async function answerOne(call: OnCallPerson['call'], acknowledged: Acknowledged): Promise<void> {
  const listed = await call('GET', '/api/mobile/incidents?status=open&limit=50')
  const { data } = (await listed.json()) as { data: { incident_id: number }[] }
  const chosen = data[Math.floor(Math.random() * data.length)]
  if (chosen === undefined) return
  const answer = await call('POST', `/api/mobile/incidents/${chosen.incident_id}/acknowledgement`)
  if (answer.ok) acknowledged.set(chosen.incident_id, Date.now())
}

const WAITING = `
  select 1
  from notifications
  where created_at <= $1 and state in ('queued', 'sending', 'retrying')
  union all
  select 1
  from escalation_runs as r
  where r.started_at <= $1 and r.state in ('active', 'paused')
    and not exists (select from notifications as n where n.run_id = r.id)`

/**
 * Waits for the notifications of the load, and the first ones of its escalations, which go on after it. Returns the number
 * of those that still wait.
 */
async function untilSettled(connection: pg.ClientConfig, endOfLoad: Date): Promise<number> {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { length } = await rowsOf(connection, WAITING, [endOfLoad])
    if (length === 0 || Date.now() > deadline) return length
    await sleep(500)
  }
}

interface SentNotification {
  id: string
  created_at: Date
  incident_id: string
  state: string
  reopened: boolean
}

async function compareRings(
  connection: pg.ClientConfig,
  people: readonly OnCallPerson[],
  acknowledged: Acknowledged,
): Promise<{ broken: Record<string, number>; sent: number; again: number }> {
  const notifications = await rowsOf<SentNotification>(
    connection,
    `select
      n.id, n.created_at, n.incident_id, n.state,
      exists (
        select from escalation_runs as r where r.incident_id = n.incident_id and r.id > n.run_id
      ) as reopened
    from notifications as n
    where n.reason in ('step', 'digest')`,
  )
  const without = await rowsOf(
    connection,
    `select 1
    from incidents as i
    where i.origin = 'alert' and i.severity <> 'info'
      and not exists (select from escalation_runs as r where r.incident_id = i.incident_id)`,
  )
  const unsent = await rowsOf(
    connection,
    // One that begins anew takes its first step a little later: an answer may come first.
    `select 1
    from escalation_runs as r
    where not exists (select from notifications as n where n.run_id = r.id and n.reason in ('step', 'digest'))
      and not (
        r.state in ('acknowledged', 'resolved', 'merged')
        and exists (select from escalation_runs as former where former.incident_id = r.incident_id and former.id < r.id)
      )`,
  )
  const arrived = people.flatMap(({ browser }) => browser.received)
  const byId = Map.groupBy(arrived, ({ payload }) => String(payload.notification.data.id))
  const arrivalsOf = ({ id, created_at }: SentNotification) => byId.get(messageId({ id: Number(id), created_at })) ?? []
  const accepted = notifications.filter(({ state }) => state === 'accepted' || state === 'acted')
  const late = notifications.filter((one) => {
    const at = acknowledged.get(Number(one.incident_id))
    return !one.reopened && at !== undefined && arrivalsOf(one).some((arrival) => arrival.at > at + UNDER_WAY_MS)
  })
  const topics = [...byId.values()].filter((same) => new Set(same.map(({ headers }) => headers.topic)).size > 1)
  const found: [string, number][] = [
    ['incidents are escalated to nobody', without.length],
    ['escalations have notified nobody', unsent.length],
    ['accepted notifications never arrived', accepted.filter((one) => arrivalsOf(one).length === 0).length],
    ['notifications failed', notifications.filter(({ state }) => state === 'failed').length],
    ['people were notified after the acknowledgement', late.length],
    ['one notification arrived under two topics', topics.length],
  ]
  return {
    broken: Object.fromEntries(found.filter(([, count]) => count > 0)),
    sent: accepted.length,
    again: [...byId.values()].filter((same) => same.length > 1).length,
  }
}
