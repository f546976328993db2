import { plural } from '../plural.ts'

const count = plural('en')

export const rules = {
  title: 'Rules',
  newRule: 'New rule',
  search: 'Search rules',
  states: 'State',
  on: 'On',
  off: 'Off',
  noisy: 'Noisy',
  own: 'Custom',
  edited: 'Edited',
  builtIn: 'Built in',
  all: 'All devices',
  groupCount: (on: number, all: number) => `${on} of ${all} on`,
  columns: { rule: 'Rule', lastFired: 'Last fired', week: '7 days', state: 'On' },
  switch: (name: string) => `${name}: on`,
  turnOff: (name: string) => `Turn off “${name}”`,
  limits: {
    title: 'Limits in force',
    on: 'At the end of',
    show: 'Show',
    state: (on: number, off: number) => `${on} rules on, ${off} off.`,
    source: 'Source of the limits',
    noSource: 'None given',
    setBy: 'Set by',
  },
  turnOffNow: 'Turn off',
  week: (n: number, days: readonly number[]) =>
    `${count(n, { one: '# alert', other: '# alerts' })} in seven days: ${days.join(', ')}`,
  firing: (n: number) => count(n, { one: '# open', other: '# open' }),
  noisyWhy: (n: number, devices: number | null) =>
    `${count(n, { one: '# alert', other: '# alerts' })} in 7 days${devices === null ? '' : ` on ${count(devices, { one: '# device', other: '# devices' })}`}: more than anyone can act on`,
  none: 'No rules match these filters.',
  exportAll: 'Export as YAML',
  done: {
    saved: 'Saved. It applies from the next reading on.',
    same: 'No changes.',
    on: 'Turned on.',
    off: 'Turned off. Its open alerts are resolved.',
    removed: 'Rule deleted. Its open alerts are resolved.',
    reverted: 'Built-in rule restored.',
    restored: 'Restored as a new version.',
    recommended: 'Recommended rules turned on.',
  } as Record<string, string>,
  gallery: {
    title: 'Start from a built-in rule',
    introduction:
      'Rules with common limits and their sources. Most are already on; use one as a template for your own.',
    enable: 'Turn on recommended rules',
    allOn: 'All recommended rules are on',
    start: 'Use as template',
    startFrom: (name: string) => `Use ${name} as template`,
  },
  copyOf: (name: string) => `${name} (copy)`,
}
