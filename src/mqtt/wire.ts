import type { Socket } from 'node:net'
import { packetFrames } from './packet-frames.ts'
import { MqttRefusal, REASON } from './reasons.ts'

/** A packet that drips in is no sign of life. */
const PACKET_WITHIN_MS = 60_000
/** How long a client may take to read why it is sent away, before the connection is cut. */
const LINGER_MS = 1_000

export interface WireEvents {
  /** How large the next packet may be. What it throws goes to `failed`. */
  limitFor(firstByte: number): number
  /** Whether the next packet may come. While it may not, nothing is read: TCP tells the client to wait. */
  isReady(): boolean
  /** A whole packet. What it throws goes to `failed`. */
  packetArrived(bytes: Buffer): void
  failed(error: unknown): void
  /** Nothing came for as long as `endWhenSilent` allows. */
  silent(): void
}

export interface Wire {
  send(bytes: Buffer): void
  /** To be called when `isReady` may have become true. */
  goOn(): void
  endWhenSilent(ms: number): void
  /** Takes nothing more, and closes when these last words are sent. */
  end(lastWords?: Buffer | null): void
}

/** The bytes of a connection: cut into packets as they come, put together as they go. */
export function openWire(socket: Socket, events: WireEvents): Wire {
  const frames = packetFrames()
  let isOver = false
  let isCorked = false
  let midwaySince: number | null = null

  function goOn(): void {
    if (isOver) return
    try {
      while (events.isReady() && !socket.writableNeedDrain) {
        const bytes = frames.next(events.limitFor)
        if (bytes === null) return void socket.resume()
        midwaySince = null
        events.packetArrived(bytes)
        if (isOver) return
      }
      socket.pause()
      midwaySince = null
    } catch (error) {
      events.failed(error)
    }
  }

  function arrived(bytes: Buffer): void {
    if (isOver) return
    frames.push(bytes)
    goOn()
    if (isOver || socket.isPaused() || !frames.isMidway()) return
    midwaySince ??= performance.now()
    if (performance.now() - midwaySince < PACKET_WITHIN_MS) return
    events.failed(new MqttRefusal(REASON.keepAliveTimeout, 408, 'The packet took too long to arrive'))
  }

  function uncork(): void {
    isCorked = false
    socket.uncork()
  }

  socket.setNoDelay(true)
  socket.on('data', arrived)
  socket.on('drain', goOn)
  socket.on('timeout', events.silent)
  // It closes then, and that is all there is to know.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOver = true
  })

  return {
    goOn,
    send(bytes) {
      if (isOver || !socket.writable) return
      // The answers to a group of readings go out as one.
      if (!isCorked) {
        isCorked = true
        socket.cork()
        process.nextTick(uncork)
      }
      socket.write(bytes)
    },
    endWhenSilent: (ms) => void socket.setTimeout(ms),
    end(lastWords = null) {
      if (isOver) return
      isOver = true
      if (lastWords !== null) socket.write(lastWords)
      socket.end()
      // What comes is read and forgotten: bytes left unread would cut the connection before the last words arrive.
      socket.resume()
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    },
  }
}
