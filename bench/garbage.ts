// Measures how long plain devices wait beside a source that sends garbage: alone, beside the same sender at a server of its
// own, which takes a part of the machine too, and beside it, by turns. With a source at its usual rate, and beyond it, when
// it is answered 429.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { newTokens } from './harness/bench-database.ts'
import { driven } from './harness/drive-open-load.ts'
import type { OpenResult } from './harness/open-load.ts'
import { newPerson } from './harness/person.ts'
import { median, onSite } from './harness/site.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    rate: { type: 'string', default: '300' },
  },
})
const [seconds, rounds, rate] = [Number(values.seconds), Number(values.rounds), Number(values.rate)]
const GARBAGE = JSON.stringify({ nothing: 'x'.repeat(200), list: [1, 2, { three: null }] })
const CONNECTIONS = 64
/** The sender begins before the measurement and ends after it. */
const AROUND_S = 0.5

await onSite(async ({ connection, tocsin }) => {
  const tokens = await newTokens(connection, 100)
  const call = await newPerson({ connection, tocsin } as never, 'operator')
  const source = await call<{ id: number; token: string }>('POST', '/api/admin/sources', {
    ...{ name: 'Garbage', format: 'the-things-stack', module: 'health' },
  })
  const other = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  const plain = () => driven({ url: tocsin.url, tokens, rate, seconds, connections: CONNECTIONS, pid: tocsin.pid })
  const garbage = (url: string, perS: number) =>
    driven({
      ...{ url, tokens: [source.token], message: { header: 'X-Source-Token', body: GARBAGE } },
      ...{ rate: perS, seconds: seconds + 2 * AROUND_S, connections: CONNECTIONS },
    })
  let flood: OpenResult | undefined
  /** Plain readings, while somebody sends garbage to this address. */
  async function beside(url: string, perS: number) {
    const sent = garbage(url, perS)
    await new Promise((resolve) => setTimeout(resolve, AROUND_S * 1_000))
    const measured = await plain()
    flood = await sent
    return measured
  }
  await plain()
  for (const [name, perS] of [
    ['at its usual rate', 50],
    ['beyond its rate', 500],
  ] as const) {
    // Otherwise a short round would end before its burst does.
    if (perS > 50) await call('PATCH', `/api/admin/sources/${source.id}`, { burst: 50 })
    const results: Record<'alone' | 'elsewhere' | 'here', OpenResult>[] = []
    for (let round = 0; round < rounds; round += 1) {
      results.push({
        alone: await plain(),
        elsewhere: await beside(otherUrl, perS),
        here: await beside(`${tocsin.origin}/api/sources/${source.id}`, perS),
      })
    }
    const shown = (['p50Ms', 'p99Ms'] as const).map((of) => {
      const ms = (where: 'alone' | 'elsewhere' | 'here') => median(results.map((result) => result[where][of]))
      const ratio = median(results.map((result) => result.here[of] / result.elsewhere[of]))
      const times = [ms('alone'), ms('elsewhere'), ms('here')].map((each) => each.toFixed(1)).join(', ')
      return `${of.slice(0, 3)} ${times} ms, ${ratio.toFixed(2)} ×`
    })
    const { stored, refused, skipped, failed } = flood!
    console.log(`garbage ${name} (alone, sent elsewhere, sent here): ${shown.join('; ')}`)
    console.log(`  answers in one round: ${JSON.stringify({ stored, refused, skipped, failed })}`)
  }
  other.closeAllConnections()
  other.close()
})
