/** Names of contents of a site that is to be deleted. */
export const HELD = {
  devices: ['device', 'devices'],
  incidents: ['open incident', 'open incidents'],
  rules: ['rule', 'rules'],
  geofences: ['geofence', 'geofences'],
  silences: ['silence', 'silences'],
  webhooks: ['webhook', 'webhooks'],
  schedules: ['schedule', 'schedules'],
  policies: ['escalation policy', 'escalation policies'],
  sources: ['source', 'sources'],
} satisfies Record<string, readonly [one: string, many: string]>

export type HeldBySite = Record<keyof typeof HELD, number>

/** Kinds that `core/sites/site-limits.ts` limits: all that people set up. */
export type LimitedBySite = Exclude<keyof HeldBySite, 'devices' | 'incidents'>

/** `3 devices, 1 rule`: those that there are. */
export const countsOf = <Thing extends string>(
  counts: Readonly<Record<Thing, number>>,
  names: Readonly<Record<Thing, readonly [one: string, many: string]>>,
): string =>
  (Object.entries(counts) as [Thing, number][])
    .filter(([, count]) => count > 0)
    .map(([thing, count]) => `${count} ${names[thing][count === 1 ? 0 : 1]}`)
    .join(', ')
