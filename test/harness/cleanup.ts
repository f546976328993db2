import type { TestContext } from 'node:test'

const stacks = new WeakMap<TestContext, (() => unknown)[]>()

/** Runs when the test ends, the last one first: what was opened last may need what was opened before. */
export function cleanUp(t: TestContext, work: () => unknown): void {
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
