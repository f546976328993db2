import type { ReachedId } from '../reach/reached-id.ts'
import type { SiteName } from '../reach/site-name.ts'
import type { Module } from '../vocabulary/modules.ts'
import { rank, type Severity } from '../vocabulary/severities.ts'
import type { Announcement, WebhookEvent } from './events/webhook-events.ts'
import type { Format } from './formats/formats.ts'

/** Settings of a webhook as given by a person, without the encrypted values. */
export interface WebhookSettings {
  /** Hears only of this site; null: of the whole installation. */
  site_id: number | null
  name: string
  url: string
  format: Format
  events: WebhookEvent[]
  min_severity: Severity
  modules: Module[]
  tags: string[]
}

/** `held`: its receiver keeps failing. `recovering`: it is back, and held deliveries are released at a limited rate. */
export const WEBHOOK_STATES = ['active', 'held', 'recovering', 'disabled'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

export interface WebhookRecord extends WebhookSettings {
  id: ReachedId<'webhook'>
  site: SiteName | null
  /** Names of the custom headers; their values are never shown. */
  headers: string[]
  /** Names of the options of its format; their values are never shown. */
  format_options: string[]
  enabled: boolean
  disabled_reason: string | null
  state: WebhookState
  failing_since: Date | null
  next_probe_at: Date | null
  old_secret_until: Date | null
  version: number
  created_at: Date
}

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
