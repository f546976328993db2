import { plural } from '../plural.ts'

const count = plural('en')

/** The pages of rules: what raises an alert. */
export const rules = {
  title: 'Rules',
  newRule: 'New rule',
  search: 'Search rules',
  states: 'State',
  on: 'On',
  off: 'Off',
  noisy: 'Noisy',
  own: 'Your own',
  edited: 'Changed',
  builtIn: 'Built in',
  all: 'All devices',
  groupCount: (on: number, all: number) => `${on} of ${all} on`,
  columns: { rule: 'Rule', lastFired: 'Last fired', week: '7 days', state: 'On' },
  switch: (name: string) => `${name}: on`,
  week: (n: number, days: readonly number[]) =>
    `${count(n, { one: '# alert', other: '# alerts' })} in seven days: ${days.join(', ')}`,
  firing: (n: number) => count(n, { one: '# open', other: '# open' }),
  noisyWhy: (n: number, devices: number | null) =>
    `${count(n, { one: '# alert', other: '# alerts' })} in 7 days${devices === null ? '' : ` on ${count(devices, { one: '# device', other: '# devices' })}`}: more than anybody heeds`,
  none: 'No rules match. Take a filter away, or make a rule.',
  exportAll: 'Export as YAML',
  done: {
    saved: 'Saved. It counts from the next reading on.',
    same: 'Nothing was changed.',
    on: 'Switched on.',
    off: 'Switched off. Its open alerts are resolved.',
    removed: 'Removed. Its open alerts are resolved.',
    reverted: 'Back to what is built in.',
    restored: 'Brought back, as a new version.',
    recommended: 'The recommended set is switched on.',
  } as Record<string, string>,
  gallery: {
    title: 'Start from a built-in rule',
    introduction:
      'Rules for usual limits, with their sources. Most are in force already; take one as the beginning of your own.',
    enable: 'Enable recommended set',
    allOn: 'The whole set is on',
    start: 'Start from this',
    startFrom: (name: string) => `Start from ${name}`,
    look: 'Look at it',
    blank: 'Or begin with nothing',
  },
  copyOf: (name: string) => `${name} (copy)`,
}
