import { REASONS } from '../../../platform/reasons.ts'
import { ruleSyntax } from './rule-syntax.ts'

/** As the APIs answer, but for what they say in terms of keys and schemas. */
export const reasons: typeof REASONS = {
  ...REASONS,
  missing: () => 'is missing',
  lacks: (names) => `lacks ${names}`,
  too_small: (least) => `must be at least ${least}`,
  not_above: (limit) => `must be more than ${limit}`,
  too_large: (most) => `must be at most ${most}`,
  wrong_form: () => 'does not have the right form',
  depth: (most) => `must be at most ${most} deep`,
  parts: (most) => `must have at most ${most} parts`,
  levels_doubled: 'has a severity twice',
  levels_order: 'must be further out the more severe the level is',
  level_compares_nothing: 'has a limit, but there is nothing to compare with it',
  level_lacks_value: () => 'needs a limit',
  stale_duration: 'needs no duration: its limit says for how long data is missing',
  stale_clear: 'clears by itself: the next reading clears it',
  stale_short: 'must be at least 5 seconds',
  stale_hours: 'does not go with “No data”, which applies at all hours',
  never_number: (field: string) =>
    `${field} has never been a number in a reading of these devices. The rule may never fire.`,
  never_flag: (field: string) =>
    `${field} has never been true or false in a reading of these devices. The rule may never fire.`,
  never_sent: (field: string) => `No reading of these devices has ever had ${field}.`,
  backfilled: (readings: number) =>
    `Readings that arrived long after they were measured: ${readings}. Between them, values are assumed to clear, but not to last. With readings that arrive at once there may be more alerts.`,
  late_needs_order: 'is not possible for a window, a count, a geofence or “No data”, which need readings in order',
  stale_inside: 'cannot be “No data”, which can only be a condition of its own',
  to_before_from: 'must be later than the start',
  too_long_time: (days) => `must be at most ${days} days after the start`,
  count_outside: 'must be from 1 to 100',
  wrong_comparison: () => 'must be >, ≥, < or ≤ here',
  exact_clear: () => 'clears by itself: it is compared exactly',
  reason_missing: 'is needed: this is a safety rule',
  clear_side: 'is on the wrong side of the limit',
  yaml: (code) => ruleSyntax[code],
}
