import type { FastifyBaseLogger } from 'fastify'
import { isConnectionLost } from './database/sql-errors.ts'

export interface FaultLog {
  /** Returns a function that logs an error with this message. */
  report(what: string): (error: unknown) => void
  /** Call it whenever the database has answered. */
  databaseAnswers(): void
}

/**
 * Logs every failure, except that a lost database is logged once, no matter how much fails because of it, and once more
 * when it is back. At a stop the database may go first, which is no fault.
 */
export function faultLog(log: FastifyBaseLogger, stopping: AbortSignal): FaultLog {
  let awaySince: number | null = null
  return {
    report: (what) => (error) => {
      if (!isConnectionLost(error)) return log.error({ err: error }, what)
      if (awaySince !== null) return
      awaySince = performance.now()
      const { message: reason } = error as Error
      if (stopping.aborted) log.info({ reason }, 'the database has stopped before the service')
      else log.error({ reason }, 'the database is not responding')
    },
    databaseAnswers() {
      if (awaySince === null) return
      log.warn({ away_s: Math.ceil((performance.now() - awaySince) / 1_000) }, 'the database is responding again')
      awaySince = null
    },
  }
}
