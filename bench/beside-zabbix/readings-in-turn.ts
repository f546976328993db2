import type { Contender } from '../contenders/contenders.ts'
import type { Zabbix } from '../contenders/zabbix/zabbix.ts'
import { type Measurement, measure } from '../harness/measure.ts'
import { type Compared, compare, table } from '../harness/report.ts'
import type { Site } from '../harness/site.ts'

const SINGLES = { connections: 64, readingsPerRequest: 1 }
const BATCHES = { connections: 16, readingsPerRequest: 100 }
const WARM_UP_S = 2
const FIRST_WARM_UP_S = 6

export interface Pair {
  name: string
  tocsin: Compared
  zabbix: Compared
}

/** Readings one by one and in batches, driven in turn. A connection of Zabbix's protocol has one request. */
export async function readingsInTurn(
  { tocsin, signal }: Site,
  zabbix: Zabbix,
  tokens: string[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<{ pairs: Pair[]; storedInZabbix: number }> {
  const batch = { ...tocsin, url: tocsin.url.replace('ingest', 'batch') }
  const ways = [
    { contender: tocsin, load: SINGLES },
    { contender: { ...tocsin, name: 'tocsin, new connections', newConnections: true }, load: SINGLES },
    { contender: zabbix, load: SINGLES },
    { contender: { ...batch, name: 'tocsin, batches' }, load: BATCHES },
    { contender: { ...zabbix, name: 'Zabbix, batches' }, load: BATCHES },
  ]
  const drive = (contender: Contender, load: typeof SINGLES, warmUpS: number) =>
    measure(contender, { ...load, tokens, warmUpS, seconds }, signal)
  const warmUps: Measurement[] = []
  for (const { contender, load } of ways) warmUps.push(await drive(contender, load, FIRST_WARM_UP_S))
  const measured: Measurement[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const measurements: Measurement[] = []
    for (const { contender, load } of ways) measurements.push(await drive(contender, load, WARM_UP_S))
    measured.push(measurements)
  }
  const pairs = [
    { name: 'one a request', places: [0, 2] },
    { name: 'one a connection', places: [1, 2] },
    { name: 'batches of 100', places: [3, 4] },
  ].map(({ name, places }) => {
    const [own, its] = compare(measured.map((round) => places.map((place) => round[place]!)))
    return { name, tocsin: own!, zabbix: its! }
  })
  const headings = ['', 'tocsin CPU µs', 'Zabbix CPU µs', 'CPU', 'tocsin/s', 'Zabbix/s', 'rate']
  const rows = pairs.map(({ name, tocsin, zabbix }) => [
    name,
    ...[tocsin.cpuUs.toFixed(0), zabbix.cpuUs.toFixed(0), `${zabbix.cpuRatio.toFixed(2)} ×`],
    ...[tocsin.readingsPerS.toFixed(0), zabbix.readingsPerS.toFixed(0), `${zabbix.ratio.toFixed(2)} ×`],
  ])
  console.log(table([headings, ...rows]).join('\n'))
  const its = [...warmUps, ...measured.flat()].filter(({ contender }) => contender.startsWith('Zabbix'))
  return { pairs, storedInZabbix: its.reduce((sum, { allAnswered }) => sum + allAnswered, 0) }
}
