import pg from 'pg'
import { findPostmaster } from '../src/platform/embedded-postgres/postmaster.ts'
import { servedProgram } from '../test/harness/served.ts'
import { type Fault, type Injection, type Run, underLoad } from './fault.ts'
import { type Sender, send, sendNext, type Turn, tsOf } from './load.ts'
import { openSite } from './site.ts'

const YEARS_AHEAD_S = 5 * 365 * 86_400
const A_DAY_S = 86_400

/** The readings themselves are the fault: there is nothing to inject beside them. */
const byTurn = (turn: Turn): Injection => ({ everyMs: 1_000, inject: () => undefined, turn })

/** Refused at the door, each for another reason. */
const MALFORMED = [
  '{"module":"health","metrics":{"audit":VALUE,"gas_type":"\\u0000"}}',
  '{"module":"health","metrics":{"audit":VALUE,"heart_rate":1e999}}',
  '{"module":"health","ts":100000000000000000000,"metrics":{"audit":VALUE}}',
  '{"module":"health","metrics":{"audit":VALUE},"lat":46}',
  '{"module":"health","metrics":{"audit":VALUE}',
]
/** Good at the door, and refused by the database as a value it cannot store: see `refusePoison`. */
const POISON = { signal: -666 }

const poisoned: Turn = (sender, sequence) => {
  const value = sender.ledger.newValue()
  const message = { sequence, value, ts: tsOf(sequence) }
  if (sequence % 5 === 0) return send(sender, { ...message, more: POISON })
  if (sequence % 7 !== 0) return send(sender, message)
  const more = MALFORMED[(sequence / 7) % MALFORMED.length]!.replace('VALUE', String(value))
  return send(sender, { ...message, more })
}

export const POISONED: Fault = {
  id: 'F7',
  name: 'poisoned readings among good ones',
  async run(run) {
    const site = await openSite(run.scope)
    await refusePoison(await site.connection())
    await underLoad(site, run, byTurn(poisoned))
    return { site, injected: 1 }
  },
}

/** The service lets nothing through that PostgreSQL refuses, as far as we know; so PostgreSQL is made pickier. */
async function refusePoison(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.signal = ${POISON.signal} then raise exception 'poison' using errcode = '22P05'; end if;
        return new;
      end $$;
    create trigger refuse_poison before insert on readings for each row execute function refuse_poison()`)
  await client.end()
}

export const TWO_NODES: Fault = {
  id: 'F8',
  name: 'two nodes, the same devices',
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
        // It joins under load, and dies and joins again. The first node, which owns the database, stays.
        if (isRunning) await second.killService()
        await second.start()
        isRunning = true
      },
    })
    return { site, injected }
  },
}

const threeTimes: Turn = async (sender, sequence) => {
  const message = { sequence, value: sender.ledger.newValue(), ts: tsOf(sequence) }
  await Promise.all([send(sender, message), send(sender, message)])
  await send(sender, message)
}

export const DUPLICATES: Fault = {
  id: 'F9',
  name: 'each reading three times',
  run: (run) => readingsBy(run, threeTimes),
}

/** Within each fifty in another order, and one in ten from the day before. */
const outOfOrder: Turn = (sender, sequence) => {
  const shuffled = sequence - (sequence % 50) + ((sequence * 37) % 50)
  const ts = tsOf(shuffled) - (sequence % 10 === 3 ? A_DAY_S : 0)
  return send(sender, { sequence, value: sender.ledger.newValue(), ts })
}

export const OUT_OF_ORDER: Fault = {
  id: 'F10',
  name: 'out of order and late',
  run: (run) => readingsBy(run, outOfOrder),
}

/** One clock in four is years ahead, now and then. */
const yearsAhead: Turn = (sender: Sender, sequence) => {
  const isAhead = sender.device % 4 === 0 && sequence % 10 === 0
  // Around now, so that a reading from the future and one from the present compete for being the newest.
  const ts = Math.floor(Date.now() / 1_000) + (isAhead ? YEARS_AHEAD_S : 0)
  return send(sender, { sequence, value: sender.ledger.newValue(), ts })
}

export const YEARS_AHEAD: Fault = {
  id: 'F11',
  name: 'clocks years ahead',
  run: (run) => readingsBy(run, yearsAhead),
}

async function readingsBy(run: Run, turn: Turn) {
  const site = await openSite(run.scope)
  await underLoad(site, run, byTurn(turn))
  return { site, injected: 1 }
}
