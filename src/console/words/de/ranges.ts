import type { Words } from '../catalogue.ts'

export const ranges: Words['ranges'] = {
  label: 'Zeitraum',
  presets: 'Bis jetzt',
  last: {
    '1h': 'Die letzte Stunde',
    '6h': 'Die letzten 6 Stunden',
    '24h': 'Die letzten 24 Stunden',
    '7d': 'Die letzten 7 Tage',
    '30d': 'Die letzten 30 Tage',
  },
  short: { '1h': '1 Std.', '6h': '6 Std.', '24h': '24 Std.', '7d': '7 T.', '30d': '30 T.' },
  earlier: 'Früher',
  later: 'Später',
  own: 'Anderer Zeitraum',
  from: 'Von',
  to: 'Bis',
  show: 'Anzeigen',
}
