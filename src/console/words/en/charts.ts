export const charts = {
  label: (name: string) => `${name} over time. Arrow keys read the values, + and − zoom, Escape resets the zoom.`,
  summary: (name: string, least: string, largest: string) => `${name}: from ${least} to ${largest}`,
  nothing: 'No data in this range',
  asTable: 'Show as table',
  tableOf: (name: string) => `${name} as a table`,
  time: 'Time',
  least: 'Lowest',
  mean: 'Mean',
  largest: 'Highest',
  gap: 'No data',
  /** Texts for the script, which fills in the numbers. */
  script: {
    gap: 'no data',
    mean: 'mean',
    alert: 'alert',
    zoomed: 'Zoomed in. Escape resets the zoom.',
    whole: 'Zoom reset.',
    reset: 'Reset zoom',
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
  from: 'From',
  to: 'To',
  show: 'Apply',
}
