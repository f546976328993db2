/** A request in the plainest form of HTTP: a POST with a body of known length, and each header once. */
export interface PlainRequest {
  /** Keys are in lower case. */
  headers: ReadonlyMap<string, string>
  body: Buffer
  /** Whether the client asks for its connection to be closed after the response. */
  isLast: boolean
  /** Length of the whole request. */
  bytes: number
}

export interface PlainLimits {
  headBytes: number
  bodyBytes: number
}

const HEAD_END = '\r\n\r\n'
/** Header names (RFC 9110, 5.6.2) with values in printable ASCII, to the end. */
const HEADERS = /(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ \t]*(?:[\x21-\x7e][\x20-\x7e]*)?\r\n)*$/y
/** Headers that change how the rest is read, or that ask for more than a response, such as traces. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'content-encoding',
  'expect',
  'te',
  'traceparent',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Parses a plain POST to `path` from the beginning of `bytes`. Undefined while the rest of its body is on the way; null
 * for anything else, valid or not, and whenever two HTTP parsers could disagree: then Node's parser reads it from the
 * first byte.
 */
export function readPlainRequest(
  bytes: Buffer,
  path: string,
  { headBytes, bodyBytes }: PlainLimits,
): PlainRequest | undefined | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd === -1 || headEnd > headBytes) return null
  const headers = headersOf(bytes.toString('latin1', 0, headEnd + 2), `POST ${path} HTTP/1.1\r\n`)
  if (headers === null || !headers.has('host')) return null
  const connection = headers.get('connection')?.toLowerCase() ?? 'keep-alive'
  if (connection !== 'keep-alive' && connection !== 'close') return null
  const length = headers.get('content-length') ?? ''
  if (!/^[1-9]\d{0,6}$/.test(length) || Number(length) > bodyBytes) return null
  const begin = headEnd + HEAD_END.length
  const end = begin + Number(length)
  if (bytes.length < end) return undefined
  const isLast = connection === 'close'
  // Node rejects bytes behind a last request.
  if (isLast && bytes.length > end) return null
  return { headers, body: bytes.subarray(begin, end), isLast, bytes: end }
}

function headersOf(head: string, firstLine: string): Map<string, string> | null {
  if (!head.startsWith(firstLine)) return null
  HEADERS.lastIndex = firstLine.length
  if (!HEADERS.test(head)) return null
  const headers = new Map<string, string>()
  for (let begin = firstLine.length; begin < head.length; ) {
    const colon = head.indexOf(':', begin)
    const end = head.indexOf('\r\n', colon)
    const name = head.slice(begin, colon).toLowerCase()
    if (headers.has(name) || NOT_PLAIN.has(name)) return null
    headers.set(name, head.slice(colon + 1, end).trim())
    begin = end + 2
  }
  return headers
}
