import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isCellTable } from '../src/platform/database/cells/cell-tables.ts'
import { SHARED_TABLES } from '../src/platform/database/cells/cluster/share-tables.ts'

/*
 * Statements that PostgreSQL takes and Citus does not, or takes and then blocks on. Statements run on both, in one form. Each rule
 * was an error on a cluster first; `test/matrix/citus.test.ts` runs all statements on a given one.
 */

interface Statement {
  file: string
  text: string
}

const root = join(import.meta.dirname, '../src')
const statements: Statement[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bsql`((?:[^`\\]|\\.)*)`/g)].map(([, text]) => ({
      file,
      text: text!.replace(/\s+/g, ' ').trim(),
    })),
  )

const breaking = (rule: (statement: Statement) => boolean): string[] =>
  statements.filter(rule).map(({ file, text }) => `${file}: ${text.slice(0, 120)}`)

/** The table that a statement changes. */
const changed = (text: string): string | undefined =>
  /^(?:update|delete from|insert into)\s+(?:public\.)?(\w+)/.exec(text)?.[1]

test('the statements are found', () => {
  assert.ok(statements.length > 800, String(statements.length))
  assert.ok(statements.some(({ text }) => changed(text) === 'device_states'))
})

test('a table of a cell is changed to values that depend on no time zone and no clock of the server', () => {
  const isUnstable = ({ text }: Statement) => {
    const table = changed(text)
    const assigned = /^update .*? set (.*?)(?: from | where |$)/.exec(text)?.[1] ?? ''
    return (
      table !== undefined && isCellTable(table) && /\bnow\(\)|make_interval|\binterval '|\bextract\(/.test(assigned)
    )
  }
  assert.deepEqual(breaking(isUnstable), [])
})

test('what a change measures of a stored value, a function measures', () => {
  // Only the form for one server, and what only reads, may ask for the size itself.
  const isMeasuring = ({ file, text }: Statement) => /pg_column_size/.test(text) && !MEASURES_ALONE.includes(file)
  assert.deepEqual(breaking(isMeasuring), [])
})

test('no shared lock is taken of a row of a shared table, since a change after it waits for all others that have one', () => {
  const isSharing = ({ text }: Statement) => {
    const [, table = ''] = /\bfrom (\w+)/.exec(text) ?? []
    return /\bfor (key )?share\b/.test(text) && (SHARED_TABLES as readonly string[]).includes(table)
  }
  assert.deepEqual(breaking(isSharing), [])
})

test('only `notify` tells other nodes something in a transaction: a server of cells cannot', () => {
  const tells = ({ file, text }: Statement) => /\bpg_notify\(|^notify /.test(text) && !TELLS_ALONE.includes(file)
  assert.deepEqual(breaking(tells), [])
})

/** `notify` itself, and what is told outside of transactions. */
const MEASURES_ALONE = ['core/telemetry/storage/telemetry-store.ts', 'core/telemetry/chunks/chunk-store.ts']
const TELLS_ALONE = ['platform/database/database.ts', 'doors/events/reading-pulses.ts']

test('no function of SQL is called with values, if it reads tables of cells', () => {
  assert.deepEqual(
    breaking(({ text }) => /\bchunks_between\(/.test(text)),
    [],
  )
})
