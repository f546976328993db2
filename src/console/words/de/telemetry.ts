import type { Words } from '../words.ts'

export const telemetry: Words['telemetry'] = {
  lastSeen: 'Zuletzt gemeldet',
  tabsOf: 'Seiten dieses Geräts',
  tabs: {
    overview: 'Übersicht',
    history: 'Verlauf',
    track: 'Strecke',
    events: 'Ereignisse',
    alerts: 'Alarme',
    raw: 'Rohdaten',
    settings: 'Einstellungen',
  },
}
