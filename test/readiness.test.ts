import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from './harness/app.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

test('a node without a database is alive but not ready, and recovers with the database', async (t) => {
  const app = await startApp(t)
  assert.deepEqual((await app.call('GET', '/readyz')).body, { status: 'ok' })
  const { database } = app.connection
  const server = new pg.Client({ ...app.connection, database: 'postgres' })
  await server.connect()
  t.after(() => server.end())
  await server.query(`alter database ${database} allow_connections false`)
  await server.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${database}' and application_name like 'tocsin%'`)
  const away = await app.call('GET', '/readyz')
  assert.deepEqual([away.status, away.body.message], [503, 'Not ready: database'])
  assert.equal((await app.call('GET', '/healthz')).status, 200)
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /^tocsin_database_up 0$/m)
  assert.match(metrics, /^tocsin_readings_queued(?:{cell="0"})? 0$/m)
  await server.query(`alter database ${database} allow_connections true`)
  assert.equal((await app.call('GET', '/readyz')).status, 200)
})

test('a node whose database is full is not ready, and recovers by itself', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  await app.rows(`
    create function refuse_row() returns trigger language plpgsql as $$
      begin raise exception using errcode = 'disk_full', message = 'No space left on device'; end $$;
    create function refuse_table() returns event_trigger language plpgsql as $$
      begin raise exception using errcode = 'disk_full', message = 'No space left on device'; end $$`)
  await app.rows('create trigger full_disk before insert on reading_rows for each row execute function refuse_row()')
  await app.rows('create event trigger full_disk on ddl_command_start execute function refuse_table()')
  const ready = async () => {
    const { status, body } = await app.call('GET', '/readyz')
    return [status, body.message]
  }
  assert.deepEqual(await ready(), [200, undefined])
  assert.equal((await device.send({})).status, 503)
  assert.deepEqual(await ready(), [503, 'Not ready: storage'])
  assert.equal((await app.call('GET', '/healthz')).status, 200)
  await app.rows('drop event trigger full_disk')
  await t.waitFor(async () => assert.deepEqual(await ready(), [200, undefined]), { interval: 50, timeout: 20_000 })
  // For readings, the disk is as full as before.
  assert.equal((await device.send({})).status, 503)
  await app.rows('drop trigger full_disk on reading_rows')
  assert.equal((await device.send({})).status, 200)
  assert.deepEqual(await ready(), [200, undefined])
})

test('readings are refused while the reserve of the disk is given back, so that they do not take it up', async (t) => {
  const dataDir = temporaryFolder(t)
  const reserve = join(dataDir, 'postgres', 'reserve')
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(reserve, 'room')
  const app = await startApp(t, { env: { DATA_DIR: dataDir } })
  const device = await app.createDevice()
  await app.rows(`
    create function refuse_row() returns trigger language plpgsql as $$
      begin raise exception using errcode = 'disk_full', message = 'No space left on device'; end $$`)
  await app.rows('create trigger full_disk before insert on reading_rows for each row execute function refuse_row()')
  assert.equal((await device.send({})).status, 503)
  assert.equal(readFileSync(reserve, 'utf8'), '', 'it is given back')
  await app.rows('drop trigger full_disk on reading_rows')
  assert.equal((await device.send({})).status, 503)
  assert.equal((await app.call('GET', '/readyz')).body.message, 'Not ready: storage')
  writeFileSync(reserve, 'room')
  assert.equal((await device.send({})).status, 200)
  assert.equal((await app.call('GET', '/readyz')).status, 200)
})

test('a node whose schema is older than the program is not ready', async (t) => {
  const app = await startApp(t)
  await app.rows('delete from schema_migrations where number = 6')
  const { status, body } = await app.call('GET', '/readyz')
  assert.deepEqual([status, body.message], [503, 'Not ready: schema'])
  await app.rows(`insert into schema_migrations (number, name, digest)
    values (6, 'as before', ''), (9000, 'of the next version', '')`)
  assert.equal((await app.call('GET', '/readyz')).status, 200)
})
