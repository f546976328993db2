import { MqttRefusal, malformed, REASON } from './reasons.ts'

const LENGTH_BYTES = 4

interface PacketFrames {
  push(bytes: Buffer): void
  /** The next whole packet; null while bytes are missing. Throws when it exceeds the limit for its first byte. */
  next(limitFor: (firstByte: number) => number): Buffer | null
  /** Whether bytes are held that `next` has not returned yet. */
  isMidway(): boolean
}

/**
 * Cuts the byte stream of a client into whole packets. The buffer is at most twice as large as the bytes that have
 * arrived: the length of a packet is checked before its bytes are collected, since it may claim 256 MB.
 */
export function packetFrames(): PacketFrames {
  let held: Buffer = Buffer.alloc(0)
  let start = 0
  let end = 0

  return {
    push(bytes) {
      if (start === end) {
        held = bytes
        start = 0
        end = bytes.length
        return
      }
      if (held.length - end < bytes.length) {
        const larger = Buffer.allocUnsafe(2 * (end - start + bytes.length))
        held.copy(larger, 0, start, end)
        held = larger
        end -= start
        start = 0
      }
      end += bytes.copy(held, end)
    },
    next(limitFor) {
      if (start === end) return null
      const limitBytes = limitFor(held[start]!)
      const size = packetSize(held, start, end)
      if (size !== null && size > limitBytes) {
        throw new MqttRefusal(REASON.packetTooLarge, 413, `A packet has at most ${limitBytes} bytes here`)
      }
      if (size === null || size > end - start) return null
      start += size
      return held.subarray(start - size, start)
    },
    isMidway: () => start < end,
  }
}

/** Length of the packet that begins at `start`, including its header; null until its length field has arrived. */
function packetSize(bytes: Buffer, start: number, end: number): number | null {
  const next = blockEnd(bytes, start + 1, end)
  return next === null ? null : next - start
}

/** Place behind a block that begins at `start` with its length; null if the length is not all there. */
export function blockEnd(bytes: Buffer, start: number, end: number): number | null {
  let length = 0
  for (let place = 0; place < LENGTH_BYTES; place += 1) {
    const at = start + place
    if (at >= end) return null
    const byte = bytes[at]!
    length += (byte & 127) * 128 ** place
    if (byte < 128) return at + 1 + length
  }
  throw malformed('A length has at most four bytes')
}
