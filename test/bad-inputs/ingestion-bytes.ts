import type { Bytes } from './raw-request.ts'

export interface RawRequest {
  method?: string
  path?: string
  version?: string
  /** Replaces the usual headers; null removes one. */
  headers?: Record<string, string | null>
  /** Further header lines, verbatim. */
  lines?: string[]
  body?: Bytes
}

export const BODY = '{"module":"factory","metrics":{"gas_ppm":3}}'
export const PATH = '/api/telemetry/ingest'

/** A request as bytes: a valid reading with the given changes. */
export function bytesOf(token: string, request: RawRequest = {}): Bytes[] {
  const { method = 'POST', path = PATH, version = '1.1', lines = [], body = BODY } = request
  const headers: Record<string, string | null> = {
    Host: 'tocsin.example',
    'X-Device-Token': token,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    ...request.headers,
  }
  const named = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return [`${method} ${path} HTTP/${version}\r\n${[...named, ...lines].join('\r\n')}\r\n\r\n`, body]
}

/** Uses chunked encoding instead of a Content-Length. */
export const chunked = (body: string, coding = 'chunked'): RawRequest => ({
  headers: { 'Content-Length': null, 'Transfer-Encoding': coding },
  body,
})
export const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
