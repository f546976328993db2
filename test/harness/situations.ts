import type { IncidentFacts } from '../../src/core/contact-methods/messages/notification-facts.ts'
import { type HeadlineAlert, type HeadlineFacts, headlineOf } from '../../src/core/headline/headline.ts'
import type { Place } from '../../src/core/headline/nearest-town.ts'
import type { TitleFacts } from '../../src/core/vocabulary/titles.ts'

/** 02:40 in Ljubljana. */
export const NIGHT = new Date('2026-11-22T01:40:00Z')
const secondsAgo = (seconds: number, now = NIGHT) => new Date(now.getTime() - seconds * 1_000)

interface Situation extends Partial<Omit<HeadlineFacts, 'alert'>> {
  id: number
  device_name: string | null
  title: string
  alert?: Partial<HeadlineAlert>
  now?: Date
  begins?: number
  place?: Place
  cleared_s?: number
}

/** An incident with the headline that is found when it is sent. */
export function situation({
  id,
  now = NIGHT,
  begins = 120,
  place,
  alert,
  cleared_s,
  ...facts
}: Situation): IncidentFacts {
  const { severity = 'critical', title, title_of = null, device_name } = facts
  const began = secondsAgo(begins, now)
  const known: HeadlineAlert | null =
    alert === undefined
      ? null
      : {
          ...{ field: 'metrics.systolic', severity, current_severity: severity, threshold: 180, triggered_value: 196 },
          ...{ last_value: 196, peak_value: 196, value_before: null },
          ...{ triggered_at: began, unit: null, is_cleared: false },
          condition: { type: 'threshold', op: 'gt' },
          ...alert,
        }
  const headline = headlineOf(
    {
      ...{
        severity,
        current_severity: severity,
        title_of,
        cleared_since: null,
        module: null,
        metrics: {},
        notes: null,
        site_name: null,
        device_id: null,
      },
      ...{ rose_at: null, fell_at: null, storm: null, titled: null, present: null, other: null },
      ...(place === undefined
        ? { lat: null, lng: null, location_at: null }
        : { lat: 46.2569, lng: 14.3556, location_at: secondsAgo(10, now) }),
      ...facts,
      created_at: began,
      alert: known,
    },
    () => place ?? null,
    now,
  )
  const cleared = cleared_s === undefined ? {} : { cleared_since: secondsAgo(cleared_s, now).toISOString() }
  return { id, severity, title, title_of, device_name, created_at: began.toISOString(), headline, ...cleared }
}

const KRANJ: Place = { of: 'town', name: 'Kranj', distance_km: 2, direction: 'N' }
const flag = (name: string): Partial<HeadlineAlert> => ({
  ...{ field: `flags.${name}`, condition: { type: 'flag' } },
  ...{ threshold: null, triggered_value: 1, last_value: 1, peak_value: 1 },
})
const ofRule = (threshold: number, value: number, device: string): TitleFacts => ({
  ...{ of: 'rule', key: 'x', version: 1 },
  ...{ threshold, value, device },
})

export const PRESSURE = {
  id: 41,
  device_name: 'Room 3',
  title: 'Systolic blood pressure above 180 mmHg',
  title_of: ofRule(180, 196, 'Room 3'),
  titled: { field: 'metrics.systolic', condition: { type: 'threshold', op: 'gt' }, unit: null },
  module: 'health',
  notes: 'Ward 2, left of the lift. Key safe 4711.',
  alert: {},
} satisfies Situation

/** The six situations at a decisive moment, and their end. */
export const SITUATIONS: Readonly<Record<string, IncidentFacts>> = {
  pressure: situation(PRESSURE),
  'pressure that began as a warning and has become less': situation({
    ...PRESSURE,
    begins: 840,
    rose_at: secondsAgo(600),
    fell_at: secondsAgo(240),
    current_severity: 'warning',
    alert: { last_value: 150, triggered_value: 145, current_severity: 'warning' },
  }),
  'pressure, and oxygen beside it': situation({
    ...PRESSURE,
    other: {
      ...{
        title: 'Oxygen saturation (SpO2) at or below 91 %',
        title_of: null,
        device_name: null,
        metrics: {},
        more: 1,
      },
      alert: {
        ...{ field: 'metrics.spo2', severity: 'critical', current_severity: 'critical', threshold: 91, unit: '%' },
        ...{ triggered_value: 90, last_value: 90, peak_value: 90, value_before: null, is_cleared: false },
        ...{ triggered_at: secondsAgo(60), condition: { type: 'threshold', op: 'lte' } },
      },
    },
  }),
  fall: situation({
    id: 42,
    device_name: 'Monitor Ana',
    title: 'Fall detected',
    title_of: ofRule(1, 1, 'Monitor Ana'),
    titled: { field: 'flags.fall_detected', condition: { type: 'flag' }, unit: null },
    module: 'worker',
    notes: 'At home. Door code 1805.',
    alert: flag('fall_detected'),
    place: KRANJ,
    location_at: secondsAgo(70),
  }),
  gas: situation({
    id: 43,
    device_name: 'Tank farm',
    title: 'Carbon monoxide (CO) at or above 70 ppm',
    begins: 65,
    module: 'factory',
    notes: 'Do not enter without air',
    alert: {
      ...{ field: 'metrics.gas_ppm', threshold: 70, unit: 'ppm' },
      ...{ triggered_value: 71, value_before: 80, last_value: 84, peak_value: 84 },
      condition: { type: 'threshold', op: 'gte', where: { field: 'metrics.gas_type', equals: 'CO' } },
    },
    place: { of: 'geofence', name: 'Hall 4' },
  }),
  van: situation({
    id: 44,
    device_name: 'LJ 352-CR',
    title: 'Speed above 140 km/h',
    begins: 40,
    module: 'fleet',
    alert: { field: 'metrics.speed_kmh', threshold: 140, triggered_value: 147, last_value: 147, peak_value: 147 },
    place: { of: 'town', name: 'Celje', distance_km: 0, direction: null },
  }),
  leak: situation({
    id: 45,
    device_name: 'Cellar',
    title: 'Water leak',
    begins: 12_600,
    module: 'home_infra',
    notes: 'Main valve behind the boiler',
    alert: flag('water_leak'),
  }),
  'offline storm': situation({
    id: 46,
    device_name: null,
    title: '97 of 98 devices tagged Hall 4 went offline',
    title_of: { of: 'storm', count: 97, population: 98, tag: 'Hall 4' },
    begins: 300,
    storm: { where: 'Hall 4', count: 97, population: 98, first: 'gateway Hall 4' },
  }),
  'one device offline': situation({
    id: 47,
    device_name: 'Pump 3',
    title: 'Pump 3 is offline',
    title_of: { of: 'offline', device: 'Pump 3' },
    severity: 'warning',
    notes: 'Behind the shed',
  }),
  'what only its title tells': situation({
    id: 48,
    device_name: 'Freezer',
    title: 'No data about the temperature for 30 min',
    alert: { condition: { type: 'stale' } },
  }),
  'pressure that is clear': situation({
    ...PRESSURE,
    begins: 960,
    cleared_s: 120,
    current_severity: null,
    alert: { last_value: 128, current_severity: null, is_cleared: true },
  }),
  'a leak that is clear': situation({
    id: 45,
    device_name: 'Cellar',
    title: 'Water leak',
    begins: 90_000,
    cleared_s: 80_000,
    alert: flag('water_leak'),
  }),
}
