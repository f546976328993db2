import { type Fault, faultOf } from '../../error-messages/reasons.ts'

const LONGEST_NAME = 64

/** Message for an unknown key, with the known key that was probably meant. */
export function unknownKey(name: string, known: readonly string[]): Fault {
  const shown = name.slice(0, LONGEST_NAME)
  const meant = nearest(name, known)
  if (meant !== null) return faultOf('unknown_key_meant', shown, meant)
  return known.length === 0 ? faultOf('unknown_key_alone', shown) : faultOf('unknown_key', shown, known.join(', '))
}

/** The name with the smallest edit distance, if that is at most a third of its letters. */
export function nearest(name: string, known: readonly string[]): string | null {
  // Names in schemas are short, and each comparison with a long one costs time.
  if (name.length > LONGEST_NAME) return null
  const near = known
    .map((word) => ({ word, distance: editDistance(name.toLowerCase(), word) }))
    .filter(({ word, distance }) => distance <= Math.ceil(word.length / 3))
    .sort((one, other) => one.distance - other.distance)
  return near[0]?.word ?? null
}

/** Number of letters to insert, delete or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place)
  for (const [done, letter] of [...from].entries()) {
    const next = [done + 1]
    for (let place = 0; place < to.length; place += 1) {
      const changed = row[place]! + (to[place] === letter ? 0 : 1)
      next.push(Math.min(changed, row[place + 1]! + 1, next[place]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
