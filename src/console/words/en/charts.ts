import { plural } from '../plural.ts'

const count = plural('en')

export const charts = {
  label: (name: string) => `${name} over time. Arrow keys read the values, + and − zoom, Escape resets the range.`,
  summary: (name: string, least: string, largest: string) => `${name}: from ${least} to ${largest}`,
  nothing: 'No data in this range',
  asTable: 'Show as table',
  tableOf: (name: string) => `${name} as a table`,
  time: 'Time',
  least: 'Lowest',
  mean: 'Mean',
  largest: 'Highest',
  gap: 'No data',
  marks: (n: number) => count(n, { one: '# event on the time axis', other: '# events on the time axis' }),
  mark: {
    alert: (title: string) => `Alert: ${title}`,
    incident: (id: number, title: string) => `Incident #${id}: ${title}`,
    incidentNote: (id: number, note: string) => `Note on incident #${id}: ${note}`,
    deviceNote: (note: string) => `Note: ${note}`,
    alertNote: (title: string, note: string) => `Note on the alert “${title}”: ${note}`,
  },
  compare: {
    title: 'Compare',
    about: 'Up to eight lines in one chart, with at most two units.',
    none: 'No lines yet. Choose values of devices below.',
    nothing: 'These lines have no data in this range.',
    lines: 'Lines of the chart',
    value: 'Value',
    device: 'Device',
    remove: (name: string) => `Remove ${name}`,
    leftOut: (n: number) =>
      count(n, {
        one: '# line is left out: the chart already has two units.',
        other: '# lines are left out: the chart already has two units.',
      }),
    add: 'Add lines',
    find: 'Find devices by name',
    noDevices: 'No devices match.',
    valuesOf: (device: string) => `Values of ${device}`,
    full: 'The chart already has eight lines.',
    twoUnits: 'The chart already has two units.',
  },
  /** Texts for the script, which fills in the numbers. */
  script: {
    gap: 'no data',
    mean: 'mean',
    alert: 'alert',
    zoomed: 'Zoomed. Escape resets the range.',
    whole: 'Range reset.',
  },
}

/** Time range picker. */
export const ranges = {
  label: 'Time range',
  presets: 'Ending now',
  last: { '1h': 'Last hour', '6h': 'Last 6 hours', '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' },
  short: { '1h': '1 h', '6h': '6 h', '24h': '24 h', '7d': '7 d', '30d': '30 d' },
  earlier: 'Earlier',
  later: 'Later',
  own: 'Custom range',
  reset: 'Reset range',
  from: 'From',
  to: 'To',
  reversed: 'The end must be later than the beginning.',
  noTime: (text: string) => `“${text}” is not a time. Choose one.`,
  show: 'Apply',
}
