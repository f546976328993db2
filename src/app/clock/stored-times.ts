import { CODE_LIFETIME_S } from '../../core/contact-methods/verify-contact-method.ts'
import { ROUND_GAP_S } from '../../core/escalation/policy.ts'
import { KEEP_READINGS_AFTER_S } from '../../core/incidents/evidence/keep-readings.ts'
import { AUTO_RESOLVE_AFTER_S } from '../../core/incidents/incident.ts'
import { SNOOZE_AT_MOST_S } from '../../core/incidents/snooze.ts'
import { VIEWER_STAYS_S } from '../../core/incidents/viewers.ts'
import { MOBILE_ABSOLUTE_S } from '../../core/people/credentials/access-tokens.ts'
import { LINK_LIFETIME_S } from '../../core/people/credentials/one-time-codes.ts'
import { LONGEST_DELAY_S } from '../../core/people/login/login-throttle.ts'
import { PENDING_LIFETIME_S } from '../../core/people/login/pending-logins.ts'
import { DELIVERY_LEASE_S } from '../../core/webhooks/outbox/claim-deliveries.ts'
import { DEMO_HELD_FOR_S } from '../../fleet/demo/demo-store.ts'

const WEEK_S = 7 * 86_400

/**
 * Correction of a stored time that lies ahead of the clock, after the clock has gone back:
 * - a number: the time is reduced to that many seconds ahead. 0 for past events, and for timers, which become due at
 * once and are set again by their jobs;
 * - `forgotten`: the time is set to null, since it means nothing any more;
 * - `drop the row`: the row is deleted, since it is about that time;
 * - `stays`: the time is kept, since nothing waits for it: a record, a person's choice, or a time that a device sent.
 */
export type AheadOfClock = number | 'forgotten' | 'drop the row' | 'stays'

interface StoredTimes {
  /** Limits the correction to the rows that matter, in tables that may be very large. */
  where?: string
  columns: Record<string, AheadOfClock>
}

