import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { OperatorError } from '../errors.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** Any number will do as long as every node takes the same one. */
const ADVISORY_LOCK = 5_417_001

const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  number integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
)`

/**
 * Brings the schema up to date and returns the names of the migrations it ran. Safe when several nodes start at once:
 * one holds the lock and migrates, the others wait and find nothing left to do.
 */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'tocsin migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    await requireOwnSchema(client)
    await client.query(MIGRATIONS_TABLE)
    const applied = await client.query<{ number: number }>('select number from schema_migrations')
    const pending = await pendingMigrations(applied.rows.map((row) => row.number))
    for (const file of pending) await runMigration(client, file)
    return pending.map((file) => file.name)
  } finally {
    await client.end()
  }
}

/** Throws a sentence for people when another program has its tables there, or a later version of this one. */
async function requireOwnSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(TABLES)
  const tables = rows.map(({ table }) => table)
  if (tables.length === 0) return
  const isOurs = await client.query(
    "select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'applied_at'",
  )
  if (isOurs.rowCount === 0) {
    throw new OperatorError(
      `The database belongs to another program, with tables such as ${tables[0]}. Make one for Tocsin alone: create database tocsin.`,
    )
  }
  const applied = await client.query<{ number: number; name: string }>(
    'select number, name from schema_migrations order by number',
  )
  const known = (await migrationFiles()).map(({ number }) => number)
  const later = applied.rows.findLast(({ number }) => !known.includes(number))
  if (later !== undefined) {
    throw new OperatorError(
      `The database is of a later version of Tocsin (${later.name}). Start that version, or restore a backup of this one.`,
    )
  }
}

/** Those of people, not of extensions. */
const TABLES = `
  select c.relname as table
  from pg_class as c
  where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p')
    and not exists (select from pg_depend as d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname
  limit 1`

/** Those of this program that a schema with these has not seen. */
export async function pendingMigrations(applied: readonly number[]): Promise<MigrationFile[]> {
  files ??= await migrationFiles()
  return files.filter(({ number }) => !applied.includes(number))
}

/** The program does not change while it runs. */
let files: MigrationFile[] | null = null

interface MigrationFile {
  number: number
  name: string
}

/** Of this program, in their order. */
export async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  return names.map((name) => ({ number: Number.parseInt(name.slice(0, 4), 10), name }))
}

/**
 * Makes the schema that these migrations make, in an empty database and a transaction of the caller. Returns those that
 * this program does not have; then nothing is made.
 */
export async function buildSchema(client: pg.ClientBase, numbers: readonly number[]): Promise<number[]> {
  const files = await migrationFiles()
  const unknown = numbers.filter((number) => files.every((file) => file.number !== number))
  if (unknown.length > 0) return unknown
  await client.query(MIGRATIONS_TABLE)
  for (const file of files) if (numbers.includes(file.number)) await apply(client, file)
  return []
}

async function apply(client: pg.ClientBase, file: MigrationFile): Promise<void> {
  await client.query('insert into schema_migrations (number, name) values ($1, $2)', [file.number, file.name])
  await client.query(await readFile(new URL(file.name, MIGRATIONS), 'utf8'))
}

async function runMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin')
    await apply(client, file)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${file.name} failed: ${(error as Error).message}`, { cause: error })
  }
}
