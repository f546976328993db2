/**
 * The least power of ten, of 10^0 to 10^most, that makes all numbers whole such that division gives each back; null if
 * there is none. Null stands for a missing number. Pure.
 */
export function divisorOf(numbers: readonly (number | null)[], most: number): number | null {
  let divisor = 1
  for (const number of numbers) {
    if (number === null) continue
    while (!isExact(number, divisor)) {
      divisor *= 10
      if (divisor > 10 ** most) return null
    }
  }
  // More decimals may leave no room for the larger of the numbers.
  return numbers.every((number) => number === null || isExact(number, divisor)) ? divisor : null
}

function isExact(number: number, divisor: number): boolean {
  // Whole numbers have no negative zero.
  const whole = Math.round(number * divisor) + 0
  return Number.isSafeInteger(whole) && Object.is(whole / divisor, number)
}
