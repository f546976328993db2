/** Where readings wait, each as a line of JSON, the oldest first. What `add` has taken is kept when it returns. */
export interface ReadingStore {
  /** Returns how many of the oldest had to make room. */
  add(line: string): number
  /** The oldest, so many at most. At least one, unless it is empty. */
  oldest(limit: number): readonly string[]
  /** Lets go of so many of the oldest. */
  remove(count: number): void
  size(): number
  close(): void
}
