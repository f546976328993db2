/**
 * Does work for many at once: what is asked for while `work` runs makes up its next call, of at most `most`. There is no
 * timer, so a single item does not wait for others. `work` returns a result for each item, in their order; when it throws,
 * all of them fail.
 */
export function groupedWork<Item, Result>(
  most: number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; settled: PromiseWithResolvers<Result> }[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await work(group.map(({ item }) => item))
        for (const [place, { settled }] of group.entries()) settled.resolve(results[place]!)
      } catch (error) {
        for (const { settled } of group) settled.reject(error)
      }
    }
    isRunning = false
  }

  return (item) => {
    const settled = Promise.withResolvers<Result>()
    waiting.push({ item, settled })
    if (!isRunning) {
      isRunning = true
      // Requests read from their sockets in this same turn still join.
      setImmediate(() => void run())
    }
    return settled.promise
  }
}
