import type { Static } from 'typebox'
import type { ReachedId } from '../reach/reached-id.ts'
import { rank } from '../vocabulary/severities.ts'
import type { Announcement } from './events/webhook-events.ts'
import type { WebhookShape } from './webhook-shapes.ts'

/** `site_id`: hears only of this site; null: of the whole installation. */
export type WebhookRecord = Omit<Static<typeof WebhookShape>, 'id'> & {
  id: ReachedId<'webhook'>
  site_id: number | null
}

/** Settings of a webhook as given by a person, without the encrypted values. */
export type WebhookSettings = Pick<
  WebhookRecord,
  'site_id' | 'name' | 'url' | 'format' | 'events' | 'min_severity' | 'modules' | 'tags'
>

type Filters = Pick<WebhookSettings, 'site_id' | 'events' | 'min_severity' | 'modules' | 'tags'>

/**
 * Whether a webhook with these filters gets the announcement. One without a severity passes every severity filter.
 * Pure.
 */
export function wants(filters: Filters, { site_id, event, severity, module, tags }: Announcement): boolean {
  return (
    (filters.site_id === null || filters.site_id === site_id) &&
    filters.events.includes(event) &&
    (severity === null || rank(severity) >= rank(filters.min_severity)) &&
    (filters.modules.length === 0 || (module !== null && filters.modules.includes(module))) &&
    (filters.tags.length === 0 || filters.tags.some((tag) => tags.includes(tag)))
  )
}
