// Measures how long plain devices wait beside a source that sends garbage: alone and beside it by turns, with a source at
// its usual rate, and beyond it, when it is answered 429.
import { parseArgs } from 'node:util'
import { newTokens } from './harness/bench-database.ts'
import { driven } from './harness/drive-open-load.ts'
import { newPerson } from './harness/person.ts'
import { onSite } from './harness/site.ts'

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

const middle = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1]!

await onSite(async ({ connection, tocsin }) => {
  const tokens = await newTokens(connection, 100)
  const call = await newPerson({ connection, tocsin } as never, 'operator')
  const source = await call<{ id: number; token: string }>('POST', '/api/admin/sources', {
    ...{ name: 'Garbage', format: 'the-things-stack', module: 'health' },
  })
  const plain = () => driven({ url: tocsin.url, tokens, rate, seconds, connections: CONNECTIONS, pid: tocsin.pid })
  /** Sends so many messages a second until it is over; returns how many were answered by status. */
  async function garbage(perS: number, isOver: () => boolean): Promise<Record<string, number>> {
    const statuses: Record<string, number> = {}
    const headers = { 'x-source-token': source.token, 'content-type': 'application/json' }
    const start = performance.now()
    const pending = new Set<Promise<void>>()
    for (let sent = 0; !isOver(); ) {
      for (; sent < ((performance.now() - start) / 1_000) * perS && pending.size < CONNECTIONS; sent += 1) {
        const body = `{"number":${sent},${GARBAGE.slice(1)}`
        const one = fetch(`${tocsin.origin}/api/sources/${source.id}`, { method: 'POST', headers, body }).then(
          async (response) => {
            await response.arrayBuffer()
            statuses[response.status] = (statuses[response.status] ?? 0) + 1
          },
        )
        pending.add(one)
        void one.finally(() => pending.delete(one))
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await Promise.all(pending)
    return statuses
  }
  for (const [name, perS] of [
    ['at its usual rate', 50],
    ['beyond its rate', 500],
  ] as const) {
    const [alone, beside]: [{ p50: number[]; p99: number[] }, { p50: number[]; p99: number[] }] = [
      { p50: [], p99: [] },
      { p50: [], p99: [] },
    ]
    // Otherwise a short round would end before its burst does.
    if (perS > 50) await call('PATCH', `/api/admin/sources/${source.id}`, { burst: 50 })
    let statuses: Record<string, number> = {}
    await plain()
    for (let round = 0; round < rounds; round += 1) {
      const first = await plain()
      alone.p50.push(first.p50Ms)
      alone.p99.push(first.p99Ms)
      let isOver = false
      const flood = garbage(perS, () => isOver)
      const second = await plain()
      isOver = true
      statuses = await flood
      beside.p50.push(second.p50Ms)
      beside.p99.push(second.p99Ms)
    }
    const show = (of: 'p50' | 'p99') =>
      `${of} ${middle(alone[of]).toFixed(1)} alone, ${middle(beside[of]).toFixed(1)} ms beside: ${(middle(beside[of]) / middle(alone[of])).toFixed(2)} ×`
    console.log(`garbage ${name} (${JSON.stringify(statuses)}): ${show('p50')}; ${show('p99')}`)
  }
})
