import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CELL_TABLES } from '../../src/platform/database/cells/cell-tables.ts'
import { sources } from '../harness/sources.ts'

/** Changes or locks rows of a cell, or of a table whose name is computed. */
const TABLE = `(?:(?:${CELL_TABLES.join('|')})\\b|\\$\\{raw\\()`
const CHANGE = new RegExp(
  [
    `\\b(?:insert into|delete from|truncate|lock table|merge into|update) (?:only )?${TABLE}`,
    `\\b(?:from|join) ${TABLE}[^;\`]*?\\bfor (?:no key )?(?:update|share)\\b`,
  ].join('|'),
  'g',
)
const QUERY = /(\w+)(?:\.inCell\(\w+\))?\.query(?:<(?:[^<>()]|<[^<>]*>|\(\))*>)?\(/g

/** Functions that run the statement they are given in the cell they are given first. */
const RUNS_IN = /\bchangeQuarantine\(\s*(\w+),/g

/** Expressions that give a cell to a variable, or to the callback that follows. */
const GIVES_CELL = /^(?:await )?(?:\w+\.inCell\(|inCellOf\w+\(|\[\w+\.inCell\()/
const CALLS_IN_CELL = /(?:\b(?:inEachCell|stepInEachCell|perCell)\(\s*\w+, |\binCells\()(?:async )?$/

/** Statements on their own, which functions that take an `InCell` run; and those that make a cell. */
const ELSEWHERE = [
  'app/clock/correct-future-times.ts',
  'core/escalation/run-store.ts',
  'core/incidents/resolve-incidents.ts',
  'core/notifications/held-store.ts',
  'core/telemetry/storage/telemetry-store.ts',
  'platform/database/cells/add-cell.ts',
  'platform/database/cells/cluster/make-on-worker.ts',
]

/** Where the parenthesis at this place is closed. */
function endOf(source: string, open: number): number {
  let [depth, at] = [0, open]
  do {
    if ('([{'.includes(source[at]!)) depth += 1
    if (')]}'.includes(source[at]!)) depth -= 1
    at += 1
  } while (depth > 0 && at < source.length)
  return at
}

/** Whether a name, where it is used, stands for one cell. */
function isInCell(source: string, name: string, at: number): boolean {
  const before = source.slice(0, at)
  const binding = new RegExp(
    `\\b${name}(?:: (?<type>\\w+)|(?:, \\w+)?\\]? = (?<value>[^\\n]*)| of (?<each>[^\\n]*))|(?<!\\w)\\(?${name}(?:, \\w+)?\\)? =>`,
    'g',
  )
  const last = [...before.matchAll(binding)].at(-1)
  if (last === undefined) return false
  const { type, value, each } = last.groups!
  if (type !== undefined) return type === 'InCell' || type === 'CellDatabase'
  if (value !== undefined) return GIVES_CELL.test(value)
  if (each !== undefined) return each.includes('.map(db.inCell)')
  const call = before.slice(0, last.index)
  const transaction = /\b(\w+)\.transaction\((?:async )?$/.exec(call)
  return transaction === null ? CALLS_IN_CELL.test(call) : isInCell(source, transaction[1]!, transaction.index)
}

/** Changes of what lies in a cell by something that may stand for all of them. */
function changesOfAllCells(source: string): string[] {
  const found = (kind: RegExp, openOf: (call: string) => number) =>
    [...source.matchAll(kind)].map(({ 0: call, 1: on, index }) => ({
      ...{ call, on: on!, from: index, to: endOf(source, index + openOf(call)) },
    }))
  const queries = [...found(QUERY, (call) => call.length - 1), ...found(RUNS_IN, (call) => call.indexOf('('))].toSorted(
    (one, other) => one.from - other.from,
  )
  return [...source.matchAll(CHANGE)]
    .filter(({ index }) => {
      const query = queries.findLast(({ from, to }) => from < index && index < to)
      return query === undefined || !(query.call.includes('.inCell(') || isInCell(source, query.on, query.from))
    })
    .map(([change]) => change.replace(/\s+/g, ' '))
}

test('what changes or locks rows of a cell takes what has named it', () => {
  const found = [...sources]
    .filter(([file]) => !ELSEWHERE.includes(file))
    .flatMap(([file, source]) => changesOfAllCells(source).map((change) => `${file}: ${change}`))
  assert.deepEqual(found, [])
})

test('a change of a cell that nobody has named is found', () => {
  const changing = (parameter: string, rest = '') =>
    `async function change(${parameter}) {\n${rest}  await tx.query(sql\`\n    update incidents set title = ''\`)\n}`
  assert.equal(changesOfAllCells(changing('tx: Queryable')).length, 1)
  assert.equal(changesOfAllCells(changing('db: Database', '  await db.transaction(async (tx) => {\n')).length, 1)
  assert.equal(changesOfAllCells(changing('db: CellDatabase', '  await db.transaction(async (tx) => {\n')).length, 0)
  assert.equal(changesOfAllCells(changing('tx: InCell')).length, 0)
  assert.equal(changesOfAllCells(changing('db: Database', '  const tx = await inCellOfSite(db, 1)\n')).length, 0)
  const dropping = (parameter: string) =>
    `async function drop(${parameter}) {\n  await changeQuarantine(tx, 'drop', sql\`delete from source_messages\`)\n}`
  assert.equal(changesOfAllCells(dropping('tx: Queryable')).length, 1)
  assert.equal(changesOfAllCells(dropping('tx: InCell')).length, 0)
})
