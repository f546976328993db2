import sql, { type Sql } from 'sql-template-tag'

/**
 * A time some seconds after another. `timestamptz + interval` depends on the time zone of the session, which days need
 * and seconds do not; Citus takes only what depends on nothing into an UPDATE.
 */
export const secondsLater = (at: Sql, seconds: Sql): Sql =>
  sql`((${at}) at time zone 'UTC' + make_interval(secs => ${seconds})) at time zone 'UTC'`
