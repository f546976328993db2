// For the control run of compaction: loaded into the service and into commands with `--import`, it deletes the rows in a
// transaction before the one that inserts the chunk, so that a kill between them loses readings.
import { breakPromise } from './break-promise.ts'

const COMPACT = ['/src/core/telemetry/chunks/compact-readings.ts']
const LOCK = 'if (!(await lockDevice(tx, deviceId))) throw new Undone()'
const DELETE = 'const rowBytes = await requireDeleted(tx, deviceId, rows)'
const FIRST = 'if (chunk !== null) await replaced(tx, deviceId, held)'
const COMMIT = ['commit', 'begin'].map((text) => `await tx.query({ text: '${text}', values: [] })`).join('; ')

breakPromise(COMPACT, LOCK, '')
breakPromise(COMPACT, DELETE, '')
breakPromise(COMPACT, FIRST, `${LOCK}; ${DELETE}; ${COMMIT}; ${FIRST}`)
