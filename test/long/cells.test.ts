import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { embeddedPostgres } from '../../src/platform/postgres/supervisor.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { emptyDatabase, urlOf } from '../harness/database.ts'
import { type Served, servedProgram } from '../harness/served.ts'

const DEVICES = 6
/** Kills of the command, spread over its time and beyond. */
const KILLS = 12
const FIRST_TS = 1_795_000_000

async function json(served: Served, ...args: string[]) {
  const { code, stdout, stderr } = await served.run(...args, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('the first start makes the cells, commands list and add them, and a site moves between them', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: urlOf(await emptyDatabase(t)), CELLS: '3', WORKERS: '1' })
  await served.start()
  const numbers = async () => (await json(served, 'cell', 'list')).map(({ number }: { number: number }) => number)
  assert.deepEqual(await numbers(), [0, 1, 2])
  await json(served, 'site', 'add', 'Ward 3')
  const { token } = await json(served, 'device', 'add', 'Bed 7', '--module', 'health', '--site', 'Ward 3')
  assert.equal(await send(served, token, FIRST_TS), 200)
  assert.deepEqual(await json(served, 'cell', 'add'), { number: 3 })
  const moved = await json(served, 'site', 'move-to-cell', 'Ward 3', '3')
  assert.deepEqual([moved.cell, moved.devices], [3, 1])
  const [, , , last] = await json(served, 'cell', 'list')
  assert.deepEqual([last.devices, last.sites.map(({ name }: { name: string }) => name)], [1, ['Ward 3']])
  assert.equal(await send(served, token, FIRST_TS + 1), 200)
  const wrong = await served.run('site', 'move-to-cell', 'Ward 3', '9')
  assert.deepEqual([wrong.code, wrong.stderr], [1, 'There is no cell 9; see `tocsin cell list`.\n'])
  // The number of cells of a database in use does not change with the setting.
  await served.stop()
  await served.start()
  assert.deepEqual(await numbers(), [0, 1, 2, 3])
})

test('a site that moves under load, killed at each step, is in one cell, with every reading once', async (t) => {
  const served = await servedProgram(t, { CELLS: '2', WORKERS: '1' })
  await served.start()
  await json(served, 'site', 'add', 'Ward 3')
  const file = join(served.dataDir, 'beds.csv')
  const beds = Array.from({ length: DEVICES }, (_, n) => `Bed ${n},health,Ward 3\n`)
  writeFileSync(file, `name,module,site\n${beds.join('')}`)
  const devices: { token: string }[] = await json(served, 'device', 'import', file)
  const tokens = devices.map(({ token }) => token)
  let isOver = false
  const sent = tokens.map(() => 0)
  const sending = tokens.map(async (token, place) => {
    while (!isOver) {
      // As devices do: again until it is taken.
      while ((await send(served, token, FIRST_TS + sent[place]!)) !== 200) await sleep(20)
      sent[place]! += 1
    }
  })
  const cellOfWard = async (): Promise<number> => {
    const { client, close } = await openDatabase(served)
    const { rows } = await client.query(`select cell from sites where name = 'Ward 3'`)
    await close()
    return rows[0].cell
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const to = 1 - (await cellOfWard())
    const began = performance.now()
    const moving = served.startCommand('site', 'move-to-cell', 'Ward 3', String(to))
    const ended = once(moving, 'exit')
    await sleep(400 + 60 * kill)
    if (kill % 4 === 3) served.killDatabase()
    moving.kill('SIGKILL')
    await ended
    await aReadingIsTaken(sent)
    t.diagnostic(`killed after ${Math.round(performance.now() - began)} ms, on the way to cell ${to}`)
  }
  await json(served, 'site', 'move-to-cell', 'Ward 3', String(1 - (await cellOfWard())))
  isOver = true
  await Promise.all(sending)
  await isWhole(t, served, await cellOfWard(), sent)
})

const send = (served: Served, token: string, ts: number): Promise<number> =>
  fetch(`${served.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify({ module: 'health', ts, metrics: { systolic: 190 } }),
  }).then(
    ({ status }) => status,
    () => 0,
  )

async function aReadingIsTaken(sent: readonly number[]): Promise<void> {
  const before = sent.join()
  while (sent.join() === before) await sleep(20)
}

async function openDatabase({ dataDir }: Served): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const { connection, leave } = await embeddedPostgres(dataDir)
  const client = new pg.Client(connection)
  await client.connect()
  const close = async () => {
    await client.end()
    await leave()
  }
  return { client, close }
}

/** Each reading is stored once, each device has one alert and one incident, and all of it lies in this cell. */
async function isWhole(t: TestContext, served: Served, cell: number, sent: readonly number[]): Promise<void> {
  const { client, close } = await openDatabase(served)
  cleanUp(t, close)
  const rows = async (query: string) => (await client.query(query)).rows
  const schemas = ['public', 'cell_1']
  for (const table of ['readings', 'alerts', 'incidents', 'device_states']) {
    const [here, elsewhere] = await Promise.all(
      [schemas[cell], schemas[1 - cell]].map(async (schema) =>
        rows(`select device_id, count(*)::integer as count from ${schema}.${table} group by 1 order by 1`),
      ),
    )
    assert.deepEqual(elsewhere, [], `${table} elsewhere`)
    const counts = here!.map(({ count }: { count: number }) => count)
    assert.deepEqual(counts, table === 'readings' ? [...sent] : sent.map(() => 1), table)
  }
}
