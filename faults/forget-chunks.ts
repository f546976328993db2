// For the control run of compaction: loaded into the service with `--import`, it stores late readings without looking
// whether they are in chunks already.
import { breakPromise } from './break-promise.ts'

const LOOK = 'old.length > 0 ? await findCompacted(tx, group.device.id, old) : NONE'

breakPromise(['/src/core/ingestion/ingest-readings.ts'], LOOK, 'NONE')
