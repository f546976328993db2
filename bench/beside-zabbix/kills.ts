import { setTimeout as sleep } from 'node:timers/promises'
import type { Zabbix } from '../contenders/zabbix/zabbix.ts'
import { newDevices, query } from '../harness/bench-database.ts'
import { acknowledgedUntilKilled, type KillPlan } from '../harness/kill-under-load.ts'
import type { Site } from '../harness/site.ts'

const DEVICES = 1_000
/** Time for transactions whose COMMIT was under way when the server died. */
const SETTLE_MS = 2_000

export type Kill = Omit<KillPlan, 'tokens'>

export interface Loss {
  acknowledged: number
  lost: number
}

/** Kills both under load, and looks for the acknowledged readings in their databases. */
export async function killInTurn(
  { connection, tocsin }: Site,
  zabbix: Zabbix,
  plan: Kill,
): Promise<Kill & { tocsin: Loss; zabbix: Loss }> {
  const tokens = (await newDevices(connection, DEVICES)).map(({ token }) => token)
  const [own, its] = [
    await acknowledgedUntilKilled(tocsin, { ...plan, tokens }),
    await acknowledgedUntilKilled(zabbix, { ...plan, tokens }),
  ]
  await sleep(SETTLE_MS)
  const ownStored = await query<{ n: number }>(
    connection,
    'select ((round(lat * 1e6) - 48100000) * 1000 + round(lng * 1e6) - 11500000)::integer as n from readings',
  )
  const itsStored = await query<{ n: number }>(
    zabbix.connection,
    `select ns % 1000000 as n from (select clock, ns from history union all select clock, ns from history_uint) as value
     group by clock, ns having count(*) = 12`,
  )
  const lossOf = (acknowledged: number[], stored: { n: number }[]) => {
    const kept = new Set(stored.map(({ n }) => n))
    return { acknowledged: acknowledged.length, lost: acknowledged.filter((n) => !kept.has(n)).length }
  }
  return { ...plan, tocsin: lossOf(own, ownStored), zabbix: lossOf(its, itsStored) }
}
