import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../../src/platform/database/migrate.ts'
import { embeddedPostgres } from '../../src/platform/postgres/supervisor.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { CONNECTION_VARIABLE } from '../harness/global-setup.ts'
import { onLinux } from '../harness/processes.ts'
import { servedProgram } from '../harness/served.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const scope = { after }
/** One installation for most tests, and two folders of databases: to make a cluster costs as much as to start a service. */
const served = await servedProgram(scope, { WORKERS: '1' })
const folder = temporaryFolder(scope)
const oddFolder = join(temporaryFolder(scope), `it's $(here), "Müller" ${'x'.repeat(90)}`)

let isServing = false

async function startServed(): Promise<void> {
  if (!isServing) await served.start()
  isServing = true
}

async function endServed<Result>(end: () => Promise<Result>): Promise<Result> {
  isServing = false
  return await end()
}

test('a database server that dies is started again; until then readings are answered 503 with Retry-After', async () => {
  await startServed()
  const { stdout } = await served.run('device', 'add', 'Boiler', '--module', 'factory', '--json')
  const { token } = JSON.parse(stdout) as { token: string }
  const send = (ts: number) =>
    fetch(`${served.url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': token },
      body: JSON.stringify({ module: 'factory', ts, metrics: { gas_ppm: 3 } }),
    })
  assert.equal((await send(1_750_000_000)).status, 200)

  process.kill(postmasterPid(served.dataDir), 'SIGKILL')
  const answers: Response[] = []
  // First, backends that have not noticed may still commit; then the database is down, until the new server is up.
  const isBack = () => answers.at(-1)?.status === 200 && answers.some((answer) => answer.status !== 200)
  const deadline = Date.now() + 60_000
  for (let ts = 1_750_000_001; Date.now() < deadline && !isBack(); ts += 1) {
    answers.push(await send(ts))
    await sleep(50)
  }
  assert.ok(isBack())
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.equal(answer.status, 503)
    assert.ok(answer.headers.get('retry-after'))
  }
  const isTold = () => served.output().includes('the database is responding again')
  for (let tries = 0; tries < 300 && !isTold(); tries += 1) await sleep(50)
  const log = served.output().split('\n')
  assert.ok(isTold() && log.some((line) => line.includes('the database is not responding')))
  const traces = log.filter((line) => line.includes('"stack"') && /terminated|ECONN|57P/.test(line))
  assert.deepEqual(traces, [])
})

test('a second service on the same data is refused before it changes anything; commands may run', async () => {
  await startServed()
  const before = postmasterPid(served.dataDir)
  const port = served.env.PORT!
  served.env.PORT = '0'
  const second = await served.run('serve')
  served.env.PORT = port
  assert.deepEqual([second.code, second.stdout], [1, ''])
  assert.equal(
    second.stderr,
    `Another service is running with the data in ${served.dataDir}. Stop it first, or set DATA_DIR to another folder.\n`,
  )
  assert.equal((await served.run('device', 'list')).code, 0)
  assert.equal(postmasterPid(served.dataDir), before)
  assert.equal((await fetch(`${served.url}/readyz`)).status, 200)
})

test('after a kill, the next service takes over the database server, and the next command stops it', async () => {
  await startServed()
  const before = postmasterPid(served.dataDir)
  await endServed(served.killService)
  await startServed()
  assert.equal(postmasterPid(served.dataDir), before)
  await endServed(served.killService)
  assert.equal((await served.run('doctor')).code, 0)
  assert.equal(postmasterPid(served.dataDir), before, 'a look leaves it as it was')
  assert.equal((await served.run('device', 'list')).code, 0)
  assert.equal(existsSync(join(served.dataDir, 'postgres/postmaster.pid')), false)
})

test('a service stopped by a signal stops its database server too', async () => {
  await startServed()
  const before = served.output().length
  assert.equal(await endServed(served.stop), 0)
  assert.equal(existsSync(join(served.dataDir, 'postgres/postmaster.pid')), false)
  assert.doesNotMatch(served.output().slice(before), /"level":50/, 'a regular stop is no error')
})

test('the last process that uses the database server stops it', async () => {
  const [one, other] = await Promise.all([embeddedPostgres(folder), embeddedPostgres(folder)])
  await one.leave()
  const client = new pg.Client(other.connection)
  await client.connect()
  await client.end()
  await other.leave()
  assert.equal(existsSync(join(folder, 'postgres/postmaster.pid')), false)
})

test('a database server that died listens where it did before, whoever starts it', async (t) => {
  for (const dataDir of [folder, oddFolder]) {
    const one = await embeddedPostgres(dataDir)
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    const other = await embeddedPostgres(dataDir)
    cleanUp(t, () => Promise.all([one.leave(), other.leave()]))
    assert.deepEqual(other.connection, one.connection)
  }
})

test('a database server in another container is recognized by its socket', onLinux, async () => {
  const { connection, leave } = await embeddedPostgres(folder)
  const file = join(folder, 'postgres/postmaster.pid')
  const written = readFileSync(file, 'utf8')
  // As seen where process ids differ: this id does not belong to a server.
  writeFileSync(file, written.replace(/^\d+/, String(process.pid)))
  const guest = await embeddedPostgres(folder)
  assert.deepEqual(guest.connection, connection)
  await guest.leave()
  assert.ok(existsSync(file))
  writeFileSync(file, written)
  await leave()
})

test('the first start uses no folder that others can write to', async (t) => {
  const served = await servedProgram(t, { TMPDIR: '/nonexistent' })
  const { code, stderr } = await served.run('migrate')
  assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(readdirSync(served.dataDir).sort(), ['postgres', 'postgres-password', 'tocsin.lock'])
})

test('the database server works in paths that are long or contain shell characters', async () => {
  const { connection, leave } = await embeddedPostgres(oddFolder)
  assert.ok(existsSync(connection.host!))
  await leave()
  assert.equal(existsSync(connection.host!), false)
})

test('a lost password of the database server is regenerated at the next start; doctor only reports it', async () => {
  await endServed(served.stop)
  await served.run('device', 'add', 'Pump', '--module', 'factory')
  const path = join(served.dataDir, 'postgres-password')
  const before = readFileSync(path, 'utf8')
  rmSync(path)
  const looked = await served.run('doctor')
  assert.equal(looked.code, 1)
  assert.match(looked.stdout, /postgres-password is missing\. Restart the service: the next start creates a new one/)
  assert.equal(existsSync(path), false)
  const { code, stdout, stderr } = await served.run('device', 'list')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /Pump/)
  const renewed = readFileSync(path, 'utf8')
  assert.notEqual(renewed, before)
  writeFileSync(path, before)
  const wrong = await served.run('device', 'list')
  writeFileSync(path, renewed)
  assert.equal(wrong.code, 1)
  assert.equal(
    wrong.stderr,
    `${path} is not the password of this PostgreSQL. Delete that file: the next start creates a new password.\n`,
  )
})

test('secrets are readable only by their owner, and different in every installation', async (t) => {
  const another = await servedProgram(t)
  await Promise.all([another, served].map((each) => each.run('device', 'list')))
  const path = join(another.dataDir, 'postgres-password')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.notEqual(readFileSync(path, 'utf8'), readFileSync(join(served.dataDir, 'postgres-password'), 'utf8'))
})

test('nodes that start together on an empty database migrate it once', async (t) => {
  const server = JSON.parse(process.env[CONNECTION_VARIABLE]!) as pg.ClientConfig
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query('create database test_migrations')
  cleanUp(t, async () => {
    await admin.query('drop database test_migrations')
    await admin.end()
  })
  const ran = await Promise.all(Array.from({ length: 5 }, () => migrate({ ...server, database: 'test_migrations' })))
  const names = ran.flat()
  assert.ok(names.length > 0)
  assert.equal(new Set(names).size, names.length)
})

const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
