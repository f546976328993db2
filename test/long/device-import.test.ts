import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { databaseUrl } from '../harness/database.ts'
import { servedProgram } from '../harness/served.ts'

test('all devices of a CSV file are added or none, and their tokens are returned once', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t) })
  await served.start()
  const [file, tokens] = [join(served.dataDir, 'devices.csv'), join(served.dataDir, 'tokens.csv')]
  const count = async () => (JSON.parse((await served.run('device', 'list', '--json')).stdout) as object[]).length
  writeFileSync(file, 'name,module,tags\nHall,factory,cellar;north\nVan 3,fleet,\nDoor,drone,\n')
  const wrong = await served.run('device', 'import', file, '--tokens', tokens)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /devices\.csv: nothing was added\.\n {2}line 4: module: must be one of/)
  assert.deepEqual([existsSync(tokens), await count()], [false, 0])

  writeFileSync(file, 'name,module,tags\nHall,factory,cellar;north\nVan 3,fleet,\n')
  const dry = await served.run('device', 'import', file, '--dry-run')
  assert.deepEqual([dry.code, dry.stdout, await count()], [0, '', 0])
  const run = await served.run('device', 'import', file, '--tokens', tokens)
  assert.deepEqual([run.code, run.stdout], [0, ''], run.stderr)
  assert.equal(statSync(tokens).mode & 0o777, 0o600)
  const rows = readFileSync(tokens, 'utf8').trimEnd().split('\r\n')
  assert.equal(rows[0], 'id,name,module,token')
  const [, hall, van] = rows.map((row) => row.split(','))
  assert.deepEqual(
    [hall!.slice(0, 3), van!.slice(0, 3)],
    [
      ['1', 'Hall', 'factory'],
      ['2', 'Van 3', 'fleet'],
    ],
  )
  const answer = await fetch(`${served.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': van![3]! },
    body: '{"module":"fleet"}',
  })
  assert.equal(answer.status, 200)

  // Imported a second time, or with an existing file for the tokens.
  const again = await served.run('device', 'import', file)
  assert.match(again.stderr, /line 2: there is a device "Hall" already\n {2}line 3: there is a device "Van 3"/)
  writeFileSync(file, 'name,module\nGate,home_infra\n')
  const over = await served.run('device', 'import', file, '--tokens', tokens)
  assert.deepEqual([again.code, over.code], [1, 1])
  assert.match(over.stderr, /EEXIST/)
  assert.equal(await count(), 2)
  const printed = JSON.parse((await served.run('device', 'import', file, '--json')).stdout)
  assert.match(printed[0].token, /^[0-9a-f]{64}$/)
})
