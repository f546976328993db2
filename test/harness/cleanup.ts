/** A test, a file with `after` from `node:test`, or anything else with an end. */
export interface Scope {
  after: (work: () => Promise<unknown>) => void
}

const stacks = new WeakMap<Scope, (() => unknown)[]>()

/** Runs when the test ends, in reverse order: later resources may need earlier ones. */
export function cleanUp(t: Scope, work: () => unknown): void {
  const stack = stacks.get(t)
  if (stack !== undefined) {
    stack.push(work)
    return
  }
  const fresh = [work]
  stacks.set(t, fresh)
  t.after(async () => {
    const failures: unknown[] = []
    // All steps run even if one fails: an open resource keeps the process from ending. Each is forgotten, because
    // the runner keeps every test until the process ends, and with its steps would keep its service in memory.
    for (let step = fresh.pop(); step !== undefined; step = fresh.pop()) {
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  })
}
