import { breachBody, breachValue, readingBody, readingLine, readingValues, uplinkBody } from './readings.ts'
import { senderRequest } from './sender-protocol.ts'

/**
 * A reading as JSON with a device token, the same without its last brace, a line of InfluxDB's line protocol with a
 * tag for the device, or values for the trapper items of a Zabbix host.
 */
export type RequestKind = 'reading' | 'broken reading' | 'line' | 'sender data' | SourceMessage
/** Messages of sources: lines of one device, an uplink of The Things Stack, and what no format understands. */
type SourceMessage = 'source lines' | 'source uplink' | 'source garbage'

export interface RequestPlan {
  url: string
  sends: RequestKind
  tokens: string[]
  /** Addresses in turn, each of a token; without them, `url` is that of all. Only for messages of sources. */
  urls?: string[]
  /** Devices of which sources speak. */
  devices?: number
  /** More than one are sent as a batch. */
  readingsPerRequest: number
  /** Each token has its own client address, as behind a proxy. */
  forwarded?: boolean
  /** Each request has a connection of its own. Always so with `sender data`. */
  newConnections?: boolean
}

/** Makes a request of readings `first` to `first + readingsPerRequest - 1`, of a device in turn. */
type Maker = (first: number, device: number, now: number) => Buffer

const MAKERS: Record<RequestKind, (plan: RequestPlan) => Maker> = {
  reading: jsonRequests,
  'broken reading': jsonRequests,
  line: lineRequests,
  'sender data': senderRequests,
  'source lines': sourceRequests,
  'source uplink': sourceRequests,
  'source garbage': sourceRequests,
}

/** Complete requests, headers included; devices alternate. */
export function requestMaker(plan: RequestPlan): {
  next: () => Buffer
  /** Number of readings in all requests so far. */
  made: () => number
} {
  const { tokens, readingsPerRequest } = plan
  const make = MAKERS[plan.sends](plan)
  let requests = 0
  return {
    next() {
      const request = make(requests * readingsPerRequest, requests % tokens.length, Date.now())
      requests += 1
      return request
    },
    made: () => requests * readingsPerRequest,
  }
}

/** One reading with which a device breaks a rule at once. */
export function breachRequest(plan: RequestPlan, device: number): Buffer {
  if (plan.sends === 'sender data') return senderRequest(breachValue(device))
  return withBody(headFor(plan, plan.tokens[device]!), breachBody())
}

function jsonRequests(plan: RequestPlan): Maker {
  const { sends, tokens, readingsPerRequest, forwarded = false } = plan
  const heads = tokens.map((token, place) =>
    headFor(plan, token, forwarded ? `X-Forwarded-For: 198.18.${place >> 8}.${place & 255}\r\n` : ''),
  )
  const bodyOf = (first: number, now: number) => {
    if (sends === 'broken reading') return readingBody(first, now).slice(0, -1)
    if (readingsPerRequest === 1) return readingBody(first, now)
    return `[${batchOf(plan, first, now, readingBody, ',')}]`
  }
  return (first, device, now) => withBody(heads[device]!, bodyOf(first, now))
}

function lineRequests(plan: RequestPlan): Maker {
  const head = `${headOf(plan)}Content-Type: text/plain\r\nContent-Length: `
  return (first, device, now) =>
    withBody(
      head,
      batchOf(plan, first, now, (n, at) => readingLine(n, at, device), '\n'),
    )
}

function sourceRequests(plan: RequestPlan): Maker {
  const { sends, tokens, urls = [], devices = 1, url, newConnections = false } = plan
  const heads = tokens.map((token, place) => {
    const head = headOf({ url: urls[place] ?? url, newConnections })
    return `${head}Content-Type: application/json\r\nX-Source-Token: ${token}\r\nContent-Length: `
  })
  // Frames are numbered anew in each run.
  const session = Date.now()
  return (first, place, now) => {
    const device = Math.floor(first / plan.readingsPerRequest / tokens.length) % devices
    // Each source has devices of its own.
    const number = device * tokens.length + place
    const body =
      sends === 'source lines'
        ? batchOf(plan, first, now, (n, at) => readingLine(n, at, number), '\n')
        : sends === 'source uplink'
          ? uplinkBody(first, now, number, session)
          : `no line and no JSON ${session} ${first}`
    return withBody(heads[place]!, body)
  }
}

/** A batch is of many hosts, as from a Zabbix proxy. */
function senderRequests(plan: RequestPlan): Maker {
  const hosts = plan.tokens.length
  return (first, _device, now) =>
    senderRequest(batchOf(plan, first, now, (n, at) => readingValues(n, at, n % hosts), ','))
}

/** Readings that are a millisecond apart, the last of them now. */
function batchOf(
  { readingsPerRequest: count }: RequestPlan,
  first: number,
  now: number,
  reading: (n: number, at: number) => string,
  between: string,
): string {
  const readings = Array.from({ length: count }, (_, place) => reading(first + place, now - (count - 1 - place)))
  return readings.join(between)
}

const headFor = (plan: RequestPlan, token: string, more = ''): string =>
  `${headOf(plan)}Content-Type: application/json\r\nX-Device-Token: ${token}\r\n${more}Content-Length: `

function headOf({ url, newConnections = false }: Pick<RequestPlan, 'url' | 'newConnections'>): string {
  const { host, pathname, search } = new URL(url)
  const connection = newConnections ? 'close' : 'keep-alive'
  return `POST ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n`
}

/** Bodies are ASCII, so length in characters equals length in bytes. */
const withBody = (head: string, body: string): Buffer => Buffer.from(`${head}${body.length}\r\n\r\n${body}`, 'latin1')
