import type { Announcement, WebhookEvent } from '../webhooks/events/webhook-events.ts'
import type { Occasion } from './silence.ts'

/** Rule key that covers offline devices in a silence, and their severity for its severity limit. */
export const OFFLINE_RULE_KEY = 'device.offline'
export const SEVERITY_OF_OFFLINE = 'warning'

/**
 * The role of an announcement for its subject.
 * - begin: may be silenced; then nothing more is announced about the subject until this has been.
 * - rise: the severity increases; may be silenced too.
 * - follow: sent to receivers of the beginning, silence or not.
 * - end: the same, and the last one.
 */
type AnnouncementPart = 'begin' | 'rise' | 'follow' | 'end'

type Silenceable = Exclude<WebhookEvent, 'webhook.test' | 'incident.nobody_told'>

const PARTS: Record<Silenceable, { subject: 'alert' | 'incident' | 'device'; part: AnnouncementPart }> = {
  'alert.triggered': { subject: 'alert', part: 'begin' },
  'alert.escalated': { subject: 'alert', part: 'rise' },
  'alert.acknowledged': { subject: 'alert', part: 'follow' },
  'alert.resolved': { subject: 'alert', part: 'end' },
  'incident.created': { subject: 'incident', part: 'begin' },
  'incident.acknowledged': { subject: 'incident', part: 'follow' },
  'incident.reopened': { subject: 'incident', part: 'rise' },
  'incident.resolved': { subject: 'incident', part: 'end' },
  'device.offline': { subject: 'device', part: 'begin' },
  'device.online': { subject: 'device', part: 'end' },
}

/** Facts of an announcement about its subject, as far as it has them. */
interface Facts {
  alert_id?: number | null
  incident_id?: number | null
  device_id?: number | null
  rule_key?: string
  severity?: string
  title?: string
}

export const factsOf = ({ data }: Announcement): Facts => data as Facts

interface AnnouncementRole {
  /** 'alert:7' */
  subject: string
  part: AnnouncementPart
}

/** Null for announcements that no silence holds. */
export function roleOf(announcement: Announcement): AnnouncementRole | null {
  const { event, bypasses_silences = false } = announcement
  if (event === 'webhook.test' || event === 'incident.nobody_told' || bypasses_silences) return null
  const { subject, part } = PARTS[event]
  return { subject: `${subject}:${factsOf(announcement)[`${subject}_id`]}`, part }
}

export function occasionOf(announcement: Announcement): Occasion {
  const { site_id, module, tags, severity, is_safety = false } = announcement
  const { device_id = null, rule_key = announcement.rule_key ?? null } = factsOf(announcement)
  const isOffline = announcement.event === 'device.offline'
  return {
    site_id,
    device_id,
    tags,
    module,
    rule_key: isOffline ? OFFLINE_RULE_KEY : rule_key,
    severity: severity ?? SEVERITY_OF_OFFLINE,
    is_safety,
  }
}
