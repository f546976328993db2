/** Most readings that a device hands over in one turn. Ten full turns fill a group. */
const TURN_LIMIT = 50

/** Readings that wait for their group. */
export interface Turns<Item> {
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
 *
 * Each round has a Map of its own, from which nothing is deleted. In a Map that grows and shrinks for ever, V8 replaces
 * the table again and again, and each table refers to the next: once one of them is old, all later ones outlive the
 * quick garbage collections, with their readings.
 */
export function takingTurns<Item>(): Turns<Item> {
  /** Waiting items by device id, in the order of turns. Lines that had their turn in this round are empty. */
  let round = new Map<number, Line<Item>>()
  let nextRound = new Map<number, Line<Item>>()
  let turns = round.entries()
  let turn = turns.next()
  let roundSize = 0
  const turnOf = ({ items }: Line<Item>) => Math.min(items.length, TURN_LIMIT)

  function beginRound(): void {
    round = nextRound
    nextRound = new Map()
    turns = round.entries()
    turn = turns.next()
  }

  return {
    add(deviceId, item) {
      let line = nextRound.get(deviceId) ?? round.get(deviceId)
      if (line === undefined || line.items.length === 0) {
        line = { items: [], since: performance.now() }
        nextRound.set(deviceId, line)
      }
      line.items.push(item)
      if (line.items.length <= TURN_LIMIT) roundSize += 1
    },
    take(limit) {
      const taken: Item[] = []
      while (roundSize > 0 && taken.length < limit) {
        if (turn.done) beginRound()
        const [deviceId, line] = turn.value!
        roundSize -= turnOf(line)
        taken.push(...line.items.splice(0, Math.min(TURN_LIMIT, limit - taken.length)))
        roundSize += turnOf(line)
        if (line.items.length > 0) nextRound.set(deviceId, { items: line.items.splice(0), since: performance.now() })
        turn = turns.next()
      }
      return taken
    },
    isEmpty: () => roundSize === 0,
    roundSize: () => roundSize,
    waitedMs() {
      if (turn.done) beginRound()
      return turn.done ? 0 : performance.now() - turn.value[1].since
    },
  }
}
