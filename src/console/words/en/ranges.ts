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
