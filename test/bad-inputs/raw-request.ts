import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../harness/app.ts'

const PATIENCE_MS = 10_000

export type Bytes = string | Buffer
export type Pieces = Iterable<Bytes> | AsyncIterable<Bytes>

export interface Conversation {
  answers: Answer[]
  /** Whether the server closed the connection by itself. */
  closed: boolean
}

/**
 * Writes bytes to the server and reads the answers, until the server closes the connection or has sent the expected
 * number of answers and keeps it open.
 */
export function rawRequest(url: string, pieces: Pieces, expected = 1): Promise<Conversation> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
  let received = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const finish = (closed: boolean) => {
      clearTimeout(patience)
      socket.destroy()
      try {
        resolve({ answers: answersIn(received), closed })
      } catch (error) {
        reject(error)
      }
    }
    const patience = setTimeout(() => finish(false), PATIENCE_MS)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const last = answersIn(received)[expected - 1]
      if (last !== undefined && last.headers.get('connection') !== 'close') finish(false)
    })
    socket.on('end', () => finish(true))
    // A server that closes before it has read everything resets the connection; what it sent before counts.
    socket.on('error', () => finish(true))
    void write(pieces, socket)
  })
}

async function write(pieces: Pieces, socket: ReturnType<typeof connect>): Promise<void> {
  for await (const piece of pieces) {
    if (!socket.writable) return
    socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  }
}

/** Yields pieces with a pause between them. */
export async function* drip(pieces: Iterable<Bytes>, everyMs: number): AsyncGenerator<Bytes> {
  let first = true
  for (const piece of pieces) {
    if (!first) await sleep(everyMs)
    first = false
    yield piece
  }
}

/** The complete answers in these bytes, without interim ones. */
function answersIn(bytes: Buffer): Answer[] {
  const answers: Answer[] = []
  for (let rest = bytes; ; ) {
    const headEnd = rest.indexOf('\r\n\r\n')
    if (headEnd === -1) return answers
    const [statusLine = '', ...lines] = rest.toString('latin1', 0, headEnd).split('\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) [\w -]+$/.exec(statusLine) ?? []
    if (status === undefined) throw new Error(`Not the first line of an answer: ${statusLine}`)
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]))
    const bodyEnd = headEnd + 4 + Number(headers.get('content-length') ?? 0)
    if (rest.length < bodyEnd) return answers
    const text = rest.toString('utf8', headEnd + 4, bodyEnd)
    if (!status.startsWith('1')) {
      answers.push({ status: Number(status), headers, body: text === '' ? null : JSON.parse(text) })
    }
    rest = rest.subarray(bodyEnd)
  }
}
