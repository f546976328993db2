/** What charts say. */
export const charts = {
  label: (name: string) => `${name} over time. Arrow keys read the values, + and − zoom, Escape shows everything.`,
  summary: (name: string, least: string, largest: string) => `${name}: from ${least} to ${largest}`,
  nothing: 'No value in this range',
  asTable: 'Show as table',
  tableOf: (name: string) => `${name} as a table`,
  time: 'Time',
  least: 'Lowest',
  mean: 'Mean',
  largest: 'Highest',
  gap: 'Nothing was heard',
  /** For the script; it puts numbers in. */
  script: {
    gap: 'nothing was heard',
    mean: 'mean',
    alert: 'alert',
    zoomed: 'Zoomed in. Escape shows everything.',
    whole: 'Everything is shown.',
    reset: 'Show everything',
  },
}
