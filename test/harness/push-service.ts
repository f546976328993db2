import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushAddress } from '../../src/core/contact-methods/channels/push/push-notification.ts'
import { cleanUp, type Scope } from './cleanup.ts'
import { type BrowserKeys, browserKeys, checkVapid, decryptPush } from './push-browser.ts'

export interface ReceivedPush {
  headers: IncomingHttpHeaders
  /** The sender, as it calls itself. */
  subject: string | undefined
  /** The decrypted payload. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads are what the test asserts
  payload: any
  /** By the clock of the machine (ms since 1970). */
  at: number
}

/** A browser that has subscribed at this service. */
export interface Subscriber {
  subscription: PushAddress
  received: ReceivedPush[]
  /** Its endpoint answers 410 from now on. */
  unsubscribe(): void
}

export interface PushService {
  /** For PUSH_ALLOWED_ORIGINS. */
  origin: string
  subscribe(): Subscriber
  /** Gives an endpoint to a real browser, with the keys that it has made itself. */
  endpointFor(browser: BrowserKeys): string
  /** Status of the next answers, in order; after these, `status`. */
  answerWith(...statuses: number[]): void
  status: number
  /** Headers and body of answers that are not 201. */
  headers: Record<string, string>
  body: string
  /** Takes messages, but never answers. */
  hangs: boolean
  /** Runs before each answer. */
  beforeAnswer: (() => unknown) | null
  /** Messages that broke the rules: the answer to them was 400 or 403. */
  faults: string[]
}

/** The longest TTL that real services allow. */
const TTL_LIMIT_S = 28 * 86_400
const BODY_LIMIT_BYTES = 4_096
const URGENCIES = ['very-low', 'low', 'normal', 'high']

/**
 * Where the last one listened: an app with the same address in its settings can be lent to the next test. Another program may
 * have taken the port meanwhile.
 */
let usualPort = 0

/** A push service on loopback. It checks every message as strictly as the real ones, and decrypts it. */
export async function startPushService(
  t: Scope,
  { clock = () => new Date(), port }: { clock?: () => Date; port?: number } = {},
): Promise<PushService> {
  const statuses: number[] = []
  const subscribers = new Map<string, { browser: BrowserKeys; received: ReceivedPush[]; isGone: boolean }>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const subscriber = subscribers.get(request.url ?? '')
    if (service.hangs) return
    await service.beforeAnswer?.()
    if (subscriber === undefined || subscriber.isGone) return void response.writeHead(subscriber ? 410 : 404).end()
    try {
      const status = statuses.shift() ?? service.status
      const pushed = checkPush(request.headers, Buffer.concat(chunks), service.origin, clock())
      const payload = JSON.parse(decryptPush(pushed.body, subscriber.browser))
      if (status !== 201) return void response.writeHead(status, service.headers).end(service.body)
      subscriber.received.push({ headers: request.headers, subject: pushed.subject, payload, at: Date.now() })
      response.writeHead(201, { location: `${service.origin}/message/1` }).end()
    } catch (error) {
      service.faults.push((error as Error).message)
      response.writeHead(400).end((error as Error).message)
    }
  })
  await listenAt(server, port ?? usualPort).catch(() => listenAt(server, port ?? 0))
  usualPort = (server.address() as AddressInfo).port
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const service: PushService = {
    origin: `http://127.0.0.1:${usualPort}`,
    subscribe() {
      const browser = browserKeys()
      const endpoint = service.endpointFor(browser)
      const subscriber = subscribers.get(new URL(endpoint).pathname)!
      return {
        subscription: { endpoint, keys: browser.keys },
        received: subscriber.received,
        unsubscribe() {
          subscriber.isGone = true
        },
      }
    },
    endpointFor(browser) {
      const path = `/push/${subscribers.size + 1}`
      subscribers.set(path, { browser, received: [], isGone: false })
      return `${service.origin}${path}`
    },
    answerWith: (...next) => void statuses.push(...next),
    ...{ status: 201, headers: {}, body: '', hangs: false, beforeAnswer: null, faults: [] },
  }
  return service
}

async function listenAt(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

/** The rules of RFC 8030, 8188 and 8292. Throws for a message that breaks one. */
function checkPush(headers: IncomingHttpHeaders, body: Buffer, origin: string, now: Date) {
  const { ttl, urgency, topic, authorization, 'content-encoding': encoding } = headers
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Error(`${what} is wrong`)
  }
  must(encoding === 'aes128gcm', 'Content-Encoding')
  must(typeof ttl === 'string' && /^\d+$/.test(ttl) && Number(ttl) <= TTL_LIMIT_S, 'TTL')
  must(urgency === undefined || URGENCIES.includes(String(urgency)), 'Urgency')
  must(topic === undefined || /^[A-Za-z0-9_-]{1,32}$/.test(String(topic)), 'Topic')
  must(body.length <= BODY_LIMIT_BYTES, 'Size')
  const { claims } = checkVapid(authorization ?? '')
  must(claims.aud === origin, 'aud')
  const leftS = claims.exp - now.getTime() / 1_000
  must(leftS > 0 && leftS <= 86_400, 'exp')
  must(/^(https:\/\/[\w.-]+|mailto:\S+@[\w.-]+)$/.test(claims.sub ?? '') && !claims.sub!.includes('localhost'), 'sub')
  return { body, subject: claims.sub }
}