/** All columns that hold a time. A test compares the list with the schema. */
export const STORED_TIMES: Record<string, StoredTimes> = {
  access_tokens: {
    where: `kind = 'mobile'`,
    columns: { created_at: 0, last_used_at: 0, expires_at: MOBILE_ABSOLUTE_S },
  },
  alert_notes: { columns: { at: 'stays' } },
  alerts: {
    where: `status = 'acknowledged'`,
    columns: {
      acknowledged_at: 0,
      snoozed_until: SNOOZE_AT_MOST_S,
      triggered_at: 'stays',
      raised_at: 'stays',
      resolved_at: 'stays',
    },
  },
  audit_entries: { columns: { at: 'stays' } },
  audit_seals: { columns: { at: 'stays' } },
  // Ahead of the clock, the last code would refuse all codes until then. `used_codes` keeps refusing those that were used.
  authenticator_apps: { columns: { last_code_at: 0, added_at: 'stays' } },
  calendar_feeds: { columns: { created_at: 'stays', last_read_at: 0 } },
  contact_codes: { columns: { expires_at: CODE_LIFETIME_S } },
  contact_codes_sent: { columns: { at: 'drop the row' } },
  contact_methods: {
    columns: { created_at: 'stays', verified_at: 'stays', last_ok_at: 'stays', last_seen_at: 0 },
  },
  deliveries: {
    where: `status in ('pending', 'retrying')`,
    columns: {
      next_attempt_at: 0,
      leased_until: DELIVERY_LEASE_S,
      created_at: 'stays',
      finished_at: 'stays',
      // Generated from the first two.
      due_at: 'stays',
    },
  },
  demo: { columns: { held_until: DEMO_HELD_FOR_S } },
  device_notes: { columns: { at: 'stays', written_at: 'stays' } },
  device_refusals: { columns: { at: 0, first_at: 0 } },
  device_states: {
    columns: {
      last_seen: 0,
      offline_check_at: 0,
      stale_check_at: 0,
      offline_incident_at: 0,
      // Reduced to now, devices that went offline at different times would seem to go offline together.
      offline_at: 'forgotten',
      evaluated_at: 'forgotten',
      // Read only by the statement that sets it.
      evaluated_before: 'stays',
      at: 'stays',
      location_at: 'stays',
      compacted_until: 'stays',
      // Ahead of the clock, no time would be recorded until then.
      uptime_since: 0,
      heard_since: 0,
    },
  },
  devices: { columns: { deleted_at: 0, created_at: 'stays', previous_token_until: 'stays', erased_at: 'stays' } },
  escalation_policies: { columns: { updated_at: 'stays' } },
  external_ids: { columns: { first_seen: 0, last_seen: 0 } },
  former_sites: { columns: { left_at: 'stays' } },
  family_devices: { columns: { since: 0 } },
  geofences: { columns: { created_at: 'stays', updated_at: 'stays' } },
  escalation_runs: {
    columns: {
      next_at: ROUND_GAP_S,
      round_started_at: 0,
      nobody_told_at: 'stays',
      started_at: 'stays',
      ended_at: 'stays',
    },
  },
  held_notifications: { where: `status = 'held'`, columns: { next_check_at: 0, held_at: 'stays' } },
  // An hour that lies ahead waits until it is over, like any other.
  hours_to_aggregate: { columns: { hour: 'stays' } },
  identities: { columns: { linked_at: 'stays' } },
  incident_readings: { columns: { kept_at: 'stays' } },
  incident_timeline: { columns: { at: 'stays' } },
  incident_viewers: { columns: { expires_at: VIEWER_STAYS_S } },
  incidents: {
    columns: {
      last_activity_at: 0,
      resolve_due_at: AUTO_RESOLVE_AFTER_S,
      cleared_since: 0,
      keep_readings_at: KEEP_READINGS_AFTER_S,
      // An alert that comes back within minutes of this time reopens the incident.
      resolved_at: 0,
      created_at: 'stays',
      responded_at: 'stays',
      acknowledged_at: 'stays',
      snoozed_until: SNOOZE_AT_MOST_S,
      location_at: 'stays',
    },
  },
  known_networks: { columns: { last_login_at: 0 } },
  live_events: { columns: { at: 0 } },
  // Failures in a future window would count against the account until then.
  login_failures: { columns: { window_started_at: 'drop the row' } },
  login_throttles: { columns: { window_started_at: 0, blocked_until: LONGEST_DELAY_S } },
  minute_metrics: { columns: { hour: 'stays' } },
  notifications: {
    where: `state in ('queued', 'held', 'sending', 'retrying')`,
    columns: { due_at: 0, leased_until: 60, expires_at: 3_600, created_at: 0, at: 0 },
  },
  one_time_codes: { columns: { expires_at: LINK_LIFETIME_S.invitation } },
  passkeys: { columns: { created_at: 'stays', last_used_at: 0 } },
  pending_logins: { columns: { expires_at: PENDING_LIFETIME_S } },
  reading_counts: { columns: { at: 'drop the row' } },
  push_keys: { columns: { created_at: 'stays' } },
  reading_chunks: { columns: { first_at: 'stays', last_at: 'stays' } },
  reading_rows: { columns: { at: 'stays', received_at: 'stays' } },
  rule_states: { columns: { due_at: 0 } },
  rule_versions: { columns: { saved_at: 'stays' } },
  rules: { columns: { updated_at: 'stays' } },
  schedule_overrides: { columns: { starts_at: 'stays', ends_at: 'stays', created_at: 'stays' } },
  schedule_versions: { columns: { valid_from: 'stays', created_at: 'stays' } },
  schedules: {
    columns: {
      handed_over_at: 0,
      next_hand_over_at: 0,
      gaps_checked_at: 0,
      created_at: 'stays',
      changed_at: 'stays',
    },
  },
  schema_migrations: { columns: { applied_at: 'stays' } },
  // The clock watch's own times: `watch-clock.ts` sets them.
  service_presence: {
    columns: {
      alive_at: 'stays',
      up_since: 'stays',
      stepped_back_at: 'stays',
      corrected_at: 'stays',
      heartbeat_at: 'stays',
    },
  },
  sessions: { columns: { created_at: 0, last_used_at: 0, proven_at: 0 } },
  cells: { columns: { created_at: 'stays' } },
  settings: { columns: { changed_at: 'stays' } },
  shift_notes: { columns: { written_at: 'stays', seen_at: 'stays' } },
  silences: { columns: { ended_at: 0, starts_at: 'stays', ends_at: 'stays', created_at: 'stays' } },
  sites: { columns: { created_at: 'stays', deleted_at: 'stays' } },
  // Kept messages make readings of the time at which they came.
  source_messages: { columns: { received_at: 'stays' } },
  source_message_keys: { columns: { received_at: 'drop the row' } },
  source_replays: { columns: { started_at: 'stays', finished_at: 'stays' } },
  source_states: { columns: { last_message_at: 0 } },
  sources: { columns: { created_at: 'stays', previous_token_until: 'stays' } },
  // People say when something was or will be.
  status_notices: { columns: { starts_at: 'stays', ends_at: 'stays', over_at: 'stays', created_at: 'stays' } },
  status_pages: { columns: { created_at: 'stays' } },
  status_subscriptions: {
    columns: { next_try_at: 3_600, refused_since: 0, created_at: 0, confirmed_at: 'stays' },
  },
  storm_devices: { columns: { joined_at: 0 } },
  used_challenges: { columns: { expires_at: 'stays' } },
  users: { columns: { created_at: 'stays', last_login_at: 'stays', logins_ended_at: 0 } },
  weekly_reports: { columns: { next_at: WEEK_S, created_at: 'stays' } },
  webhooks: {
    columns: {
      breaker_opened_at: 0,
      failing_since: 0,
      probe_at: 0,
      releasing_until: 0,
      deleted_at: 0,
      old_secret_until: 'stays',
      created_at: 'stays',
    },
  },
}
