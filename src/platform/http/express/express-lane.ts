import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ClientAddress } from '../client-address.ts'
import { sendRawError } from '../error-responses.ts'
import { type PlainLimits, type PlainRequest, readPlainRequest } from './plain-request.ts'
import type { PlainResponse } from './plain-response.ts'

/** Larger requests are rare, and for them the framework's overhead does not matter. */
const LIMITS: PlainLimits = { headBytes: 2 * 1024, bodyBytes: 8 * 1024 }

/** The one kind of request that makes up nearly all of the load, handled without the framework. */
export interface ExpressLane {
  path: string
  /**
   * Answers a request, or returns null to hand it to the framework from its first byte; it must not have had any effect
   * then. Never throws. `addressOf` returns the client's address.
   */
  take(request: PlainRequest, addressOf: () => string): Promise<PlainResponse | null>
}

export interface LaneOptions {
  headersWithinMs: number
  requestWithinMs: number
  keepAliveMs: number
  write: (response: PlainResponse, closes: boolean) => string
  clientAddress: ClientAddress
  /** Once aborted, each response is the last one of its connection. */
  stopping: AbortSignal
  /** Headers of refusals that are sent before there is a response. */
  rawHeaders: () => Readonly<Record<string, string>>
}

/**
 * Installs a request reader in front of the framework's. It handles plain requests to one address, one after another on
 * each connection. At the first byte of anything else, Node and the framework get the connection for good, as if it had
 * just been opened. So this reader does not need to know HTTP well: whatever it does not know, it hands over.
 */
export function installExpressLane(server: FastifyInstance, lane: ExpressLane, manners: LaneOptions): OpenLane {
  const usual = server.server.listeners('connection') as ((socket: Socket) => void)[]
  const open = new Set<Connection>()
  server.server.removeAllListeners('connection')
  server.server.on('connection', (socket: Socket) => {
    const connection = takeRequests(socket, lane, manners, {
      leave: () => open.delete(connection),
      handOver: () => {
        for (const listener of usual) listener.call(server.server, socket)
      },
    })
    open.add(connection)
  })
  return {
    closeIdle: () => {
      for (const connection of open) connection.closeIfIdle()
    },
  }
}

interface OpenLane {
  closeIdle(): void
}

interface Connection {
  closeIfIdle(): void
}

interface LaneContext {
  /** The connection has left the lane. */
  leave(): void
  handOver(): void
}

const NOTHING = Buffer.alloc(0)

function takeRequests(socket: Socket, lane: ExpressLane, manners: LaneOptions, around: LaneContext): Connection {
  /** Bytes that were read and not answered yet. */
  let held: Buffer = NOTHING
  let isBusy = false

  function onData(chunk: Buffer): void {
    const isSecondPiece = held.length > 0
    held = isSecondPiece ? Buffer.concat([held, chunk]) : chunk
    if (!isBusy) takeNext(isSecondPiece)
    // One request at a time; pipelined requests wait.
    else if (held.length > LIMITS.headBytes + LIMITS.bodyBytes) socket.pause()
  }

  function takeNext(isSecondPiece: boolean): void {
    const request = readPlainRequest(held, lane.path, LIMITS)
    // Many clients send head and body separately. Requests in more than two pieces go to Node, which enforces its
    // timeouts.
    const mayWait = !isSecondPiece && !socket.readableEnded
    if (request === undefined && mayWait) socket.resume().setTimeout(manners.requestWithinMs)
    else if (request === undefined || request === null) handOver()
    else {
      isBusy = true
      const addressOf = () => manners.clientAddress(socket, request.headers.get('x-forwarded-for'))
      void lane.take(request, addressOf).then((response) => {
        isBusy = false
        if (socket.destroyed) return
        if (response !== null) finish(response, request)
        else handOver()
      })
    }
  }

  function finish(response: PlainResponse, { bytes, isLast }: PlainRequest): void {
    held = held.length > bytes ? held.subarray(bytes) : NOTHING
    const closes = isLast || manners.stopping.aborted || (socket.readableEnded && held.length === 0)
    const isTaken = socket.write(manners.write(response, closes), 'latin1')
    if (socket.timeout !== manners.keepAliveMs) socket.setTimeout(manners.keepAliveMs)
    if (closes) socket.destroySoon()
    else if (held.length > 0) takeNext(false)
    // Stops reading from a client that does not read its responses.
    else if (!isTaken) socket.pause().once('drain', () => socket.resume())
    else socket.resume()
  }

  function handOver(): void {
    detach()
    socket.setTimeout(0)
    socket.pause()
    // Nothing can be put back into a stream that has ended: its new readers are given the bytes, and its end.
    const hasEnded = socket.readableEnded
    if (!hasEnded) socket.unshift(held)
    around.handOver()
    if (!hasEnded) return void process.nextTick(() => socket.resume())
    socket.emit('data', held)
    socket.emit('end')
  }

  function onTimeout(): void {
    if (isBusy) return
    if (held.length > 0 || socket.bytesWritten === 0) {
      const late: NodeJS.ErrnoException = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      sendRawError(late, socket, manners.rawHeaders())
    } else socket.destroy()
  }

  function onEnd(): void {
    if (isBusy) return
    if (held.length > 0) handOver()
    else socket.end()
  }

  const onError = () => socket.destroy()

  function detach(): void {
    around.leave()
    socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError).off('close', detach)
  }

  socket.setTimeout(manners.headersWithinMs)
  socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('error', onError).on('close', detach)
  return {
    closeIfIdle: () => {
      if (!isBusy && held.length === 0) socket.destroy()
    },
  }
}
