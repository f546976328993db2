/** How a value lies to the limit that it breaks. */
export const DIRECTIONS = ['above', 'at_or_above', 'below', 'at_or_below'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Whether a value is beyond a limit. Pure. */
export function breaks(value: number, direction: Direction, limit: number): boolean {
  switch (direction) {
    case 'above':
      return value > limit
    case 'at_or_above':
      return value >= limit
    case 'below':
      return value < limit
    case 'at_or_below':
      return value <= limit
  }
}
