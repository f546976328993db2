/** From here on, not every whole number is a double. */
const EXACT_BELOW = 2 ** 53
/** Matches every text with a number from there on: it has so many digits before its point, or an exponent. */
const MAY_HOLD_LARGE = /(?:^|[:,[\s-])\d(?:\d{15}|[\d.]*e\+?\d)/i
/** An array, its readings, and their metrics: further inside, readings are not looked at. */
const LEVELS = 3

/**
 * Whether a number of this text, such as 9007199254740993, would be stored as another one. A large number that comes
 * back with the digits it was written with, such as 1e300, is kept.
 */
export function losesDigits(text: string, number: number): boolean {
  return Number.isFinite(number) && Math.abs(number) >= EXACT_BELOW && digitsOf(text) !== digitsOf(String(number))
}

/**
 * Parses JSON with `parse`, such as `JSON.parse`, and makes something of each number that would lose digits. Nearly no
 * text has a large number, so it is parsed again, with a reviver, only if one comes out.
 */
export function parseExactly(text: string, parse: Parse, make: (source: string) => unknown): unknown {
  const parsed = parse(text)
  if (!MAY_HOLD_LARGE.test(text) || !holdsLarge(parsed, LEVELS)) return parsed
  return parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && losesDigits(source, value) ? make(source) : value,
  )
}

type Parse = (text: string, reviver?: (key: string, value: unknown, context: { source?: string }) => unknown) => unknown

function holdsLarge(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return value >= EXACT_BELOW || value <= -EXACT_BELOW
  if (typeof value !== 'object' || value === null || levels === 0) return false
  for (const key in value) if (holdsLarge((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}

/** Without sign, point, exponent, and zeros at both ends. */
function digitsOf(text: string): string {
  const digits = text.replace(/e.*$/i, '').replaceAll(/[^\d]/g, '')
  let [start, end] = [0, digits.length]
  while (digits[start] === '0') start += 1
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(start, end)
}
