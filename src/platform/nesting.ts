/** Deeper than any valid input, and far from exhausting the stack. */
const MOST_LEVELS = 32

/** Whether a value from outside nests lists or objects deeper than `levels`. */
export function isNestedDeeper(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isNestedDeeper(inner, levels - 1)) return true
  return false
}
