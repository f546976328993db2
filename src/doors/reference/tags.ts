import type { Tag } from './document-types.ts'

/** Chapters of the reference in order. */
export const TAGS: readonly Tag[] = [
  { name: 'Readings', description: 'What devices send.' },
  { name: 'Sessions', description: 'Logging in and out.' },
  { name: 'Devices', description: 'Devices and what is known of them now.' },
  { name: 'History', description: 'What devices have sent so far.' },
  { name: 'Alerts', description: 'Rules that are or were broken by a device.' },
  { name: 'Incidents', description: 'What people deal with: one or more alerts of a device.' },
  { name: 'Rules', description: 'What raises alerts.' },
  { name: 'Silences', description: 'Times in which alerts tell nobody.' },
  { name: 'Webhooks', description: 'Programs elsewhere that want to be told, and what was sent to them.' },
  { name: 'Users', description: 'People and their roles.' },
  { name: 'Tokens', description: 'Bearer tokens for programs.' },
  { name: 'Audit log', description: 'Who changed what, and when.' },
  { name: 'Events', description: 'What happens, as it happens.' },
  { name: 'Configuration', description: 'How the service is set up, as a whole.' },
  { name: 'Operations', description: 'For load balancers, monitoring and readers of this reference.' },
]
