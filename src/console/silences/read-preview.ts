import { findUnknownTags } from '../../core/devices/lists/browse-devices.ts'
import { previewSilence } from '../../core/notifications/preview-silence.ts'
import type { Reach } from '../../core/reach/reach.ts'
import type { Queryable } from '../../platform/database/database.ts'

type Previewed = Parameters<typeof previewSilence>[2]

export type SilencePreview = Awaited<ReturnType<typeof readSilencePreview>>

/** The extent of a silence now, and those of its tags that no device in reach has. */
export const readSilencePreview = async (db: Queryable, reach: Reach, silence: Previewed, now: Date) => ({
  ...(await previewSilence(db, reach, silence, now)),
  unknownTags: await findUnknownTags(db, reach, silence.tags),
})
