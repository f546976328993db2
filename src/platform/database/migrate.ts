import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { OperatorError } from '../errors.ts'
import { dropEveryCell, listCellNumbers, makeEveryCell } from './cells/every-cell.ts'
import { pathTo, transactionOn } from './database.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** Any number will do as long as every node takes the same one. */
const ADVISORY_LOCK = 5_417_001

const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  number integer primary key,
  name text not null,
  -- SHA-256 of the file.
  digest text not null,
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
    await runMigrations(client, pending)
    return pending.map((file) => file.name)
  } finally {
    await client.end()
  }
}

/** Throws OperatorError when the schema has tables of another program or of a later version of this one. */
async function requireOwnSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(TABLES)
  const tables = rows.map(({ table }) => table)
  if (tables.length === 0) return
  const ours = await client.query(
    `select count(*) filter (where attname = 'applied_at') > 0 as is_ours,
       count(*) filter (where attname = 'digest') > 0 as is_released
     from pg_attribute where attrelid = to_regclass('schema_migrations')`,
  )
  const [{ is_ours, is_released }] = ours.rows as [{ is_ours: boolean; is_released: boolean }]
  if (!is_ours) {
    throw new OperatorError(
      `The database belongs to another program, with tables such as ${tables[0]}. Create one for Tocsin: create database tocsin.`,
    )
  }
  if (!is_released) {
    throw new OperatorError(
      'The database was created by a Tocsin from before the first release and cannot be upgraded. Start with an empty database.',
    )
  }
  const applied = await client.query<{ number: number; name: string; digest: string }>(
    'select number, name, digest from schema_migrations order by number',
  )
  const known = new Map((await migrationFiles()).map((file) => [file.number, file]))
  const later = applied.rows.findLast(({ number }) => !known.has(number))
  if (later !== undefined) {
    throw new OperatorError(
      `The database was migrated by a later version of Tocsin (${later.name}). Start that version, or restore a backup of this one.`,
    )
  }
  const changed = await changedMigration(applied.rows)
  if (changed !== null) throw new OperatorError(`${otherBuild(changed)}. ${OTHER_BUILD_ADVICE}.`)
}

/** The first of these applied migrations that differs from that of this program; null if none does. */
export async function changedMigration(
  applied: readonly { number: number; name: string; digest: string }[],
): Promise<string | null> {
  const known = new Map((await migrationFiles()).map((file) => [file.number, file]))
  for (const { number, name, digest } of applied) {
    const file = known.get(number)
    if (file !== undefined && digestOf(await textOf(file)) !== digest) return name
  }
  return null
}

export const otherBuild = (migration: string): string =>
  `The database was made by another build of Tocsin: its migration ${migration} is not that of this one`

export const OTHER_BUILD_ADVICE =
  'Start that build, or begin with an empty database; with that build, `tocsin config export` and `tocsin export --parquet` \
save devices, rules and readings'

/** Tables made by people, not by extensions. */
const TABLES = `
  select c.relname as table
  from pg_class as c
  where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p')
    and not exists (select from pg_depend as d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname
  limit 1`

/** Migrations of this program that are not among the applied ones. */
export async function pendingMigrations(applied: readonly number[]): Promise<MigrationFile[]> {
  files ??= await migrationFiles()
  return files.filter(({ number }) => !applied.includes(number))
}

/** Cached: the files do not change while the program runs. */
let files: MigrationFile[] | null = null

interface MigrationFile {
  number: number
  name: string
}

/** This program's migrations in order. */
export async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  return names.map((name) => ({ number: Number.parseInt(name.slice(0, 4), 10), name }))
}

/**
 * Builds the schema of these migrations in an empty database, in the caller's transaction. Returns the numbers that
 * this program does not have; if there are any, nothing is built.
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
  const text = await textOf(file)
  const row = [file.number, file.name, digestOf(text)]
  await client.query('insert into schema_migrations (number, name, digest) values ($1, $2, $3)', row)
  if (file.name.endsWith('.cells.sql')) await runInEachCell(client, text)
  else await client.query(text)
}

/** A change of the tables of cells. They are found by their names, without a schema. */
export async function runInEachCell(client: pg.ClientBase, text: string): Promise<void> {
  const cells = await listCellNumbers(transactionOn(client))
  for (const cell of cells) await client.query(`set local search_path to ${pathTo(cell)}; ${text}`)
  await client.query('set local search_path to default')
}

const textOf = ({ name }: MigrationFile): Promise<string> => readFile(new URL(name, MIGRATIONS), 'utf8')

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Views over all cells would hold the columns of their tables, so they are made anew, in the same transaction. */
async function runMigrations(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  if (files.length === 0) return
  const tx = transactionOn(client)
  const hasCells = (await listCellNumbers(tx)).length > 1
  for (const group of hasCells ? [files] : files.map((file) => [file])) {
    await client.query('begin')
    if (hasCells) await dropEveryCell(tx)
    for (const file of group) await runMigration(client, file)
    if (hasCells) await makeEveryCell(tx)
    await client.query('commit')
  }
}

async function runMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  try {
    await apply(client, file)
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${file.name} failed: ${(error as Error).message}`, { cause: error })
  }
}
