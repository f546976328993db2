import { addCell } from '../../src/platform/database/cells/add-cell.ts'
import type { TestApp } from './app.ts'

/** Waits only until the nodes of the tests have been told. */
const TOLD_WITHIN_MS = 200

/** Adds a cell beside the running nodes, unless the database has several already. Returns the number of the last one. */
export async function withSecondCell({ service, now }: TestApp): Promise<number> {
  const last = service.db.cells().at(-1)!
  return last > 0 ? last : addCell(service.db, now(), TOLD_WITHIN_MS)
}
