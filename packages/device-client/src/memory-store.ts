import type { ReadingStore } from './reading-store.ts'

/** Stores readings until the program ends. */
export function memoryStore({ limit = 10_000 }: { limit?: number } = {}): ReadingStore {
  const lines: string[] = []
  return {
    add(line) {
      lines.push(line)
      return lines.splice(0, Math.max(0, lines.length - limit)).length
    },
    oldest: (count) => lines.slice(0, count),
    remove: (count) => void lines.splice(0, count),
    size: () => lines.length,
    close: () => undefined,
  }
}
