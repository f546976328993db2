/**
 * What is wrong with a rule, said of the field that it stands beside. The API speaks of keys and schemas; people read
 * what to mend.
 */
export const ruleFaults: readonly (readonly [says: string, reads: string])[] = [
  ['must have required properties (.+)', 'lacks $1'],
  ['must be one of: gt, .+', 'is not one of those that can be chosen'],
  [
    'must match pattern "\\^\\[a-z0-9_\\]\\+\\(.*',
    'must be lower-case words joined by dots, such as boiler.pressure.high',
  ],
  ['must match pattern "\\^\\(\\(metrics\\|flags\\).*', 'must be metrics.…, flags.…, battery or signal'],
  ['must match pattern "\\^https\\?.*', 'must be an address that begins with https://'],
  ['must match pattern "\\^\\(\\[01\\].*', 'must be a time of day, such as 22:00'],
  ['must match pattern .*', 'does not have the right form'],
  ['must not have fewer than 1 (characters|items)', 'must not be empty'],
  ['must not have fewer than (.+) (characters|items)', 'must have at least $1 $2'],
  ['must not have more than (.+) (characters|items|properties)', 'must have at most $1 $2'],
  ['must be >= (.+)', 'must be at least $1'],
  ['must be > (.+)', 'must be more than $1'],
  ['must be <= (.+)', 'must be at most $1'],
  ['may be nested (.+) deep', 'must be at most $1 deep'],
  ['may have (.+) parts', 'must have at most $1 parts'],
  ['each severity may stand once', 'has a severity twice'],
  ['a more severe level must lie further out', 'must lie further out the more severe it is'],
  ['value and clear belong to what is compared', 'has a limit, but there is nothing to compare with it'],
  ['a \\w+ needs a value', 'needs a limit'],
  ['silence has no for_s: its value says how long', 'needs no duration: its limit says how long the silence is'],
  ['silence has no clear value: a reading ends it', 'clears by itself: a reading ends the silence'],
  ['silence lasts at least 5 seconds', 'must be at least 5 seconds'],
  ['a count is 1 to 100', 'must be from 1 to 100'],
  ['silence has no hours', 'does not go with silence, which is watched at all hours'],
  ['silence stands for itself, not inside another condition', 'cannot be silence, which stands for itself'],
  ['(?:all|any) goes with gt, gte, lt and lte', 'must be >, ≥, < or ≤ here'],
  ['\\w+ has no clear value', 'clears by itself: it is compared exactly'],
  ['clear is on the wrong side of value', 'clears on the wrong side of its limit'],
]
