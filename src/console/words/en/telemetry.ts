/** The pages of one device. */
export const telemetry = {
  lastSeen: 'Last seen',
  tabsOf: 'Pages of this device',
  tabs: {
    overview: 'Overview',
    history: 'History',
    track: 'Track',
    events: 'Events',
    alerts: 'Alerts',
    raw: 'Raw data',
    settings: 'Settings',
  },
}
