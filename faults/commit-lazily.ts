// For the control run of the power cut: loaded into the service with `--import`, it makes PostgreSQL confirm commits
// that are not on disk yet, so that 200 is sent a moment too early.
import { breakPromise } from './break-promise.ts'

breakPromise(['/src/platform/database/database.ts'], 'synchronous_commit=on', 'synchronous_commit=off')
