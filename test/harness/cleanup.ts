import type { TestContext } from 'node:test'

/** A test, or whatever else has an end. */
export type Scope = Pick<TestContext, 'after'>

const stacks = new WeakMap<Scope, (() => unknown)[]>()

/** Runs when the test ends, the last one first: what was opened last may need what was opened before. */
export function cleanUp(t: Scope, work: () => unknown): void {
  const stack = stacks.get(t)
  if (stack !== undefined) {
    stack.push(work)
    return
  }
  const fresh = [work]
  stacks.set(t, fresh)
  t.after(async () => {
    for (const step of fresh.reverse()) await step()
  })
}
