import pg from 'pg'
import { findPostmaster } from '../src/platform/postgres/postmaster.ts'
import { servedProgram } from '../test/harness/served.ts'
import { malformed, tsOf } from './bodies.ts'
import { type Fault, type Injection, type Run, underLoad } from './fault.ts'
import { send, type Turn } from './load.ts'
import { openSite } from './site.ts'
import { type Compose, formOf, goodReading, parcelOf, sendNext } from './turns.ts'

const YEARS_AHEAD_S = 5 * 365 * 86_400
const A_DAY_S = 86_400

/** The readings themselves are the fault, so nothing else is injected. */
const byTurn = (turn: Turn): Injection => ({ everyMs: 1_000, inject: () => undefined, turn })

/** Valid for the service, but refused by the database as a value it cannot store: see `refusePoison`. */
const POISON = { signal: -666 }

const poisonous: Compose = (sender, sequence) => {
  if (sequence % 5 === 0) return { ...goodReading(sender, sequence), more: POISON, isBad: true }
  if (sequence % 7 !== 0) return goodReading(sender, sequence)
  return malformed(sender.ledger.newValue(), sequence / 7, { inArray: formOf(sender) === 'array' })
}

const sendOf =
  (compose: Compose): Turn =>
  (sender, turn) =>
    send(sender, parcelOf(sender, turn, compose))

export const POISONED: Fault = {
  id: 'F7',
  name: 'poisoned readings among good ones',
  async run(run) {
    const site = await openSite(run.scope)
    await refusePoison(await site.connection())
    await underLoad(site, run, byTurn(sendOf(poisonous)))
    return { site, injected: 1 }
  },
}

/** No known value passes the service's validation and is refused by PostgreSQL; so a trigger refuses one. */
async function refusePoison(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.signal = ${POISON.signal} then raise exception 'poison' using errcode = '22P05'; end if;
        return new;
      end $$;
    create trigger refuse_poison before insert on reading_rows for each row execute function refuse_poison()`)
  await client.end()
}

export const TWO_NODES: Fault = {
  id: 'F8',
  name: 'two nodes, the same devices',
  order: 'none',
  async run(run) {
    const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('hex')
    const site = await openSite(run.scope, { ENCRYPTION_KEY })
    const { user, password, database } = await site.connection()
    const { port } = findPostmaster(`${site.served.dataDir}/postgres`)!
    const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
    const second = await servedProgram(run.scope, { ENCRYPTION_KEY, DATABASE_URL })
    const urls = [site.served.url, second.url]
    const shuffled: Turn = (sender, sequence) =>
      sendNext({ ...sender, url: urls[Math.random() < 0.5 ? 0 : 1]! }, sequence)
    let isRunning = false
    const injected = await underLoad(site, run, {
      everyMs: 1_500,
      turn: shuffled,
      urls,
      async inject() {
        // The second node starts under load, is killed and restarted. The first node, which owns the database, stays.
        if (isRunning) await second.killService()
        await second.start()
        isRunning = true
      },
    })
    return { site, injected }
  },
}

const threeTimes: Turn = async (sender, turn) => {
  const parcel = parcelOf(sender, turn, goodReading)
  await Promise.all([send(sender, parcel), send(sender, parcel)])
  await send(sender, parcel)
}

export const DUPLICATES: Fault = {
  id: 'F9',
  name: 'each reading three times',
  run: (run) => readingsBy(run, threeTimes),
}

/** Shuffled within each fifty, and one in ten from the day before. */
const outOfOrder: Compose = ({ ledger }, sequence) => {
  const shuffled = sequence - (sequence % 50) + ((sequence * 37) % 50)
  return { value: ledger.newValue(), ts: tsOf(shuffled) - (sequence % 10 === 3 ? A_DAY_S : 0) }
}

export const OUT_OF_ORDER: Fault = {
  id: 'F10',
  name: 'out of order and late',
  order: 'none',
  run: (run) => readingsBy(run, sendOf(outOfOrder)),
}

/** One clock in three is sometimes years ahead. */
const yearsAhead: Compose = ({ device, ledger }, sequence) => {
  const isAhead = device % 3 === 0 && sequence % 10 === 0
  // Around now, so that a reading from the future and one from the present compete for being the newest.
  const ts = Math.floor(Date.now() / 1_000) + (isAhead ? YEARS_AHEAD_S : 0)
  return { value: ledger.newValue(), ts }
}

export const YEARS_AHEAD: Fault = {
  id: 'F11',
  name: 'clocks years ahead',
  order: 'none',
  run: (run) => readingsBy(run, sendOf(yearsAhead)),
}

async function readingsBy(run: Run, turn: Turn) {
  const site = await openSite(run.scope)
  await underLoad(site, run, byTurn(turn))
  return { site, injected: 1 }
}
