import type { FastifyBaseLogger } from 'fastify'
import { isConnectionLost } from './database/sql-errors.ts'

export interface FaultLog {
  /** Gives a function that writes down an error, with these words. */
  report(what: string): (error: unknown) => void
  /** To be called whenever the database has answered. */
  databaseAnswers(): void
}

/**
 * Writes down what fails, each time. That the database is away is told once, however much fails of it, and once more when
 * it is back: everything that a node does ends at the database.
 */
export function faultLog(log: FastifyBaseLogger): FaultLog {
  let awaySince: number | null = null
  return {
    report: (what) => (error) => {
      if (!isConnectionLost(error)) return log.error({ err: error }, what)
      if (awaySince !== null) return
      awaySince = performance.now()
      log.error({ reason: (error as Error).message }, 'the database does not answer')
    },
    databaseAnswers() {
      if (awaySince === null) return
      log.warn({ away_s: Math.ceil((performance.now() - awaySince) / 1_000) }, 'the database answers again')
      awaySince = null
    },
  }
}
