import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanUp, type Scope } from './cleanup.ts'
import type { TestApp } from './test-app.ts'

/**
 * The tests of a file take turns with one app: a start costs as much as most tests, and the connections of an app that has
 * been used know its statements. Between two tests its database is brought back to what it was after the start. An app that
 * differs from a new one in anything but rows (its clock was moved, its rules or tables were changed, a client was told to
 * wait) is closed, and the next test starts another.
 */
export interface Lendable {
  app: TestApp
  /** Whether the clock has moved, or the node was closed, since the last `renew`. */
  isUsed(): boolean
  /** Sets the clock to the present. */
  renew(): void
}

interface Kept extends Lendable {
  scope: Scope & { end(): Promise<void> }
  /** The differences between this database and the same one after a test, unless the test left only rows. */
  fingerprint: string
  reset: string
}

let kept: Kept | null = null
let isLent = false
let hasToldToWait = false

/** Only where the file is run by a worker, which closes the app at its end. */
export const IS_SHARED = process.env.TEST_QUEUE !== undefined && process.env.CELLS === undefined

/** The app of this file, until the end of the test. A test that asks for a second one gets its own. */
export async function lendApp(t: TestContext, open: (scope: Scope) => Promise<Lendable>): Promise<TestApp> {
  if (isLent) return (await open(t)).app
  isLent = true
  try {
    kept ??= await keep(open)
  } catch (error) {
    isLent = false
    throw error
  }
  const mine = kept
  mine.renew()
  hasToldToWait = false
  cleanUp(t, async () => {
    const isAsNew = !mine.isUsed() && !hasToldToWait && (await bringBack(mine))
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

async function keep(open: (scope: Scope) => Promise<Lendable>): Promise<Kept> {
  const scope = openScope()
  const opened = await open(scope)
  const { rows } = opened.app
  const [{ reset }] = (await rows<{ reset: string }>(RESET)) as [{ reset: string }]
  return { ...opened, scope, reset, fingerprint: await fingerprintOf(opened.app) }
}

/** Whether it is like new then. */
async function bringBack({ app, fingerprint, reset }: Kept): Promise<boolean> {
  const { service } = app
  await Promise.all([service.webhooksIdle(), service.notificationsIdle(), service.flush()])
  try {
    if (!(await isAtRest(app)) || (await fingerprintOf(app)) !== fingerprint) return false
    await app.rows(reset)
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
/** Tables with rows in a new database, which the service remembers. A change of these needs a new app. */
const REMEMBERED = ['cells', 'escalation_policies', 'push_keys', 'rule_versions', 'rules', 'schema_migrations', 'sites']

/** The months that a test opens stay: they are of the service's making, and empty. */
const LASTING = "relnamespace = 'public'::regnamespace and not relispartition"

const fingerprintOf = async (app: TestApp): Promise<string> =>
  JSON.stringify(
    await app.rows(`select
      ${REMEMBERED.map((table) => `(select (count(*), max(xmin::text::bigint))::text from ${table}) as ${table}`).join(', ')},
      (select md5(string_agg(relname, ' ' order by relname)) from pg_class where ${LASTING}) as names,
      (select count(*) from pg_class join pg_trigger on tgrelid = pg_class.oid where ${LASTING}) as triggers,
      (select count(*) from pg_class join pg_constraint on conrelid = pg_class.oid where ${LASTING}) as constraints,
      (select (count(*), max(xmin::text::bigint))::text from pg_proc) as functions,
      (select count(*) from pg_db_role_setting) as settings`),
  )

/**
 * Gives the statement that removes what has been added since, and sets the sequences back, but for that which streams
 * follow, and that of sources, which their door remembers by their ids: a service gives none twice.
 */
const RESET = `
  select 'do $$ begin set local session_replication_role = replica; '
    || (select string_agg(format('delete from %I;', relname), ' ') from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and relname <> all (array['${[...GROWING, ...REMEMBERED, 'live_events_dropped'].join("','")}']))
    || ${GROWING.map((table) => `(select format(' delete from ${table} where id > %s;', coalesce(max(id), 0)) from ${table})`).join(' || ')}
    || ' insert into audit_seals (entry_id) select id from audit_entries;'
    || (select string_agg(format(' perform setval(%L, %s, %L);', sequencename, coalesce(last_value, 1), last_value is not null), '')
        from pg_sequences where schemaname = 'public' and sequencename not like 'live_events%' and sequencename <> 'sources_id_seq')
    || ' end $$' as reset`

subscribe('http.server.response.finish', (message) => {
  const { response, server } = message as { response: ServerResponse; server: Server }
  if (response.statusCode === 429 && server === kept?.app.service.http.server) hasToldToWait = true
})
