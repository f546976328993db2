// For the control of the power cut: loaded into the service by `--import`, it makes PostgreSQL confirm what it has not
// written to the disk yet. 200 is sent a moment too early.
import { breakPromise } from './break-promise.ts'

breakPromise(['/src/platform/database/database.ts'], 'synchronous_commit=on', 'synchronous_commit=off')
