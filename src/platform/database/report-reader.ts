import { randomBytes } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { OperatorError } from '../errors.ts'
import { grantAsInPublic } from './cells/every-cell.ts'
import { EVERY_CELL, type Queryable } from './database.ts'

const CONNECTIONS = 5
const STATEMENT_TIMEOUT = '30s'

/** A PostgreSQL role for programs that read the `report_…` views, and nothing else. */
interface ReportReader {
  name: string
  password: string
}

/** Throws 400 when the name needs quoting. */
export function newReportReader(name: string): ReportReader {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) {
    throw new OperatorError(
      'The name of a reader has lower-case letters, digits and underscores, and begins with a letter',
    )
  }
  return { name, password: randomBytes(24).toString('base64url') }
}

/** Statements that create the role, for an account that may create roles. Neither name nor password needs quoting. */
export const readerStatements = ({ name, password }: ReportReader, views: readonly string[]): string[] => [
  `create role ${name} login password '${password}' connection limit ${CONNECTIONS}`,
  `alter role ${name} set default_transaction_read_only = on`,
  // Limits what one careless query can take from ingestion.
  `alter role ${name} set statement_timeout = '${STATEMENT_TIMEOUT}'`,
  // The views over all cells, if there are several.
  `alter role ${name} set search_path = ${EVERY_CELL}, public`,
  `grant select on ${views.map((view) => `public.${view}`).join(', ')} to ${name}`,
]

export async function addReportReader(tx: Queryable, reader: ReportReader): Promise<void> {
  for (const statement of readerStatements(reader, await listReportViews(tx))) await tx.query(sql`${raw(statement)}`)
  if (tx.cells().length > 1) await grantAsInPublic(tx)
}

/** Open connections of the role stay until they end. */
export async function dropReportReader(tx: Queryable, { name }: Pick<ReportReader, 'name'>): Promise<void> {
  await tx.query(sql`${raw(`drop owned by ${name}`)}`)
  await tx.query(sql`${raw(`drop role ${name}`)}`)
}

/** A reader is a role that may read the views and owns nothing. */
export async function isReportReader(db: Queryable, name: string): Promise<boolean> {
  const [row] = await db.query(sql`
    select from information_schema.role_table_grants
    where grantee = ${name} and table_name = 'report_devices' and privilege_type = 'SELECT' and grantee <> current_user`)
  return row !== undefined
}

export async function hasRole(db: Queryable, name: string): Promise<boolean> {
  const [row] = await db.query(sql`select from pg_roles where rolname = ${name}`)
  return row !== undefined
}

export async function listReportViews(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ viewname: string }>(sql`
    select viewname from pg_views where schemaname = 'public' and viewname like 'report\\_%' order by viewname`)
  return rows.map(({ viewname }) => viewname)
}
