import { STATUS_CODES } from 'node:http'

/** An answer in JSON. */
export interface PlainAnswer {
  status: number
  /** ASCII. */
  body: string
  retryAfterS?: number
}

/**
 * Writes answers as the framework writes them, in one piece of text. What all of them begin with is put together once,
 * and the date once a second.
 */
export function answerWriter(
  headers: Readonly<Record<string, string>>,
  keepAliveMs: number,
): (answer: PlainAnswer, requestId: string, closes: boolean) => string {
  const fixed = Object.entries({ ...headers, 'content-type': 'application/json; charset=utf-8' })
  const common = fixed.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const open = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1_000}\r\n`
  let second = 0
  let date = ''
  return ({ status, body, retryAfterS }, requestId, closes) => {
    const now = Math.floor(Date.now() / 1_000)
    if (now !== second) date = new Date(now * 1_000).toUTCString()
    second = now
    const retry = retryAfterS === undefined ? '' : `retry-after: ${retryAfterS}\r\n`
    const connection = closes ? 'Connection: close\r\n' : open
    const about = `x-request-id: ${requestId}\r\n${retry}content-length: ${body.length}\r\nDate: ${date}\r\n${connection}`
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${common}${about}\r\n${body}`
  }
}
