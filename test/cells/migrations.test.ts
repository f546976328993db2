import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { dropEveryCell, makeEveryCell } from '../../src/platform/database/cells/every-cell.ts'
import { transactionOn } from '../../src/platform/database/database.ts'
import { runInEachCell } from '../../src/platform/database/migrate.ts'
import { startApp } from '../harness/app.ts'
import { withSecondCell } from '../harness/cells.ts'
import { cleanUp } from '../harness/cleanup.ts'

test('a migration of tables of cells changes those of each cell, and the views over all of them', async (t) => {
  const app = await startApp(t)
  const cell = await withSecondCell(app)
  const client = new pg.Client(app.connection)
  await client.connect()
  cleanUp(t, () => client.end())
  await client.query('begin')
  const tx = transactionOn(client)
  await dropEveryCell(tx)
  await runInEachCell(client, "alter table alerts add column cause text not null default 'unknown'")
  await makeEveryCell(tx)
  await client.query('commit')
  for (const schema of ['public', `cell_${cell}`, 'every_cell']) await app.rows(`select cause from ${schema}.alerts`)
  const device = await app.createDevice({ module: 'health' })
  assert.equal((await device.send({ metrics: { systolic: 190 } })).status, 200)
  assert.deepEqual(await app.rows('select cause from alerts'), [{ cause: 'unknown' }])
})
