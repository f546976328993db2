import type { Socket } from 'node:net'
import { packetFrames } from './packet-frames.ts'
import { MqttRefusal, REASON } from './reasons.ts'

/** Time limit for one packet: a packet that trickles in does not keep the connection alive. */
const PACKET_WITHIN_MS = 60_000
/** Time that a refused client has to read the reason before the connection is cut. */
const LINGER_MS = 1_000

interface WireEvents {
  /** Size limit of the next packet. Errors thrown here go to `failed`. */
  limitFor(firstByte: number): number
  /** Whether the next packet may come. Until then the socket is not read, and TCP makes the client wait. */
  isReady(): boolean
  /** Handles a whole packet. Errors thrown here go to `failed`. */
  packetArrived(bytes: Buffer): void
  failed(error: unknown): void
  /** Called when nothing arrived for as long as `closeWhenIdle` allows. */
  silent(): void
}

interface Wire {
  send(bytes: Buffer): void
  /** Call it when `isReady` may have become true. */
  resume(): void
  closeWhenIdle(ms: number): void
  /** Handles no more packets, and closes the connection once the last packet is sent. */
  end(lastWords?: Buffer | null): void
}

/** The byte stream of a connection: cuts incoming bytes into packets, and combines outgoing ones into few writes. */
export function openWire(socket: Socket, events: WireEvents): Wire {
  const frames = packetFrames()
  let isOver = false
  let isCorked = false
  let midwaySince: number | null = null

  function resume(): void {
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
    resume()
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
  socket.on('drain', resume)
  socket.on('timeout', events.silent)
  // 'close' follows every error, and is handled below.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOver = true
  })

  return {
    resume,
    send(bytes) {
      if (isOver || !socket.writable) return
      // Answers to a group of readings are combined into one write.
      if (!isCorked) {
        isCorked = true
        socket.cork()
        process.nextTick(uncork)
      }
      socket.write(bytes)
    },
    closeWhenIdle: (ms) => void socket.setTimeout(ms),
    end(lastWords = null) {
      if (isOver) return
      isOver = true
      if (lastWords !== null) socket.write(lastWords)
      socket.end()
      // Discards further input: unread bytes would reset the connection before the last packet arrives.
      socket.resume()
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    },
  }
}
