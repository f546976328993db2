/** A store for waiting readings, each a line of JSON, oldest first. A reading is stored when `add` returns. */
export interface ReadingStore {
  /** Returns the number of oldest readings dropped to make room. */
  add(line: string): number
  /** The oldest readings, at most this many; at least one unless the store is empty. */
  oldest(limit: number): readonly string[]
  /** Removes the oldest readings, this many. */
  remove(count: number): void
  size(): number
  close(): void
}
