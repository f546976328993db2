// For the control run: loaded into the service by `--import`, it breaks the promise on purpose. The route answers 200 as
// soon as the reading is queued, as a service does that confirms what it has not stored.
import { breakPromise } from './break-promise.ts'

/** The usual way of a reading, and the express lane. */
const WAYS = ['/src/doors/readings/ingestion-api.ts', '/src/doors/readings/ingest-express.ts']

breakPromise(WAYS, 'await commits.submit(', 'void commits.submit(')
// What fails after its answer has nobody to tell.
process.on('unhandledRejection', () => undefined)
