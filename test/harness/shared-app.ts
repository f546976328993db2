import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanUp, type Scope } from './cleanup.ts'
import type { TestApp } from './test-app.ts'

/**
 * The tests of a file take turns with one app: a start costs as much as most tests, and the connections of an app that has
 * been used know its statements. Between two tests its database is brought back to what it was after the start, and its clock
 * is set, which a service has to bear anyway. An app that differs from a new one in more (its tables were changed, a client
 * was told to wait, the next test wants other settings) is closed, and the next test starts another.
 */
export interface Lendable {
  app: TestApp
  isClosed(): boolean
  /** Sets the clock. */
  renew(startsAt: Date): void
}

interface Wanted {
  startsAt: Date
  /** Apps with the same one have the same settings. */
  key: string
}

interface Kept extends Lendable {
  key: string
  scope: Scope & { end(): Promise<void> }
  /** The differences between this database and the same one after a test, unless the test left only rows. */
  fingerprint: string
  /** Tables that are brought back row by row, with what changes when one of their rows does. */
  marks: Record<string, string>
  /** The statements that bring these back. */
  restores: Record<string, string>
  reset: string
}

let kept: Kept | null = null
let isLent = false
let hasToldToWait = false

/** Only where the file is run by a worker, which closes the app at its end. */
export const IS_SHARED = process.env.TEST_QUEUE !== undefined && process.env.CELLS === undefined

/** The app of this file, until the end of the test. A test that asks for a second one gets its own. */
export async function lendApp(
  t: TestContext,
  { startsAt, key }: Wanted,
  open: (scope: Scope) => Promise<Lendable>,
): Promise<TestApp> {
  if (isLent) return (await open(t)).app
  isLent = true
  try {
    if (kept?.key !== key) await closeSharedApp()
    kept ??= { ...(await keep(open)), key }
  } catch (error) {
    isLent = false
    throw error
  }
  const mine = kept
  mine.renew(startsAt)
  hasToldToWait = false
  cleanUp(t, async () => {
    const isAsNew = !mine.isClosed() && !hasToldToWait && (await bringBack(mine))
    if (!isAsNew) await closeSharedApp()
    isLent = false
  })
  return mine.app
}

/** At the end of a file. */
export async function closeSharedApp(): Promise<void> {
  const last = kept
  kept = null
  await last?.scope.end()
}

async function keep(open: (scope: Scope) => Promise<Lendable>): Promise<Omit<Kept, 'key'>> {
  const scope = openScope()
  const opened = await open(scope)
  const { rows } = opened.app
  const [{ reset }] = (await rows<{ reset: string }>(RESET)) as [{ reset: string }]
  const [restores] = (await rows<Record<string, string>>(RESTORES)) as [Record<string, string>]
  const [marks, fingerprint] = [await marksOf(opened.app), await fingerprintOf(opened.app)]
  return { ...opened, scope, reset, restores, marks, fingerprint }
}

/** Whether it is like new then. */
async function bringBack(lent: Kept): Promise<boolean> {
  const { app, fingerprint, reset, restores } = lent
  const { service } = app
  await Promise.all([service.webhooksIdle(), service.notificationsIdle(), service.flush()])
  try {
    if (!(await isAtRest(app)) || (await fingerprintOf(app)) !== fingerprint) return false
    const marks = await marksOf(app)
    const changed = RESTORED.filter((table) => marks[table] !== lent.marks[table])
    await app.rows(`do $reset$ begin set local session_replication_role = replica;
      ${reset} ${changed.map((table) => restores[table]).join(' ')}
      notify rules_changed; notify settings_changed; notify site_changed; end $reset$`)
    if (changed.length > 0) lent.marks = await marksOf(app)
    await service.catchUp()
    return true
  } catch {
    // A test has taken away a table, or the database.
    return false
  }
}

/** Clients that have gone leave work behind: for a moment, the node still notes that nobody looks at a page any more. */
async function isAtRest(app: TestApp): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    const busy = await app.rows(`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1`)
    if (busy.length === 0) return true
    await delay(10)
  }
  return false
}

/** An end that is not that of a test. */
function openScope(): Kept['scope'] {
  const work: (() => Promise<unknown>)[] = []
  return {
    after: (step) => void work.push(step),
    end: async () => {
      for (const step of work) await step()
    },
  }
}

/** Tables with rows in a new database that tests may add to, and nothing else: what they add is removed. */
const GROWING = ['audit_entries', 'live_events']
/** Tables with rows in a new database that tests may change: these rows are put in again. */
const RESTORED = ['escalation_policies', 'push_keys', 'rule_versions', 'rules', 'sites']
/** Tables with rows in a new database whose change needs a new app. */
const LASTING = ['cells', 'schema_migrations']

/** The months that a test opens stay: they are of the service's making, and empty. */
const TABLES = "relnamespace = 'public'::regnamespace and not relispartition"

const markOf = (table: string) => `(select (count(*), max(xmin::text::bigint))::text from ${table}) as ${table}`

const fingerprintOf = async (app: TestApp): Promise<string> =>
  JSON.stringify(
    await app.rows(`select
      ${LASTING.map(markOf).join(', ')},
      (select md5(string_agg(relname, ' ' order by relname)) from pg_class where ${TABLES}) as names,
      (select count(*) from pg_class join pg_trigger on tgrelid = pg_class.oid where ${TABLES}) as triggers,
      (select count(*) from pg_class join pg_constraint on conrelid = pg_class.oid where ${TABLES}) as constraints,
      (select (count(*), max(xmin::text::bigint))::text from pg_proc) as functions,
      (select count(*) from pg_db_role_setting) as settings`),
  )

async function marksOf(app: TestApp): Promise<Record<string, string>> {
  const [marks] = await app.rows<Record<string, string>>(`select ${RESTORED.map(markOf).join(', ')}`)
  return marks!
}

/** Gives for each restored table the statements that make its rows what they are now. */
const RESTORES = `select ${RESTORED.map(
  (table) => `format('delete from ${table}; insert into ${table} overriding system value
    select * from json_populate_recordset(null::${table}, %L);', (select json_agg(t) from ${table} as t)) as ${table}`,
).join(', ')}`

/**
 * Gives the statements that remove what has been added since, and set the sequences back, but for that which streams
 * follow, and that of sources, whose limits their door remembers by their numbers: a service gives none twice.
 */
const RESET = `
  select (select string_agg(format('delete from %I;', relname), ' ') from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and relname <> all (array['${[...GROWING, ...RESTORED, ...LASTING, 'live_events_dropped'].join("','")}']))
    || ${GROWING.map((table) => `(select format(' delete from ${table} where id > %s;', coalesce(max(id), 0)) from ${table})`).join(' || ')}
    || ' insert into audit_seals (entry_id) select id from audit_entries;'
    || (select string_agg(format(' perform setval(%L, %s, %L);', sequencename, coalesce(last_value, 1), last_value is not null), '')
        from pg_sequences where schemaname = 'public' and sequencename not like 'live_events%' and sequencename <> 'sources_id_seq') as reset`

subscribe('http.server.response.finish', (message) => {
  const { response, server } = message as { response: ServerResponse; server: Server }
  if (response.statusCode === 429 && server === kept?.app.service.http.server) hasToldToWait = true
})
