import type { Database } from '../platform/database.ts'

/** What the pages work with. */
export interface ConsoleContext {
  db: Database
  publicUrl: string
  now: () => Date
}
