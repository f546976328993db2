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
