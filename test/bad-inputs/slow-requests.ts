import { BODY, bytesOf, chunk, chunked, PATH } from './ingestion-bytes.ts'
import type { Bytes } from './raw-request.ts'

export interface SlowRow {
  n: number
  name: string
  /** Written in pieces, 50 ms apart. The connection stays open afterwards. */
  pieces: (own: string) => Bytes[]
}

/** Enough to take longer than the server's timeout. */
const DRIPS = 40

/** Slow requests. Each is answered 408, and the connection closed. */
export const SLOW_ROWS: readonly SlowRow[] = [
  {
    n: 93,
    name: 'a body shorter than its Content-Length is not waited for',
    pieces: (own) => bytesOf(own, { headers: { 'Content-Length': String(BODY.length + 1) } }),
  },
  {
    n: 95,
    name: 'headers that come drop by drop are not waited for',
    pieces: (own) => [
      `POST ${PATH} HTTP/1.1\r\nHost: tocsin.example\r\nX-Device-Token: ${own}\r\n`,
      ...Array.from({ length: DRIPS }, (_, place) => `X-Drop-${place}: x\r\n`),
    ],
  },
  {
    n: 96,
    name: 'a chunked body that comes drop by drop is not waited for',
    pieces: (own) => [bytesOf(own, chunked(''))[0]!, ...Array.from({ length: DRIPS }, () => chunk(' '))],
  },
  { n: 97, name: 'a connection on which nothing is said is closed', pieces: () => [] },
]
