import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../src/platform/migrate.ts'
import { cleanUp } from './harness/cleanup.ts'
import { CONNECTION_VARIABLE } from './harness/global-setup.ts'
import { servedProgram } from './harness/served.ts'

test('a database server that dies is started again; until then readings are answered 503 with Retry-After', async (t) => {
  const served = await servedProgram(t)
  await served.start()
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
  // Backends that have not yet noticed may still commit; then they are gone, and then a new server is there.
  const isBack = () => answers.at(-1)?.status === 200 && answers.some((answer) => answer.status !== 200)
  for (let ts = 1_750_000_001; answers.length < 300 && !isBack(); ts += 1) {
    answers.push(await send(ts))
    await sleep(50)
  }
  assert.ok(isBack())
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.equal(answer.status, 503)
    assert.ok(answer.headers.get('retry-after'))
  }
})

test('stopped by a signal, the service takes its database server down with it', async (t) => {
  const served = await servedProgram(t)
  await served.start()
  assert.equal(await served.stop(), 0)
  assert.equal(existsSync(join(served.dataDir, 'postgres/postmaster.pid')), false)
})

test('a server left behind by a killed service is taken over, not started a second time', async (t) => {
  const served = await servedProgram(t)
  await served.start()
  const before = postmasterPid(served.dataDir)
  await served.killService()
  await served.start()
  assert.equal(postmasterPid(served.dataDir), before)
})

test('what it keeps secret is readable by nobody else, and different in every installation', async (t) => {
  const [one, other] = [await servedProgram(t), await servedProgram(t)]
  for (const served of [one, other]) await served.run('device', 'list')
  const path = join(one.dataDir, 'postgres-password')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.notEqual(readFileSync(path, 'utf8'), readFileSync(join(other.dataDir, 'postgres-password'), 'utf8'))
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
