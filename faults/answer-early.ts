// For the control run: loaded into the service with `--import`, it breaks the promise on purpose. The route answers 200
// as soon as the reading is queued, like a service that confirms readings before storing them.
import { breakPromise } from './break-promise.ts'

/** The framework's route and the express lane. */
const WAYS = ['/src/doors/readings/ingestion-api.ts', '/src/doors/readings/ingest-express.ts']

breakPromise(WAYS, 'await commits.submit(', 'void commits.submit(')
// A failure after the answer cannot be reported to anyone.
process.on('unhandledRejection', () => undefined)
