import sql from 'sql-template-tag'
import type { Queryable } from './database/database.ts'

export interface InstallationFacts {
  postgres_version: string
  database_bytes: number
  /** Processes of the service on all nodes: each listens on a connection of its own. */
  processes: number
  /** Response time of the database to this query. */
  answered_ms: number
}

/** Facts about the database and its clients. */
export async function readFacts(db: Queryable): Promise<InstallationFacts> {
  const asked = performance.now()
  const [row] = await db.query<Omit<InstallationFacts, 'answered_ms'>>(sql`
    select
      current_setting('server_version') as postgres_version,
      pg_database_size(current_database())::float8 as database_bytes,
      (
        select count(*)::integer
        from pg_stat_activity
        where datname = current_database() and application_name = 'tocsin listen'
      ) as processes`)
  return { ...row!, answered_ms: Math.round(performance.now() - asked) }
}
