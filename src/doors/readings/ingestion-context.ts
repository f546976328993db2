import type { FindDevice } from '../../core/devices/device-tokens.ts'
import type { RefuseToken } from '../../core/devices/refusals/bad-token-limit.ts'
import type { RefusalRecorder } from '../../core/devices/refusals/refusal-recorder.ts'
import type { GroupCommit } from '../../core/ingestion/group-commit.ts'
import type { IngestionWatch, NoteRefusal } from './note-refusal.ts'

export interface IngestionApi {
  /** Whether the token may be part of the address, for trackers that cannot send headers. */
  tokenInAddress: boolean
  findDevice: FindDevice
  commits: GroupCommit
  refusals: RefusalRecorder
  watch: IngestionWatch
  refuseToken: RefuseToken
  noteRefusal: NoteRefusal
  now: () => Date
}
