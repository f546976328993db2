import { MqttRefusal, malformed, REASON } from './reasons.ts'

const LENGTH_BYTES = 4

export interface PacketFrames {
  push(bytes: Buffer): void
  /** The next whole packet; null when more bytes are needed. Throws when it is larger than the limit for its first byte. */
  next(limitFor: (firstByte: number) => number): Buffer | null
  /** Whether part of a packet is there. */
  isMidway(): boolean
}

/**
 * Cuts what a client sends into whole packets, and holds no more than twice what has arrived of one that is not whole.
 * A length is looked at before its bytes are gathered: it may say 256 MB.
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

/** Of the packet that begins at `start`, its header included; null when its length has not arrived. */
function packetSize(bytes: Buffer, start: number, end: number): number | null {
  let length = 0
  for (let place = 0; place < LENGTH_BYTES; place += 1) {
    const at = start + 1 + place
    if (at >= end) return null
    const byte = bytes[at]!
    length += (byte & 127) * 128 ** place
    if (byte < 128) return 2 + place + length
  }
  throw malformed('The length of a packet has at most four bytes')
}
