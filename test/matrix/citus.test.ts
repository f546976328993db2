import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import { checkCells } from '../../src/app/doctor/check-cells.ts'
import { prune } from '../../src/app/node/prune.ts'
import { fillCells } from '../../src/platform/database/cells/add-cell.ts'
import { openCells } from '../../src/platform/database/cells/known-cells.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { openCitus, withoutCitus } from '../harness/citus.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { openAllPages, sendAllRequests } from '../harness/everything.ts'

/** Cell 0 is on the coordinator, the others on workers. */
const CELLS = 3
const onCitus = { skip: withoutCitus() ?? false }

for (const [cell, where] of ['the coordinator', 'a worker'].entries())
  test(`every page, route and job works on a Citus, with the sites on ${where}`, onCitus, (t) => tour(t, cell))

async function tour(t: TestContext, cell: number): Promise<void> {
  const { connection } = await openCitus(t, 'tocsin_everything')
  await migrate(connection)
  const db = await openCells(connection, { connections: 1, applicationName: 'test', onError: assert.fail })
  await fillCells(db, CELLS, new Date())
  await db.close()
  const faults: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => faults.push(line) })
  const app = await startApp(t, { connection, log })
  cleanUp(t, app.close)
  await app.rows(`update sites set cell = ${cell}`)

  await openAllPages(t, app)
  await sendAllRequests(app)
  await app.runJobs()
  await prune(app.service.db, { readings_days: 1, audit_days: 366 }, app.now())
  assert.equal((await checkCells(app.service.db))[0]!.state, 'ok')
  assert.deepEqual(faults, [])
  assert.equal((await countOnCoordinator(app)) > 0, cell === 0)
}

async function countOnCoordinator(app: TestApp): Promise<number> {
  const [row] = await app.rows<{ count: string }>('select count(*) from public.alerts')
  return Number(row!.count)
}
