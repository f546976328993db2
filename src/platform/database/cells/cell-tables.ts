/** Tables whose rows are in the cell of their site. All other tables are shared: people, devices, rules, and their settings. */
export const CELL_TABLES = [
  'device_states',
  'offline_days',
  'device_notes',
  'source_messages',
  'source_message_keys',
  'reading_rows',
  'reading_chunks',
  'expanded_months',
  'hourly_metric_days',
  'minute_metrics',
  'hours_to_aggregate',
  'rule_states',
  'alerts',
  'alerts_to_recompute',
  'alert_notes',
  'incidents',
  'current_incidents',
  'storm_devices',
  'incident_timeline',
  'incident_readings',
  'incident_viewers',
  'held_notifications',
  'escalation_runs',
  'notifications',
  'deliveries',
  'live_events',
  'live_events_dropped',
] as const

export const isCellTable = (table: string): boolean => (CELL_TABLES as readonly string[]).includes(table)

/** They number what is in cells, unlike the identity of a column before the row is written. */
export const CELL_SEQUENCES = ['alert_ids', 'incident_ids'] as const

/** Only tables of cells on a cluster have it; see `cluster/make-on-worker.ts`. */
export const DETOUR_COLUMN = 'detour'
