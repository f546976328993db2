/** The SQLSTATE of a PostgreSQL error, or null for any other error. No SQLSTATE begins with E, unlike EPIPE. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null
}

/** The server refused the statement and keeps running. Any other failure of a COMMIT leaves its outcome unknown. */
export function isRefusedStatement(error: unknown): boolean {
  const state = sqlState(error)
  return state !== null && !/^(08|53|57|58|XX)/.test(state)
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505'
}

/** Class 22: a value that cannot be stored. The same statement would fail again. */
export function isBadData(error: unknown): boolean {
  return sqlState(error)?.startsWith('22') ?? false
}

/** Class 23: violates a constraint of the schema, which the calling code should have prevented. */
export function isBrokenRule(error: unknown): boolean {
  return sqlState(error)?.startsWith('23') ?? false
}

/** No partition holds this row, because it was just dropped. PostgreSQL uses the code of a failed check. */
export function isPartitionMissing(error: unknown): boolean {
  return sqlState(error) === '23514' && /no partition of relation/.test((error as Error).message)
}

/** Deadlock or serialization failure: everything was rolled back, and a retry may succeed. */
export function isWorthRepeating(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/** Somebody else holds a lock, for which the statement did not wait, or not any longer. */
export const isLocked = (error: unknown): boolean => sqlState(error) === '55P03'

/** The statement took longer than it may, or somebody cancelled it. */
export const isCancelled = (error: unknown): boolean => sqlState(error) === '57014'

/** A file could not grow. Rows that fit into the files as they are can still be stored. */
export const isDiskFull = (error: unknown): boolean => sqlState(error) === DISK_FULL

const DISK_FULL = '53100'

/** The same error, of our own. */
export const diskFull = (): Error =>
  Object.assign(new Error('the disk of the database is full, and what is left is kept for the rest of the service'), {
    code: DISK_FULL,
  })

const NETWORK_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])
/** The driver's own errors have no code. */
const AWAY_MESSAGES =
  /connection terminated|connection error|timeout exceeded when trying to connect|query read timeout|timeout expired/i

/** No connection: the server is down, starting or stopping, and every other statement fails the same way. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== null) return /^08|^57P/.test(state)
  return isDatabaseAway(error)
}

/** The database is down, starting, stopping, full or too slow: a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== null) return /^(08|53|57)|^(25P03|40001|40P01|55P03)$/.test(state)
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return NETWORK_ERRORS.has(code ?? '') || AWAY_MESSAGES.test(message)
}
