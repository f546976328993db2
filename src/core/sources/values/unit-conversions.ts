import { rounded } from '../../telemetry/values.ts'

/**
 * Units of senders with what their values are in the units of readings (docs/devices.md). There is none from mg/m³ to ppm,
 * which would need the gas. Sources: SI brochure, 9th edition, tables 8 and 10; glucose by its molar mass, 180.156 g/mol.
 */
const CONVERSIONS = {
  '°F': (value: number) => (value - 32) / 1.8,
  K: (value: number) => value - 273.15,
  'm/s': (value: number) => value * 3.6,
  mph: (value: number) => value * 1.609344,
  kn: (value: number) => value * 1.852,
  /** For glucose. */
  'mmol/L': (value: number) => value * 18.0156,
  /** For the pressure of blood. */
  kPa: (value: number) => value * 7.500617,
  /** A part of one, in per cent. */
  fraction: (value: number) => value * 100,
} as const satisfies Record<string, (value: number) => number>

export type SourceUnit = keyof typeof CONVERSIONS
export const SOURCE_UNITS = Object.keys(CONVERSIONS) as SourceUnit[]

/** The value in the unit of readings, with at most three decimals. */
export const converted = (value: number, unit: SourceUnit): number => rounded(CONVERSIONS[unit](value), 3)
