import type { ErrorCode } from 'yaml'

type Role = 'viewer' | 'operator' | 'admin'
export type LongWork = 'files' | 'previews'

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
  too_many_bytes: (most: number) => `must have at most ${most} bytes in UTF-8`,
  holds_nul: 'must not hold NUL',
  password_common: 'is among the first that are tried',
  password_wrong: 'is not your present password',
  password_same: 'is the present password',
  role_too_high: (role: Role) => `must be at most ${role}`,
  no_time_zone: 'is no time zone',
  no_time: 'is no time',
  no_day: 'is no day of the calendar',
  no_number: 'is no number',
  no_days: 'name at least one day',
  no_reason: 'is missing',
  no_actor: 'must be an email, a number, command or system',
  no_device: 'is no device',
  no_such_device: (id: number) => `there is no device ${id}`,
  no_device_called: (name: string) => `there is no device called "${name}"`,
  name_of_several: (name: string, ids: string) => `"${name}" is the name of several: ${ids}`,
  no_such_rule: (key: string) => `there is no rule ${key}`,
  no_assignee: 'is nobody who can act on incidents',
  no_alert_assignee: 'is nobody who can deal with alerts',
  holds_itself: 'holds the incident itself',
  not_its_name: 'is not its name',
  days_outside: (least: number, most: number) => `must be from ${least} to ${most} days`,
  end_missing: 'is missing: say ends_at or duration_s',
  end_twice: 'does not go together with ends_at',
  end_before_start: 'must be later than starts_at',
  end_in_past: 'lies in the past',
  never_before_end: 'does not come before ends_at',
  half_position: 'lat and lng must be sent together',

  // Webhooks and maps.
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
  headers_form: 'must be a name, a colon and a value on each line',
  headers_too_many: (most: number) => `must be at most ${most}`,
  header_name: 'must be letters, digits and hyphens, at most 64',
  header_reserved: 'is a header that is not yours to set',
  header_twice: 'is there twice',
  header_value: 'must be printable ASCII, at most 1,024 characters',
  value_missing: 'needs a value',
  value_again: 'needs its value again, since the host is another',
  tiles_lack: (names: string) => `must hold ${names}`,
  tiles_placeholders: 'may hold no placeholders but {z}, {x}, {y}, {s} and {r}',
  tiles_subdomain: 'may have {s} only as the first part of its host',
  archive_name: 'must be an address, or the name of a file that ends with .pmtiles',
  archive_absent: 'is no file in the folder of maps of this node',
  archive_foreign: 'is no PMTiles archive of version 3',

  // Rules.
  levels_doubled: 'each severity may stand once',
  levels_order: 'a more severe level must lie further out',
  level_compares_nothing: 'value and clear belong to what is compared',
  level_lacks_value: (type: string) => `a ${type} needs a value`,
  stale_duration: 'silence has no for_s: its value says how long',
  stale_clear: 'silence has no clear value: a reading ends it',
  stale_short: 'silence lasts at least 5 seconds',
  stale_hours: 'silence has no hours',
  stale_inside: 'silence stands for itself, not inside another condition',
  count_outside: 'a count is 1 to 100',
  count_remembers: 'counts readings, so it may not look at a window, a place or a count itself',
  rule_time_zone: (example: string) => `is no time zone, such as ${example}`,
  depth: (most: number) => `may be nested ${most} deep`,
  parts: (most: number) => `may have ${most} parts`,
  wrong_comparison: (fn: string) => `${fn} goes with gt, gte, lt and lte`,
  latitude: 'has a latitude beyond 90',
  of_levels: 'belongs to the levels',
  needed_inside: 'is needed inside another condition',
  exact_clear: (op: string) => `${op} has no clear value`,
  clear_side: 'clear is on the wrong side of value',
  range_order: 'must be larger than min',
  range_margin: 'leaves no value at which it could clear',
  bands_order: 'must rise from band to band',
  parts_too_few: 'is more than there are parts',
  yaml: (_code: ErrorCode, message: string) => message,

  // Files of devices.
  csv: (message: string) => message,
  csv_columns: 'the first line must name the columns',
  csv_column_unknown: (name: string, known: string) => `there is no column "${name}"; there are ${known}`,
  csv_column_twice: (name: string) => `the column ${name} is there twice`,
  csv_column_missing: (name: string) => `the column ${name} is missing`,
  csv_fields: (found: number, wanted: number) => `has ${found} fields instead of ${wanted}`,
  csv_devices: (most: number) => `a file may have ${most} devices; take several files`,
  csv_name_taken: (name: string) => `there is a device "${name}" already`,
  csv_name_twice: (name: string) => `"${name}" stands there twice`,

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
  file_range: 'This part of the file is not to be had',
  other_site: 'This came from another site',
  form_expired: 'This form has expired. Go back, load the page again, and send it anew',
  not_this_service: 'This is not the service you asked for; see PUBLIC_URL',
  broken: 'Something went wrong here; the log has the details',
  database_away: 'The database does not answer; try again',
  given_up: 'The request was given up',
  stopping: 'The service is stopping; try again',
  busy_for_you: (most: number, what: LongWork) => `You have ${most} ${what} under way; wait for one to end`,
  busy_for_all: (what: LongWork) => `Too many ${what} are under way; try again`,
  device_changed: 'Someone else has changed this device. Your changes are kept below; save again to overwrite theirs',
  changed_meanwhile: 'It was changed meanwhile; read it again',
  needs_role: (role: string) => `This needs the role ${role}`,

  // People and logins.
  wrong_login: 'Invalid email or password',
  login_throttled: 'Too many failed logins; wait before the next try',
  logins_busy: 'Too many logins at once; try again',
  passwords_away: 'Passwords cannot be checked just now; try again',
  password_changed: 'The password was changed meanwhile',
  dead_link: 'This link does not work any more',
  set_up_already: 'This service has been set up already',
  set_up_code: 'This code is wrong, used up, or older than an hour',
  email_taken: 'There is already a user with this email',
  last_administrator: 'This is the last administrator; make somebody else one first',
  user_disabled: 'This user is disabled',
  token_name_taken: 'There is already a token with this name',
  tokens_most: (most: number) => `There are already ${most} tokens; revoke some`,
  filters_most: (most: number) => `There are ${most} saved filters already; remove some`,

  // Conflicts with the current state.
  device_disabled: 'The device is disabled',
  rule_gone: 'There is no such rule any more',
  rule_behind: (version: number) => `The rule is at version ${version} by now; look at it again`,
  rule_built_in: 'A built-in rule can be switched off, but not removed',
  rule_key_fixed: (key: string) => `The key stays ${key}; a different key is a different rule`,
  rule_unreadable: 'Not all fields could be read',
  rules_most: (most: number) => `There are already ${most} rules beside the built-in ones; remove some first`,
  preview_too_large: (most: number) => `There are more than ${most} readings; choose a shorter time or fewer devices`,
  incident_resolved: 'The incident is resolved',
  incident_resolved_id: (id: number) => `Incident ${id} is resolved`,
  incident_busy: 'The incident is being changed; try again',
  incident_merged: (id: number) => `The incident has been merged into ${id}`,
  incident_old: 'The incident was resolved more than 15 minutes ago; open a new one',
  silences_most: 'There are too many silences already',
  silence_over: 'The silence has expired; make a new one',
  silence_active: 'The silence is in force; end it first',
  webhook_behind: (version: number) => `The webhook is at version ${version} by now; look at it again`,
  webhook_disabled: 'The webhook is disabled',
  webhooks_most: (most: number) => `There are ${most} webhooks already`,
  delivery_waits: 'It still waits to be delivered',
  readings_busy: 'Too many readings at once; send it again',
  reading_unstored: 'The reading could not be stored now; send it again',
  reading_unstorable: 'The reading holds a value that cannot be stored',
}

export type Reasons = typeof REASONS
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
