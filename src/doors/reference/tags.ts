import type { Tag } from './document-types.ts'

/** Chapters of the reference in order. */
export const TAGS: readonly Tag[] = [
  { name: 'Readings', description: 'Readings sent by devices.' },
  { name: 'Sessions', description: 'Logging in and out.' },
  { name: 'Devices', description: 'Devices and their current state.' },
  { name: 'History', description: 'Stored readings, tracks and events.' },
  { name: 'Alerts', description: 'Records that a device breaks, or broke, a rule.' },
  { name: 'Incidents', description: 'One or more related alerts that people work on.' },
  { name: 'Rules', description: 'Conditions that raise alerts.' },
  { name: 'Silences', description: 'Planned times without notifications.' },
  { name: 'Webhooks', description: 'URLs that receive events, and their deliveries.' },
  { name: 'Users', description: 'People and their roles.' },
  { name: 'Tokens', description: 'Bearer tokens for programs.' },
  { name: 'Audit log', description: 'Who changed what, and when.' },
  { name: 'Events', description: 'Live events.' },
  { name: 'Configuration', description: 'The whole configuration of the service.' },
  { name: 'Operations', description: 'Health checks, metrics and this reference.' },
]
