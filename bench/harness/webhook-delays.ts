import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender } from '../contenders/contenders.ts'
import { exchange } from './new-connections.ts'
import { breachRequest } from './requests.ts'

/** Time for webhooks that are still under way at the end. */
const TAIL_MS = 15_000

export interface Alarming {
  contender: Contender
  tokens: string[]
  /** The device that a webhook is about, by its place among the tokens. */
  deviceOf: (body: string) => number
}

export interface Receiver {
  /** Webhooks of each contender go to its name behind this. */
  origin: string
  /** Time (`performance.now`) of the first webhook with each body, by path. */
  heard: Map<string, Map<string, number>>
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const heard: Receiver['heard'] = new Map()
  const server = createServer(async (request, response) => {
    const at = performance.now()
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.writeHead(204).end()
    const bodies = heard.get(request.url!) ?? new Map<string, number>()
    heard.set(request.url!, bodies.set(body, bodies.get(body) ?? at))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, heard, close: () => server.close() }
}

/**
 * Delay from the acknowledgement of a breach to its first webhook, in ms, for each contender in turn. Each of the devices
 * was well before. A breach whose webhook never came is not among them.
 */
export async function webhookDelays(
  contenders: readonly Alarming[],
  { heard }: Receiver,
  devices: readonly number[],
  everyMs: number,
): Promise<number[][]> {
  const acknowledged = contenders.map(() => new Map<number, number>())
  for (const device of devices) {
    for (const [place, { contender, tokens }] of contenders.entries()) {
      const plan = { ...contender, tokens, readingsPerRequest: 1, newConnections: true }
      await exchange(contender.url, breachRequest(plan, device))
      acknowledged[place]!.set(device, performance.now())
      await sleep(everyMs)
    }
  }
  await sleep(TAIL_MS)
  return contenders.map(({ contender, deviceOf }, place) => {
    const heardAt = new Map<number, number>()
    for (const [body, at] of heard.get(`/${contender.name}`) ?? []) {
      const device = deviceOf(body)
      heardAt.set(device, Math.min(at, heardAt.get(device) ?? at))
    }
    // A webhook that came before this process had read the acknowledgement counts as no delay.
    return [...acknowledged[place]!].flatMap(([device, at]) =>
      heardAt.has(device) ? [Math.max(0, heardAt.get(device)! - at)] : [],
    )
  })
}
