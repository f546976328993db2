import { STATUS_CODES } from 'node:http'
import type { RequestError } from '../../errors.ts'
import { errorEnvelope } from '../error-responses.ts'

/** A JSON response. */
export interface PlainResponse {
  status: number
  /** ASCII only. */
  body: string
  retryAfterS?: number
}

/** A refusal as the framework would send it. Quoted parts of the request become ASCII by JSON escapes. */
export function refusalResponse({ statusCode, message, errors, headers }: RequestError): PlainResponse {
  const body = JSON.stringify(errorEnvelope(statusCode, message, errors)).replace(NOT_ASCII, escaped)
  const retryAfter = headers['retry-after']
  return { status: statusCode, body, ...(retryAfter === undefined ? {} : { retryAfterS: Number(retryAfter) }) }
}

const NOT_ASCII = /[^\x20-\x7e]/g
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Writes responses as the framework does, in one string. The part common to all responses is built once, and the date once
 * a second.
 */
export function responseWriter(
  headers: () => Readonly<Record<string, string>>,
  keepAliveMs: number,
): (response: PlainResponse, requestId: string, closes: boolean) => string {
  let [from, common] = [headers(), linesOf(headers())]
  const open = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1_000}\r\n`
  let second = 0
  let date = ''
  return ({ status, body, retryAfterS }, requestId, closes) => {
    const now = Math.floor(Date.now() / 1_000)
    if (now !== second) date = new Date(now * 1_000).toUTCString()
    second = now
    if (from !== headers()) [from, common] = [headers(), linesOf(headers())]
    const retry = retryAfterS === undefined ? '' : `retry-after: ${retryAfterS}\r\n`
    const connection = closes ? 'Connection: close\r\n' : open
    const about = `x-request-id: ${requestId}\r\n${retry}content-length: ${body.length}\r\nDate: ${date}\r\n${connection}`
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${common}${about}\r\n${body}`
  }
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  const fixed = Object.entries({ ...headers, 'content-type': 'application/json; charset=utf-8' })
  return fixed.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}
