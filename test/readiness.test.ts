import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from './harness/app.ts'

test('a node without its database is alive and not ready, and ready again when the database is back', async (t) => {
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
  assert.match(metrics, /^tocsin_readings_queued 0$/m)
  await server.query(`alter database ${database} allow_connections true`)
  assert.equal((await app.call('GET', '/readyz')).status, 200)
})

test('a node whose schema is older than the program is not ready', async (t) => {
  const app = await startApp(t)
  await app.rows('delete from schema_migrations where number = 6')
  const { status, body } = await app.call('GET', '/readyz')
  assert.deepEqual([status, body.message], [503, 'Not ready: schema'])
  await app.rows(`insert into schema_migrations (number, name) values (6, 'as before'), (9000, 'of the next version')`)
  assert.equal((await app.call('GET', '/readyz')).status, 200)
})
