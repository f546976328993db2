/** The known values: some apps send −1 for an unknown speed, heading or charge. */
export function numbersOf(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      if (value === undefined || value === null) return false
      return !(NEVER_NEGATIVE.has(name) && typeof value === 'number' && value < 0)
    }),
  )
}

const NEVER_NEGATIVE = new Set(['speed_kmh', 'heading', 'accuracy', 'battery'])
