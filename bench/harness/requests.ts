import { readingBody, readingLine } from './readings.ts'

/**
 * A reading as JSON with a device token, the same without its last brace, or a line of InfluxDB's line protocol with a
 * tag for the device.
 */
export type RequestKind = 'reading' | 'broken reading' | 'line'

export interface RequestPlan {
  url: string
  sends: RequestKind
  tokens: string[]
  /** More than one are sent as a batch. */
  readingsPerRequest: number
  /** Each token has its own client address, as behind a proxy. */
  forwarded?: boolean
}

/** Complete requests, headers included; devices alternate. */
export function requestMaker({ url, sends, tokens, readingsPerRequest, forwarded = false }: RequestPlan): {
  next: () => Buffer
  /** Number of readings in all requests so far. */
  made: () => number
} {
  const { host, pathname, search } = new URL(url)
  const common = `POST ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\n`
  const isLine = sends === 'line'
  const headOf = (token: string, place: number) => {
    const from = forwarded ? `X-Forwarded-For: 198.18.${place >> 8}.${place & 255}\r\n` : ''
    return `${common}Content-Type: application/json\r\nX-Device-Token: ${token}\r\n${from}Content-Length: `
  }
  const heads = isLine ? [`${common}Content-Type: text/plain\r\nContent-Length: `] : tokens.map(headOf)
  let count = 0
  let requests = 0
  const nextReading = (now: number) => readingBody(count++, now)
  const nextBody = (now: number) => {
    if (isLine) return readingLine(count++, now, tokens.length)
    if (sends === 'broken reading') return nextReading(now).slice(0, -1)
    if (readingsPerRequest === 1) return nextReading(now)
    return `[${Array.from({ length: readingsPerRequest }, () => nextReading(now)).join(',')}]`
  }
  return {
    next() {
      // Bodies are ASCII, so length in characters equals length in bytes.
      const body = nextBody(Date.now())
      const head = heads[requests++ % heads.length]!
      return Buffer.from(`${head}${body.length}\r\n\r\n${body}`, 'latin1')
    },
    made: () => count,
  }
}
