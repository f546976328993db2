import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp, type Scope } from './cleanup.ts'

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  body: string
  event: string
  data: Record<string, unknown>
  at: number
}

export interface Receiver {
  url: string
  requests: ReceivedWebhook[]
  received(event: string): ReceivedWebhook[]
  /** Statuses of the next answers, in order; after these, `status`. */
  answerWith(...statuses: number[]): void
  status: number
  /** Headers of every answer from now on. */
  headers: Record<string, string>
  /** Body of every answer from now on. */
  body: string
  /** Delay of each answer from now on. */
  delayMs: number
}

/** A real HTTP receiver on loopback. */
export async function startReceiver(t: Scope): Promise<Receiver> {
  const statuses: number[] = []
  const receiver: Receiver = {
    url: '',
    requests: [],
    received: (event) => receiver.requests.filter((request) => request.event === event),
    answerWith: (...next) => void statuses.push(...next),
    status: 200,
    headers: {},
    body: '',
    delayMs: 0,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    // Heartbeats are plain text.
    const parsed = !body.startsWith('{') ? {} : (JSON.parse(body) as { event: string; data: Record<string, unknown> })
    receiver.requests.push({ headers: request.headers, body, event: '', data: {}, ...parsed, at: performance.now() })
    // An answer that nobody waits for any more does not keep the process of the tests from ending.
    setTimeout(() => {
      response.writeHead(statuses.shift() ?? receiver.status, receiver.headers).end(receiver.body)
    }, receiver.delayMs).unref()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
