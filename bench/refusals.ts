// Compares the processor time of a refused request, in the service and its database, with that of a good reading,
// alternating at the same time. A stranger must not be able to cause more work than a device.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { newTokens } from './harness/bench-database.ts'
import { type Measurement, measure } from './harness/measure.ts'
import { machine, summarize, table } from './harness/report.ts'
import { onSite, saveJson } from './harness/site.ts'

const WARM_UP_S = 1
const FIRST_WARM_UP_S = 6
const DEVICES = 200
/** Enough addresses that none is refused for too many bad tokens during the benchmark. */
const STRANGERS = 60_000

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    json: { type: 'string' },
  },
})
const [seconds, rounds, connections] = [Number(values.seconds), Number(values.rounds), Number(values.connections)]
if (!(seconds >= 1) || !(rounds >= 1) || !(connections >= 1)) {
  throw new Error('--seconds, --rounds and --connections take numbers from 1')
}

await onSite(
  async ({ connection, tocsin, signal }) => {
    const known = await newTokens(connection, DEVICES)
    const unknown = Array.from({ length: STRANGERS }, () => randomBytes(32).toString('hex'))
    const unauthorized = [401, 429]
    const ways = [
      { name: 'good reading', tokens: known, sends: 'reading' },
      { name: 'bad token, many addresses', tokens: unknown, sends: 'reading', statuses: unauthorized, forwarded: true },
      { name: 'bad token, one address', tokens: unknown, sends: 'reading', statuses: unauthorized },
      { name: 'bad body', tokens: known, sends: 'broken reading', statuses: [400] },
    ] as const
    const measured = new Map<string, Measurement[]>(ways.map(({ name }) => [name, []]))
    const drive = (way: (typeof ways)[number], warmUpS: number) => {
      const { tokens, sends, name: _, ...rest } = way
      const load = { ...rest, tokens: [...tokens], connections, readingsPerRequest: 1, warmUpS, seconds }
      const expected = 'statuses' in way ? { statuses: [...way.statuses] } : {}
      return measure({ ...tocsin, sends }, { ...load, ...expected } as never, signal)
    }
    for (const way of ways) await drive(way, FIRST_WARM_UP_S)
    for (let round = 0; round < rounds; round += 1) {
      for (const way of ways) measured.get(way.name)!.push(await drive(way, WARM_UP_S))
    }
    const costs = ways.map(({ name }) => {
      const { readingsPerS, appUs, databaseUs, errors } = summarize(measured.get(name)!)
      return { name, requestsPerS: readingsPerS, appUs: appUs ?? 0, databaseUs: databaseUs ?? 0, errors }
    })
    const costOf = ({ appUs, databaseUs }: { appUs: number; databaseUs: number }) => appUs + databaseUs
    const results = costs.map((cost) => ({ ...cost, ratio: costOf(cost) / costOf(costs[0]!) }))
    const rows = results.map(({ name, ratio, requestsPerS, appUs, databaseUs, errors }) => [
      name,
      `${ratio.toFixed(2)} ×`,
      Math.round(requestsPerS).toLocaleString('en'),
      appUs.toFixed(0),
      databaseUs.toFixed(0),
      String(errors),
    ])
    const headings = ['', 'CPU', 'requests/s', 'service µs', 'database µs', 'other answers']
    console.log(table([headings, ...rows]).join('\n'))
    saveJson(values.json, { settings: { seconds, rounds, connections }, machine: await machine(connection), results })
    if (results.some(({ errors }) => errors > 0)) process.exitCode = 1
  },
  { TRUST_PROXY: '127.0.0.1' },
)
