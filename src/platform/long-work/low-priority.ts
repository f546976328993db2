/** Work waiting for its turn, first come, first served. */
const waiting: (() => void)[] = []
/** Each tells whether something is under way that must not wait. */
const urgent = new Set<() => boolean>()
/** Longest time for which what is urgent holds up the next piece of work, in ms: under a steady load, everything moves on. */
const LONGEST_HOLD_MS = 50
const LOOK_EVERY_MS = 1

let isScheduled = false
let heldUntil = 0

/**
 * Waits for a turn. Each turn of the event loop runs one of those that wait, up to its next `await`; while something
 * urgent is under way, none begins until as much time has passed as the last one took. So what is urgent is held up by one
 * piece of work, however many wait.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (!isScheduled) schedule()
  })
}

/** From now on, turns begin only while `isUnderWay` is false, or after a while. Returns the end of that. */
export function giveWayTo(isUnderWay: () => boolean): () => void {
  urgent.add(isUnderWay)
  return () => void urgent.delete(isUnderWay)
}

function schedule(): void {
  isScheduled = true
  setImmediate(runOne)
}

function runOne(): void {
  const began = performance.now()
  if (began < heldUntil && urgent.values().some((isUnderWay) => isUnderWay())) {
    setTimeout(runOne, LOOK_EVERY_MS)
    return
  }
  waiting.shift()!()
  // Runs after the piece, and after what has arrived meanwhile.
  setImmediate(() => {
    const now = performance.now()
    heldUntil = now + Math.min(now - began, LONGEST_HOLD_MS)
    isScheduled = false
    if (waiting.length > 0) schedule()
  })
}
