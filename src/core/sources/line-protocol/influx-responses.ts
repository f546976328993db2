import type { SourceResponse } from '../formats/source-format.ts'

/** Clients decide by it whether there is version 1 or 2; both of their ways of writing exist here. */
const VERSION = '2.7.11'
const VERSION_HEADERS = { 'X-Influxdb-Version': VERSION, 'X-Influxdb-Build': 'OSS' }

/**
 * The responses that clients of InfluxDB ask for when they are set up, as InfluxDB gives them. Nothing can be queried:
 * databases exist as soon as somebody asks for them, and hold nothing.
 */
export function influxResponse({
  method,
  path,
  query,
}: {
  method: string
  path: string
  query: URLSearchParams
}): SourceResponse | null {
  const isRead = method === 'GET' || method === 'HEAD'
  if (path === '/ping' && isRead) return ping(query)
  if (path === '/health' && isRead) {
    const health = { name: 'influxdb', message: 'ready for queries and writes', status: 'pass', checks: [] }
    return json({ ...health, version: `v${VERSION}` })
  }
  if (path === '/ready' && isRead) return json({ status: 'ready' })
  if (path === '/query' && (method === 'GET' || method === 'POST')) return json({ results: [result(query)] })
  // An empty table of annotated CSV.
  if (path === '/api/v2/query' && method === 'POST') return { status: 200, media: 'text/csv', body: '\r\n' }
  return null
}

/** The library for ESP8266 and ESP32 asks with `verbose`, and wants 200 then. */
function ping(query: URLSearchParams): SourceResponse {
  if (query.get('verbose') === 'true') return { ...json({ version: VERSION }), headers: VERSION_HEADERS }
  return { status: 204, headers: VERSION_HEADERS }
}

/** Clients of version 1 create their database, or look for it among those that exist. */
function result(query: URLSearchParams): object {
  if (!/^\s*show\s+databases\b/i.test((query.get('q') ?? '').slice(0, 256))) return { statement_id: 0 }
  const name = query.get('db') ?? 'tocsin'
  return { statement_id: 0, series: [{ name: 'databases', columns: ['name'], values: [[name]] }] }
}

const json = (body: object): SourceResponse => ({
  status: 200,
  media: 'application/json',
  body: JSON.stringify(body),
})
