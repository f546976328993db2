import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Queryable } from '../src/platform/database/database.ts'

/** Environment variable with the folder of orders to the programs. */
export const STEPS_FOLDER = 'FAULTS_STEPS_FOLDER'
const LOOK_EVERY_MS = 20
/** PostgreSQL ends a transaction that does nothing for five seconds. */
const PAUSED_AT_MOST_MS = 10_000

const COMPACT = '/src/core/telemetry/chunks/compact-readings.ts'
const EXPAND = '/src/core/telemetry/chunks/expand-month.ts'
const LOOK_UP = '/src/core/telemetry/chunks/find-compacted.ts'

/** A place in the program: before or behind this code. */
export interface Place {
  file: string
  where: 'before' | 'behind'
  code: string
}

const INSERT_CHUNKS = 'for (const { readings, fields } of made) await insertChunk(tx, deviceId, readings, fields)'
const DELETE_ROWS = 'const rowBytes = await requireDeleted(tx, deviceId, rows)'

/** Slots where a program can be killed, or the power cut. */
export const STEPS = {
  'compact: before the insert': { file: COMPACT, where: 'before', code: INSERT_CHUNKS },
  'compact: after the insert': { file: COMPACT, where: 'behind', code: INSERT_CHUNKS },
  'compact: after the comparison': {
    file: COMPACT,
    where: 'behind',
    code: 'await requireSame(tx, deviceId, made, giveWay)',
  },
  'compact: before the delete': { file: COMPACT, where: 'before', code: DELETE_ROWS },
  'compact: after the delete': { file: COMPACT, where: 'behind', code: DELETE_ROWS },
  'compact: before the commit': { file: COMPACT, where: 'before', code: 'compacted = { readings: rows.length' },
  'compact: after the commit': { file: COMPACT, where: 'before', code: 'return compacted\n' },
  'expand: before the delete': { file: EXPAND, where: 'before', code: 'await deleteChunks(tx, span)' },
  'expand: after the delete': { file: EXPAND, where: 'behind', code: 'await deleteChunks(tx, span)' },
  'expand: before the commit': { file: EXPAND, where: 'behind', code: 'await insertRows(tx, device_id, readings)' },
  'expand: after the commit': { file: EXPAND, where: 'before', code: 'if (expanded > 0) yield expanded' },
} as const satisfies Record<string, Place>
export type Step = keyof typeof STEPS

/** Counters, and the code that they count at. `known` counts readings that were sent again and found in chunks. */
export const COUNTED = {
  compacted: { file: COMPACT, where: 'before', code: 'return compacted\n', number: 'rows.length' },
  expanded: { file: EXPAND, where: 'before', code: 'if (expanded > 0) yield expanded', number: 'expanded' },
  known: { file: LOOK_UP, where: 'before', code: 'return found\n', number: 'found.size' },
} as const satisfies Record<string, Place & { number: string }>
export type Counted = keyof typeof COUNTED

/** A program that waits at a step, and its PostgreSQL process; null outside a transaction. */
export interface Paused {
  pid: number
  backend: number | null
}

const named = (folder: string, name: string) => join(folder, name.replaceAll(/\W+/g, '-'))

/** The side of the programs, which `stop-at-steps.ts` puts into their code. */
export function programSide(folder: string) {
  return {
    async pause(step: string, tx: Queryable | null): Promise<void> {
      // One of all programs succeeds.
      if (!existsSync(named(folder, step))) return
      try {
        renameSync(named(folder, step), named(folder, 'claimed'))
      } catch {
        return
      }
      const [row] = tx === null ? [] : await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      writeFileSync(named(folder, 'claimed'), JSON.stringify({ pid: process.pid, backend: row?.pid ?? null }))
      renameSync(named(folder, 'claimed'), named(folder, 'paused'))
      for (const end = Date.now() + PAUSED_AT_MOST_MS; Date.now() < end; await sleep(LOOK_EVERY_MS)) {
        if (!existsSync(named(folder, 'paused'))) return
      }
    },
    count(what: Counted, number: number): void {
      if (number > 0) appendFileSync(named(folder, 'counts'), `${what} ${number}\n`)
    },
  }
}

/** The side of the audit. */
export function auditSide(folder: string) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(named(folder, 'counts'), '')
  return {
    /** Waits until a program is at this step, which it does not leave before `resume`; null if none comes. */
    async reach(step: string, withinMs: number): Promise<Paused | null> {
      writeFileSync(named(folder, step), '')
      for (const end = Date.now() + withinMs; Date.now() < end; await sleep(LOOK_EVERY_MS)) {
        if (existsSync(named(folder, 'paused'))) return JSON.parse(readFileSync(named(folder, 'paused'), 'utf8'))
      }
      rmSync(named(folder, step), { force: true })
      return null
    },
    resume: () => rmSync(named(folder, 'paused'), { force: true }),
    counts(): Record<Counted, number> {
      const counts = { compacted: 0, expanded: 0, known: 0 }
      for (const line of readFileSync(named(folder, 'counts'), 'utf8').split('\n').slice(0, -1)) {
        const [what, number] = line.split(' ')
        counts[what as Counted] += Number(number)
      }
      return counts
    },
  }
}
