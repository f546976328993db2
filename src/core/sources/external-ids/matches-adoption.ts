import type { Gathered } from '../messages/read-parts.ts'
import type { AdoptionRule } from '../source-shapes.ts'

/** Whether a rule of adoption is for a device: all that it says must fit. Pure. */
export const matchesAdoption = (
  { id, model }: AdoptionRule['match'],
  seen: Pick<Gathered, 'externalId' | 'model'>,
): boolean => fits(id, seen.externalId) && fits(model, seen.model ?? '')

/** `*` stands for any characters; upper and lower case are the same. In linear time, piece by piece. */
function fits(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true
  const [whole, pieces] = [text.toLowerCase(), pattern.toLowerCase().split('*')]
  const [first = '', ...others] = pieces
  const last = others.pop()
  if (last === undefined) return whole === first
  if (!whole.startsWith(first) || !whole.endsWith(last) || whole.length < first.length + last.length) return false
  let from = first.length
  for (const piece of others) {
    const at = whole.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return from <= whole.length - last.length
}
