// Asks for pages over and over on a number of connections, in a process of its own, and discards what comes.
import { Agent, get } from 'node:http'

export interface PageLoad {
  origin: string
  /** Asked for in turn. */
  paths: readonly string[]
  headers: Record<string, string>
  connections: number
  seconds: number
}

export interface PageLoadResult {
  /** Number of answers by status. */
  answers: Record<string, number>
  bytes: number
}

/** After a refusal, so that the refusals themselves are not all that is measured. */
const PAUSE_MS = 20

process.once('message', (load: PageLoad) => void run(load))

async function run({ origin, paths, headers, connections, seconds }: PageLoad): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const answers: Record<string, number> = {}
  const until = performance.now() + seconds * 1_000
  let bytes = 0
  let asked = 0
  const ask = () =>
    new Promise<string>((resolve) => {
      const path = paths[asked++ % paths.length]!
      const request = get(`${origin}${path}`, { agent, headers }, (answer) => {
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length
        })
        answer.on('close', () => resolve(String(answer.statusCode)))
      })
      request.on('error', () => resolve('failed'))
    })
  async function askOn(): Promise<void> {
    while (performance.now() < until) {
      const status = await ask()
      answers[status] = (answers[status] ?? 0) + 1
      if (status !== '200') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  process.send?.({ answers, bytes } satisfies PageLoadResult)
  process.disconnect?.()
  agent.destroy()
}
