import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
/** Limit of the response body; the rest is not read. */
const RESPONSE_LIMIT_BYTES = 16 * 1024

class TimedOut extends Error {
  readonly code = 'TIMED_OUT'
}

interface Exchanged {
  status: number
  headers: IncomingHttpHeaders
  /** Beginning of the response body, as received. */
  beginning: Buffer
  address: string | null
}

/**
 * Sends the body and reads the response, within ten seconds in all. Once the status has arrived, the exchange has
 * succeeded, even if the body is too long, too slow, or broken off.
 */
export function exchange(request: ClientRequest, body: string | Buffer): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    let address: string | null = null
    let response: IncomingMessage | undefined
    const connecting = setTimeout(() => {
      request.destroy(new TimedOut('no connection within 5 seconds'))
    }, CONNECT_TIMEOUT_MS)
    const answering = setTimeout(() => {
      if (response !== undefined) response.destroy()
      else request.destroy(new TimedOut('no response within 10 seconds'))
    }, TIMEOUT_MS)
    const clear = () => {
      clearTimeout(connecting)
      clearTimeout(answering)
    }
    const fail = (error: Error) => {
      clear()
      reject(Object.assign(error, { address }))
    }

    request.once('socket', (socket) => {
      whenConnected(socket, request, () => {
        clearTimeout(connecting)
        // A closed socket no longer has an address.
        address = socket.remoteAddress ?? null
      })
    })
    request.on('error', fail)
    request.once('close', () => {
      if (response === undefined) fail(new Error('The connection ended without a response'))
    })
    request.once('response', (arrived) => {
      response = arrived
      void beginningOf(arrived).then((beginning) => {
        clear()
        resolve({ status: arrived.statusCode!, headers: arrived.headers, beginning, address })
      })
    })
    request.end(body)
  })
}

function whenConnected(socket: Socket, request: ClientRequest, then: () => void): void {
  if (request.reusedSocket) then()
  else socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', then)
}

/** Reads to the end, which frees the connection for the next request, or to the limit, which closes it. */
function beginningOf(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const done = () => resolve(Buffer.concat(chunks).subarray(0, RESPONSE_LIMIT_BYTES))
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > RESPONSE_LIMIT_BYTES) response.destroy()
    })
    response.on('error', done)
    response.on('close', done)
    response.on('end', done)
  })
}
