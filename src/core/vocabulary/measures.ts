import { ownProperty } from '../../platform/own-property.ts'
import type { Measure } from './measure.ts'
import type { DeviceModule } from './modules/device-module.ts'
import { DEVICE_MODULES } from './modules.ts'
import { metricIn, type OwnMetrics, ownMetric } from './own-metrics.ts'

/** Values of no module in particular. */
const OF_ANY_MODULE = {
  altitude: { unit: 'm', quantity: 'length', digits: 0 },
  impact_g_force: { unit: 'g', digits: 1 },
  battery: { unit: '%', digits: 0 },
  signal: { unit: 'dBm', digits: 0 },
} as const satisfies Record<string, Measure>

const measuresOf = ({ metrics, rareMetrics }: DeviceModule): [string, Measure][] => [
  ...Object.entries(metrics).map(([name, { measure }]): [string, Measure] => [name, measure]),
  ...Object.entries(rareMetrics ?? {}),
]

/** Units of known metrics, by name. Other metrics are shown without a unit. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  ...Object.fromEntries(Object.values(DEVICE_MODULES).flatMap(measuresOf)),
  ...OF_ANY_MODULE,
}

const QUANTITIES = new Map(Object.values(MEASURES).map(({ unit, quantity }) => [unit, quantity]))
const DIGITS = 2

/** The unit of a field, as set for the device or as known. A unit that people may choose between is converted. */
export function measureOf(field: string, metrics: OwnMetrics = {}): Measure | null {
  const known = ownProperty(MEASURES, metricIn(field)) ?? null
  const { unit = known?.unit, decimals = known?.digits } = ownMetric(metrics, field)
  if (unit === known?.unit && decimals === known?.digits) return known
  return measureOfUnit(unit ?? '', decimals)
}

/** The measure of values of which only the unit is known. */
export function measureOfUnit(unit: string, digits: number = DIGITS): Measure {
  const quantity = QUANTITIES.get(unit)
  return { unit, digits, ...(quantity && { quantity }) }
}
