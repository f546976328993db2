import { counted } from '../counted.ts'
import { countsOf, HELD, type HeldBySite, type LimitedBySite } from '../site-contents.ts'
import { CALL_REASONS } from './call-reasons.ts'
import { LOGIN_REASONS } from './login-reasons.ts'
import { MAP_REASONS } from './map-reasons.ts'
import { MAPPING_REASONS } from './mapping-reasons.ts'
import { ON_CALL_REASONS } from './on-call-reasons.ts'
import { RULE_REASONS } from './rule-reasons.ts'
import { SETTING_REASONS } from './setting-reasons.ts'
import { STATUS_PAGE_REASONS } from './status-page-reasons.ts'

type Role = 'viewer' | 'operator' | 'admin'
export type LongWork = 'files' | 'previews' | 'pages' | 'texts' | 'reports'

/**
 * Everything that can be refused, by reason, with what the APIs answer. The console has a sentence of its own for each
 * reason in each language (`reasons.ts` of its words), and does not compile without it. A sentence about a field
 * completes "this field …".
 */
export const REASONS = {
  /** For programs only: no page shows it, so it is not translated. */
  in_english: (text: string) => text,

  // Faults of a field, by its schema.
  missing: (name: string) => `must have required property '${name}'`,
  lacks: (names: string) => `must have required properties ${names}`,
  not_known: 'is not known here',
  unknown_key: (name: string, known: string) => `Unknown key '${name}'; there are ${known}`,
  unknown_key_meant: (name: string, meant: string) => `Unknown key '${name}'; did you mean '${meant}'?`,
  unknown_key_alone: (name: string) => `Unknown key '${name}'; there are none here`,
  key_not_allowed: (name: string) => `has a key that is not allowed: ${name}`,
  empty: 'must not be empty',
  too_short: (least: number) => `must have at least ${least} characters`,
  too_long: (most: number) => `must have at most ${most} characters`,
  too_few: (least: number) => `must have at least ${least} items`,
  too_many: (most: number) => `must have at most ${most} items`,
  nothing_to_change: 'has nothing in it that can be changed',
  wrong_type: (types: readonly string[]) => `must be ${types.join(' or ')}`,
  too_small: (least: number) => `must be >= ${least}`,
  not_above: (limit: number) => `must be > ${limit}`,
  too_large: (most: number) => `must be <= ${most}`,
  loses_digits: 'is a number beyond 2^53 (9007199254740992) that cannot be kept exactly',
  not_one_of: (words: string) => `must be one of: ${words}`,
  wrong_form: (pattern: string) => `must match pattern "${pattern}"`,
  invisible: 'must be text that can be seen, without characters that are invisible or turn its direction',
  no_clock: 'must be a time of day, such as 22:00',
  no_rule_key: 'must be lower-case words joined by dots, such as boiler.pressure.high',
  no_rule_field: 'must be metrics.…, flags.…, battery or signal',
  too_deep: 'is nested too deep',
  unstorable: 'holds a text that cannot be stored',

  // Faults of a form field.
  no_email: 'is not an email address',
  unseen_characters: 'must not hold characters that are invisible',
  password_long: (most: number) =>
    `is too long: at most ${most} characters, of which letters with accents and other signs count as two to four`,
  holds_nul: 'must not hold NUL',
  password_common: 'is among the first that are tried',
  password_wrong: 'is not your present password',
  password_same: 'is the present password',
  role_too_high: (role: Role) => `must be at most ${role}`,
  no_time_zone: 'is not a time zone',
  no_network: 'is no network, such as 192.0.2.0/24',
  no_time: 'is no time',
  no_day: 'is no day of the calendar',
  note_to_come: 'must not be in the future',
  no_number: 'is no number',
  no_metric_name: 'must be a name as in readings: lower-case letters, digits and underscores, such as co2',
  no_corners: 'must be corners: a latitude and a longitude on each line',
  no_days: 'must have at least one day',
  no_reason: 'is missing',
  no_actor: 'must be an email, a number, command or system',
  no_device: 'is no device',
  no_such_device: (id: number) => `must be a device: there is no device ${id}`,
  family_devices: (most: number) => `must be given for "family": 1 to ${most} devices of the site`,
  family_alone: 'must not be given: only "family" sees chosen devices',
  ...STATUS_PAGE_REASONS,
  no_device_called: (name: string) => `must be a device: there is none called "${name}"`,
  name_of_several: (name: string, ids: string) => `must be one of several called "${name}": ${ids}`,
  no_such_rule: (key: string) => `must be a rule: there is no rule ${key}`,
  which_site: () => 'must be given: there are several sites',
  no_such_site: (id: number) => `must be a site in reach: there is no site ${id}`,
  no_such_person: (id: number) => `must be a user: there is no enabled user ${id}`,
  to_before_from: 'must be later than from',
  too_long_time: (days: number) => `must be at most ${days} days after from`,
  no_person_called: (name: string) => `must be a person: there is nobody called "${name}"`,
  no_geofence_called: (name: string) => `must be a geofence: there is no geofence "${name}" for this rule`,
  fence_missing: 'is needed, unless the condition names a geofence',
  no_such_schedule: (id: number) => `must be a schedule: there is no schedule ${id}`,
  no_assignee: 'is nobody who can act on incidents',
  no_alert_assignee: 'is nobody who can deal with alerts',
  holds_itself: 'holds the incident itself',
  holds_none: 'holds no incident',
  not_its_name: 'is not its name',
  hours_never: 'must begin on one of the days of this rotation',
  days_outside: (least: number, most: number) => `must be from ${least} to ${most} days`,
  end_missing: 'is missing: say ends_at or duration_s',
  end_twice: 'does not go together with ends_at',
  end_before_start: 'must be later than starts_at',
  end_in_past: 'lies in the past',
  snooze_too_long: (days: number) => `must be at most ${days} days from now`,
  never_before_end: 'does not come before ends_at',
  half_position: 'lat and lng must be sent together',

  // Webhooks.
  no_url: 'is not a URL',
  not_https: 'must start with https://; WEBHOOK_ALLOW_HTTP=true allows http:// as well',
  not_web: 'must start with https:// or http://',
  url_user: 'must not hold a user name or password',
  url_fragment: 'must not hold a fragment',
  url_port: 'must not use port 0',
  url_topic: 'must end with the topic',
  host_unknown: 'has a host name that does not resolve',
  host_private: 'leads to a private or reserved address; WEBHOOK_ALLOWED_CIDRS can allow its network',
  no_events: 'needs at least one event',
  tags_too_many: 'must be at most 20 tags of at most 50 characters',
  option_unknown: (format: string) => `is no option of ${format}`,
  option_missing: (format: string) => `is needed for ${format}`,
  option_wrong: (format: string) => `does not look like one of ${format}`,
  template_name: (name: string) => `has {{${name}}}, which no event has`,
  template_no_json: 'is not JSON once the values are in it',
  headers_form: 'must be a name, a colon and a value on each line',
  headers_too_many: (most: number) => `must be at most ${most}`,
  header_name: 'must be letters, digits and hyphens, at most 64',
  header_reserved: 'is a header that is not yours to set',
  header_twice: 'is listed twice',
  header_value: 'must be printable ASCII, at most 1,024 characters',
  value_missing: 'needs a value',
  value_again: 'needs its value again, since the host is another',

  // Subscriptions of browsers to push messages.
  push_https: 'must start with https://; PUSH_ALLOWED_ORIGINS can allow this one',
  push_port: 'must use port 443; PUSH_ALLOWED_ORIGINS can allow this one',
  push_service: (host: string) => `is not of a known push service: ${host}; PUSH_ALLOWED_ORIGINS can allow it`,
  push_key: 'must be a point on the curve P-256: 65 bytes in base64url',
  push_secret: 'must be 16 bytes in base64url',

  ...RULE_REASONS,
  ...MAP_REASONS,
  ...MAPPING_REASONS,

  // Files of devices.
  csv: (message: string) => message,
  not_utf8: 'is not UTF-8; save the file as UTF-8 (in Excel: "CSV UTF-8")',
  csv_columns: 'the first line must name the columns',
  csv_columns_many: (columns: number, most: number) => `there are ${columns} columns; at most ${most} are known`,
  csv_column_unknown: (name: string, known: string) => `there is no column "${name}"; there are ${known}`,
  csv_column_twice: (name: string) => `column ${name} appears twice`,
  csv_column_missing: (name: string) => `the column ${name} is missing`,
  csv_fields: (found: number, wanted: number) => `has ${found} fields instead of ${wanted}`,
  csv_devices: (most: number) => `a file may have ${most} devices; take several files`,
  csv_site_unknown: (name: string) => `there is no site "${name}"`,
  csv_name_taken: (name: string) => `there is a device "${name}" already`,
  csv_name_twice: (name: string) => `"${name}" appears twice`,

  // Requests as a whole.
  not_found: (what: string) => `${what} not found`,
  nothing_here: 'There is nothing at this address',
  method: (method: string) => `${method} is not possible here`,
  malformed: 'The request is malformed',
  invalid: (part: string) => `The ${part} is invalid`,
  foreign_cursor: 'cursor is not one of ours',
  limit_outside: (most: number) => `limit must be from 1 to ${most}`,
  range_reversed: 'from must be before to',
  no_iso_time: (name: string) => `${name} must be an ISO 8601 time, such as 2026-03-01T12:00:00Z`,
  range_no_time: (name: string) => `${name} must be a time, such as 2026-03-01T12:00`,
  body_too_large: 'The body is too large',
  wrong_media: (media: string) => `The body must be ${media} in UTF-8, without content encoding`,
  file_range: 'The requested range is outside the file',
  other_site: 'This came from another site',
  form_expired: 'This form has expired. Go back, load the page again, and send it anew',
  not_this_service: 'This is not the service you asked for; see PUBLIC_URL',
  broken: 'Something went wrong here; the log has the details',
  database_away: 'The database does not answer; try again',
  given_up: 'The request was given up',
  search_too_long: 'The search took too long; choose a shorter period',
  stopping: 'The service is stopping; try again',
  address_most: 'Too many requests from this address; wait before the next',
  busy_for_you: (most: number, what: LongWork) => `You have ${most} ${what} under way; wait for one to end`,
  busy_for_all: (what: LongWork) => `Too many ${what} are under way; try again`,
  device_changed: 'Someone else has changed this device. Your changes are kept below; save again to overwrite theirs',
  changed_meanwhile: 'It was changed meanwhile; read it again',
  needs_role: (role: string) => `This needs the role ${role}`,

  ...LOGIN_REASONS,
  ...SETTING_REASONS,

  // Sites and what people own.
  sites_most: (most: number) => `There are ${most} sites, the most there may be`,
  site_in_cell: 'The site is in this cell already',
  site_name_taken: 'There is already a site with this name',
  site_in_use: (held: HeldBySite) => `The site still has ${countsOf(held, HELD)}: move or delete them first`,
  limit_reached: (kind: LimitedBySite, count: number, isSite: boolean) =>
    `${isSite ? 'This site' : 'The installation itself'} has ${countsOf({ [kind]: count }, HELD)}, the most there may be: delete some first`,
  last_site: 'The last site cannot be deleted',
  memberships_most: (most: number) => `This person is a member of ${most} sites, the most there may be`,
  same_site: 'The device is in this site already',
  incident_shared: (id: number) => `Incident ${id} is about more than this device: resolve it first`,
  no_role: () => 'The user has no role in any site',
  token_name_taken: 'There is already a token with this name',
  tokens_most: (most: number) => `There are already ${most} tokens; revoke some`,
  notes_most: (most: number) => `This device has ${most} notes already; delete some first`,
  filters_most: (most: number) => `There are ${most} saved filters already; remove some`,

  // Conflicts with the current state.
  device_disabled: 'The device is disabled',
  device_handed_over: 'The device was handed over, and its token with it',
  rule_key_taken: 'A rule has or had this key; choose another',
  rule_gone: 'The rule no longer exists',
  rule_behind: (version: number) => `The rule has been changed meanwhile (version ${version}). Reload it.`,
  rule_built_in: 'A built-in rule can be turned off, but not deleted',
  rule_key_fixed: (key: string) => `The key stays ${key}; a different key is a different rule`,
  rule_unreadable: 'Not all fields could be read',
  preview_too_large: (most: number) => `There are more than ${most} readings; choose a shorter time or fewer devices`,
  incident_resolved: 'The incident is resolved',
  incident_resolved_id: (id: number) => `Incident ${id} is resolved`,
  site_fixed: 'It cannot be moved to another site; make a new one there',
  incidents_of_sites: 'Incidents of different sites cannot be merged',
  incident_busy: 'The incident is being changed; try again',
  incident_merged: (id: number) => `The incident has been merged into ${id}`,
  incident_old: 'The incident was resolved more than 15 minutes ago; open a new one',
  geofence_name_taken: 'There is already a geofence with this name',
  geofence_used: (rules: string) => `The geofence is used by these rules: ${rules}; change them first`,
  ...ON_CALL_REASONS,
  silence_over: 'The silence has expired; make a new one',
  silence_active: 'The silence is in force; end it first',
  webhook_behind: (version: number) => `The webhook has been changed meanwhile (version ${version}). Reload it.`,
  webhook_disabled: 'The webhook is disabled',
  channel_off: (kind: string) => `This service is not set up to send ${kind}`,
  contact_methods_most: (most: number) => `There are ${most} contact methods already`,
  contact_method_known: 'There is a contact method with this address already',
  contact_method_unverified: 'The contact method is not verified',
  no_contact_method: 'is no contact method of yours',
  no_code_for_kind: (kind: string) => `Contact methods of the kind ${kind} are verified without a code`,
  code_wrong: 'is not the code that was sent last, or is too old',
  codes_most: (most: number) => `There were ${most} codes within the last hour; try again later`,
  test_too_soon: 'There was a test within the last minute; try again later',
  policy_behind: (version: number) =>
    `The escalation policy has been changed meanwhile (version ${version}). Reload it.`,
  policy_last: 'The last escalation policy fits every incident; it cannot be limited, moved or deleted',
  no_person: 'is no person',
  no_schedule: 'is no schedule',
  no_target: 'needs somebody to notify',
  no_wait: 'must be a time such as 5 min, at most 1 d',
  ...CALL_REASONS,
  no_escalation: 'The incident is not being escalated',
  delivery_waits: 'It still waits to be delivered',
  device_limit: (most: number) => `This device may send ${counted(most, 'reading')} a minute; wait, then send it again`,
  site_limit: (most: number) =>
    `The devices of this site may send ${counted(most, 'reading')} a minute together; wait, then send it again`,
  readings_busy: 'Too many readings at once; send it again',
  reading_unstored: 'The reading could not be stored now; send it again',
  external_id_adopted: (id: string) => `${id} has a device already; release it first`,
  device_or_new: 'must have either device_id or device',
  device_of_other_site: 'must be a device of the site of the source',
  source_rate: (rate: number) => `The source may send ${rate} readings a second`,
  quarantine_full: 'The quarantine of this source is full: adopt or ignore its devices, or mend its mapping',
  examples_broken: (ids: string) =>
    `Examples of this source would make other readings: ${ids}. Delete them first if that is what you want`,
  too_many_examples: (most: number) => `A source has at most ${most} examples`,
  example_too_large: (most: number) => `must have at most ${most} kB to be an example`,
  example_makes_nothing: 'must make a reading',
  source_format_unknown: 'This version does not know the format of the source; a later one has stored it',
  replay_begun: 'Messages of a source are being read again; try it again',
  adopted_meanwhile: 'The device has been adopted meanwhile; send the message again',
  reading_unstorable: 'The reading holds a value that cannot be stored',
}

type Reasons = typeof REASONS
export type FaultReason = keyof Reasons
type Sentence = string | ((...params: never[]) => string)
export type Params<R extends FaultReason> = Reasons[R] extends (...params: infer P) => string ? P : []

/** Why something is refused, for a program to read and for each language to say. */
export interface Fault {
  reason: FaultReason
  params: readonly unknown[]
}

export const faultOf = <R extends FaultReason>(reason: R, ...params: Params<R>): Fault => ({ reason, params })

/** A fault in words: those of the APIs, or those of a language. */
export function sentenceOf({ reason, params }: Fault, sentences: Reasons = REASONS): string {
  const sentence: Sentence = sentences[reason]
  return typeof sentence === 'string' ? sentence : sentence(...(params as never[]))
}
