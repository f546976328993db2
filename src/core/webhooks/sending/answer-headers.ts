import type { IncomingHttpHeaders } from 'node:http'

const MOST = 20
const VALUE_LIMIT = 200
/** Credentials, and headers about the connection or about bytes that are not kept. */
const LEFT_OUT = new Set(['set-cookie', 'connection', 'keep-alive', 'transfer-encoding'])

/** Response headers for the log, in the order of arrival. Untrusted. Pure. */
export function answerHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name))
  return Object.fromEntries(
    kept.slice(0, MOST).map(([name, value]) => [name.slice(0, VALUE_LIMIT), printable(String(value))]),
  )
}

const printable = (value: string): string => value.replace(/\p{Cc}/gu, '').slice(0, VALUE_LIMIT)
