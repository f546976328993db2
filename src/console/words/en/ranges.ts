/** Which time a page is about. */
export const ranges = {
  label: 'Time range',
  presets: 'Ending now',
  last: {
    '1h': 'The last hour',
    '6h': 'The last 6 hours',
    '24h': 'The last 24 hours',
    '7d': 'The last 7 days',
    '30d': 'The last 30 days',
  },
  short: { '1h': '1 h', '6h': '6 h', '24h': '24 h', '7d': '7 d', '30d': '30 d' },
  earlier: 'Earlier',
  later: 'Later',
  own: 'Other range',
  from: 'From',
  to: 'To',
  show: 'Show',
}
