import Type from 'typebox'
import { SOURCE_UNITS, type SourceUnit } from '../values/unit-conversions.ts'

/** The unit of `speed` in what codecs make of the bytes of a device: each has its own. */
export const SpeedSetting = Type.Enum(['km/h', 'm/s', 'mph', 'kn'], { default: 'km/h' })

/** The unit to convert from; null for km/h, which is also the default. */
export const speedUnitIn = (settings: Readonly<Record<string, unknown>>): SourceUnit | null =>
  SOURCE_UNITS.find((unit) => unit === settings.speed_unit) ?? null
