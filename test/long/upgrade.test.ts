import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ClientConfig } from 'pg'
import { VERSION } from '../../src/app/node/version.ts'
import { makeBackup } from '../../src/app/transfer/backup/make-backup.ts'
import { listStoredTables } from '../../src/app/transfer/backup/stored-tables.ts'
import { migrate, migrationFiles } from '../../src/platform/database/migrate.ts'
import { ENCRYPTION_KEY, startApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { cloneDatabase, copyDatabase, emptyDatabase, urlOf } from '../harness/database.ts'
import { startReceiver } from '../harness/receiver.ts'
import { applyOnly, copyRows, countRows, describeSchema, pastOf, withClient } from '../harness/schemas.ts'
import { servedProgram } from '../harness/served.ts'
import { inUse } from '../harness/used-service.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
/** A small backup of each release, made by `make-backup.ts` in the same folder. */
const RELEASED = join(import.meta.dirname, 'released')

async function restore(t: TestContext, connection: ClientConfig, file: string) {
  const command = await servedProgram(t, { DATABASE_URL: urlOf(connection) })
  return command.run('restore', file, '--json')
}

test('each earlier schema is migrated to the current one with its rows', async (t) => {
  const app = await startApp(t)
  await inUse(app, (await startReceiver(t)).url)
  const fresh = await describeSchema(await cloneDatabase(t))
  const numbers = (await migrationFiles()).map(({ number }) => number)
  const filled = new Set<string>()
  // Each schema is the one before and a migration: to build all of them from the first takes twice as long.
  const growing = await emptyDatabase(t)
  for (const [place, number] of numbers.entries()) {
    await applyOnly(growing, [number])
    const connection = await copyDatabase(t, growing)
    await copyRows(app.connection, connection)
    const tables = (await withClient(connection, listStoredTables)).map(({ table }) => table)
    const before = await countRows(connection, tables)
    for (const [table, count] of Object.entries(before)) if (count > 0) filled.add(table)
    const ran = await migrate(connection)
    assert.equal(ran.length, numbers.length - place - 1, `from ${number}`)
    assert.deepEqual(await countRows(connection, tables), before, `from ${number}`)
    assert.deepEqual(await describeSchema(connection), fresh, `from ${number}`)
    assert.deepEqual(await migrate(connection), [])
  }
  for (const table of ['users', 'devices', 'alerts', 'incidents', 'deliveries', 'silences', 'held_notifications']) {
    assert.ok(filled.has(table), `${table} held rows`)
  }

  // The oldest schema with devices, migrated, accepts readings.
  const upgraded = await emptyDatabase(t)
  await pastOf(app.connection, upgraded, numbers.slice(0, 2))
  await migrate(upgraded)
  const node = await startApp(t, { connection: upgraded })
  const device = await node.createDevice({ name: 'After the upgrade' })
  assert.equal((await device.send({ metrics: { gas_ppm: 300 } })).status, 200)
})

test('a backup of an earlier version is restored and migrated', async (t) => {
  const app = await startApp(t)
  await inUse(app, (await startReceiver(t)).url)
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-older-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const fresh = await describeSchema(await cloneDatabase(t))
  const numbers = (await migrationFiles()).map(({ number }) => number)
  // Schemas with readings, with webhooks, and nearly complete.
  for (const count of [3, 6, numbers.length - 1]) {
    const before = await emptyDatabase(t)
    await pastOf(app.connection, before, numbers.slice(0, count))
    const file = join(folder, `of-${count}`)
    const about = { encryptionKey: ENCRYPTION_KEY, version: '0.0.9', now: app.now(), force: false }
    const made = await makeBackup(file, { connection: before, ...about })

    const after = await emptyDatabase(t)
    const { code, stdout, stderr } = await restore(t, after, file)
    assert.equal(code, 0, stderr)
    const restored = JSON.parse(stdout)
    assert.deepEqual([restored.version, restored.migrations.length], ['0.0.9', numbers.length - count])
    assert.deepEqual(restored.tables, made.tables)
    const { audit_entries = 0, audit_seals: _, ...tables } = made.tables
    assert.deepEqual(await countRows(after, Object.keys(tables)), tables, `of ${count}`)
    // The restore has an audit entry of its own, which waits for its seal.
    assert.deepEqual(await countRows(after, ['audit_entries']), { audit_entries: audit_entries + 1 })
    assert.deepEqual(await describeSchema(after), fresh)
  }
})

test('a backup of a later version is refused with the names of both versions', async (t) => {
  const later = await cloneDatabase(t)
  await withClient(later, (client) =>
    client.query(`insert into schema_migrations (number, name, digest) values (9999, '9999-moons.sql', 'none')`),
  )
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-later-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'of-tomorrow')
  const about = { encryptionKey: ENCRYPTION_KEY, version: '9.9.9', now: new Date(), force: false }
  await makeBackup(file, { connection: later, ...about })
  const { code, stderr } = await restore(t, await emptyDatabase(t), file)
  assert.equal(code, 1)
  const refusal = `made by Tocsin 9.9.9 and has migrations that this version, ${VERSION}, does not know: 9999. Restore it with Tocsin 9.9.9 or`
  assert.ok(stderr.includes(refusal), stderr)
})

test('a backup of each release is restored whole, comes to the present schema, and works', async (t) => {
  const fresh = await describeSchema(await cloneDatabase(t))
  const files = readdirSync(RELEASED).filter((name) => name.endsWith('.backup'))
  assert.ok(files.length > 0)
  for (const name of files) {
    const database = await emptyDatabase(t)
    const { code, stdout, stderr } = await restore(t, database, join(RELEASED, name))
    assert.equal(code, 0, stderr)
    const { version, tables } = JSON.parse(stdout)
    assert.equal(`${version}.backup`, name)
    for (const table of ['users', 'readings', 'alerts', 'incidents', 'deliveries', 'silences', 'held_notifications']) {
      assert.ok(
        Object.entries(tables).some(([key, rows]) => key.startsWith(table) && Number(rows) > 0),
        table,
      )
    }
    assert.deepEqual(await describeSchema(database), fresh, name)
    const app = await startApp(t, { connection: database })
    const admin = await app.logIn('admin')
    const incident = (await admin('GET', '/api/mobile/incidents/1')).body.data
    assert.deepEqual([incident.status, incident.device_name], ['acknowledged', 'Bedside monitor'])
    const device = await app.createDevice({ name: 'After the upgrade' })
    assert.equal((await device.send({ metrics: { gas_ppm: 300 } })).status, 200)
  }
})

/** Names of released migrations that have changed since. */
const changedSince = (listing: string, digestOf: (name: string) => string | null): string[] =>
  listing
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/) as [string, string])
    .filter(([digest, name]) => digestOf(name) !== digest)
    .map(([, name]) => name)

const digestOf = (name: string): string | null => {
  try {
    return createHash('sha256')
      .update(readFileSync(join(MIGRATIONS, name)))
      .digest('hex')
  } catch {
    // Deleted, which is a change as well.
    return null
  }
}

test('released migrations are unchanged', () => {
  const people = digestOf('0001-people.sql')!
  assert.deepEqual(changedSince(`# a comment\n${people}  0001-people.sql\n`, digestOf), [])
  const others = `${'0'.repeat(64)}  0001-people.sql\n${people}  0000-gone.sql\n`
  assert.deepEqual(changedSince(others, digestOf), ['0001-people.sql', '0000-gone.sql'])
  assert.deepEqual(changedSince(readFileSync(join(MIGRATIONS, 'RELEASED'), 'utf8'), digestOf), [])
})
