/** Most readings that a device hands over in one turn. Ten full turns fill a group. */
const TURN_LIMIT = 50

/** Readings that wait for their group. */
interface Turns<Item> {
  add(deviceId: number, item: Item): void
  /** Removes at most `limit` items, those of each device in the order they were added. */
  take(limit: number): Item[]
  isEmpty(): boolean
  /** Number of items in one round, in which each waiting device has one turn. */
  roundSize(): number
  /** Time that the next device has waited for its turn; 0 when the queue is empty. */
  waitedMs(): number
}

interface Line<Item> {
  items: Item[]
  since: number
}

/**
 * A queue in which devices take turns. A device with more items than fit in its turn goes to the end with the rest, so
 * a reading waits for one turn of each other device, never for a whole batch. Readings of one device stay in order.
 */
export function fairQueue<Item>(): Turns<Item> {
  /** Waiting items by device id, in the order of turns. */
  const lines = new Map<number, Line<Item>>()
  let roundSize = 0
  const turnOf = ({ items }: Line<Item>) => Math.min(items.length, TURN_LIMIT)

  return {
    add(deviceId, item) {
      const line = lines.get(deviceId)
      if (line === undefined) lines.set(deviceId, { items: [item], since: performance.now() })
      else line.items.push(item)
      if (line === undefined || line.items.length <= TURN_LIMIT) roundSize += 1
    },
    take(limit) {
      const taken: Item[] = []
      // A Map also visits entries added during the loop: devices that go to the end have another turn.
      for (const [deviceId, line] of lines) {
        if (taken.length === limit) break
        roundSize -= turnOf(line)
        taken.push(...line.items.splice(0, Math.min(TURN_LIMIT, limit - taken.length)))
        roundSize += turnOf(line)
        lines.delete(deviceId)
        if (line.items.length > 0) lines.set(deviceId, { items: line.items, since: performance.now() })
      }
      return taken
    },
    isEmpty: () => lines.size === 0,
    roundSize: () => roundSize,
    waitedMs() {
      const [next] = lines.values()
      return next === undefined ? 0 : performance.now() - next.since
    },
  }
}
