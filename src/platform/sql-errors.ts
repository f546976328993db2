/** The SQLSTATE of a PostgreSQL error, or null for any other error. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505'
}

/** Classes 22 and 23: the values themselves are at fault, so the same statement fails again. */
export function isBadData(error: unknown): boolean {
  const state = sqlState(error)
  return state !== null && (state.startsWith('22') || state.startsWith('23'))
}

/** Deadlock or serialization failure: rolled back whole, and worth doing again. */
export function isWorthRepeating(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}
