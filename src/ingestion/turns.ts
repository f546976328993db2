/** What a device hands over in its turn. Ten of them fill a group. */
const TURN_LIMIT = 50

/** What waits in a lane. */
export interface Turns<Item> {
  add(deviceId: number, item: Item): void
  /** Up to so many; of each device in the order they were added. */
  take(limit: number): Item[]
  isEmpty(): boolean
  /** So many are taken before the device whose turn is next has its turn again. */
  roundSize(): number
  /** For how long that device has waited for this turn. */
  waitedMs(): number
}

interface Line<Item> {
  items: Item[]
  since: number
}

/**
 * Devices take turns. One that has more than it may hand over goes to the end with the rest, so a reading waits for a
 * turn of each other device and never for a whole batch, and the readings of a device stay in their order.
 */
export function takingTurns<Item>(): Turns<Item> {
  /** By device id; the first is next. */
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
      // Those that go to the end meanwhile are met again there.
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
