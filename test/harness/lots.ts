/** Draws that are the same for the same seed, on every machine. */
export interface Lots {
  /** From 0 to below `below`. */
  number(below: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** A text or some bytes, cut into pieces at up to `most` places. */
  cut<Piece extends string | Buffer>(whole: Piece, most: number): Piece[]
}

/** Mulberry32. */
export function lots(seed: number): Lots {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    chance: (probability) => next() < probability,
    pick: (items) => items[number(items.length)]!,
    cut<Piece extends string | Buffer>(whole: Piece, most: number) {
      const places = Array.from({ length: number(most + 1) }, () => number(whole.length)).sort((a, b) => a - b)
      const ends = [...places, whole.length]
      return [0, ...places]
        .map((place, turn) => whole.slice(place, ends[turn]) as Piece)
        .filter(({ length }) => length > 0)
    },
  }
}

/** How many rounds a sweep has, and the seed of its first: each has the next one. A failure names it, to be repeated. */
export function sweep(rounds: number): { rounds: number; seed: number } {
  const { TEST_ROUNDS, TEST_SEED } = process.env
  return { rounds: Number(TEST_ROUNDS ?? rounds), seed: Number(TEST_SEED ?? 1) }
}
