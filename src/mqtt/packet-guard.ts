/** Sees the bytes that a client sends, in pieces of any size. False: a packet is larger than is allowed. */
export type PacketGuard = (bytes: Buffer) => boolean

/**
 * Reads the lengths in the fixed headers, and nothing else. The parser behind it gathers a packet, of up to 256 MB, before
 * anybody can say how large it is.
 */
export function packetGuard(limitBytes: () => number): PacketGuard {
  /** Of the packet, still to come. */
  let left = 0
  /** Of the length, so far; null when the next byte begins a packet. */
  let length: { value: number; scale: number } | null = null

  return (bytes) => {
    for (let place = 0; place < bytes.length; ) {
      if (left > 0) {
        const step = Math.min(left, bytes.length - place)
        left -= step
        place += step
        continue
      }
      const byte = bytes[place++]!
      if (length === null) {
        length = { value: 0, scale: 1 }
        continue
      }
      length.value += (byte & 127) * length.scale
      length.scale *= 128
      if (length.value > limitBytes() || length.scale > 128 ** 4) return false
      if (byte < 128) {
        left = length.value
        length = null
      }
    }
    return true
  }
}
