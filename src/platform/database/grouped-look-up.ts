/** Longest list of keys in one query; more keys are split over several queries. */
const GROUP_LIMIT = 500

/**
 * Batches lookups: keys asked for while one query runs make up the next one. A burst of lookups costs few queries, each
 * answer is newer than its question, and a single lookup does not wait for others.
 */
export function groupedLookUp<Found>(
  findAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | null> {
  const waiting = new Map<string, PromiseWithResolvers<Found | null>>()
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const group = [...waiting.entries().take(GROUP_LIMIT)]
      for (const [key] of group) waiting.delete(key)
      try {
        const found = await findAll(group.map(([key]) => key))
        for (const [key, { resolve }] of group) resolve(found.get(key) ?? null)
      } catch (error) {
        for (const [, { reject }] of group) reject(error)
      }
    }
    isRunning = false
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Found | null>()
    waiting.set(key, asked)
    if (!isRunning) {
      isRunning = true
      // Requests read from their sockets in this same turn still join.
      setImmediate(() => void run())
    }
    return asked.promise
  }
}
