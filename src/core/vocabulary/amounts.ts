import { durationText } from '../../platform/duration.ts'
import { numberText, withUnit } from './numbers.ts'
import { scaled, scaleOf, type UnitChoice } from './units.ts'

/** Kinds of numbers in sums: metres, seconds, km/h, parts of one, percent of a tank. */
export type Amount = 'count' | 'distance' | 'duration' | 'speed' | 'share' | 'level'

const METRES_PER_MILE = 1_609.344
/** Longer distances have no digits after the point. */
const LONG = 100

/** "12.4 km", "320 m", "7.7 mi". Pure. */
export function distanceText(metres: number, { length }: Pick<UnitChoice, 'length'>, locale: string): string {
  const text = (value: number, unit: string) => withUnit(numberText(value, locale, value < LONG ? 1 : 0), unit)
  if (length === 'ft') return text(metres / METRES_PER_MILE, 'mi')
  return metres < 1_000 ? withUnit(numberText(metres, locale, 0), 'm') : text(metres / 1_000, 'km')
}

/** A number with its unit, as its reader writes it. Pure. */
export function amountText(amount: Amount, value: number, units: UnitChoice, locale: string): string {
  switch (amount) {
    case 'count':
      return numberText(value, locale, 0)
    case 'distance':
      return distanceText(value, units, locale)
    case 'duration':
      return durationText(value)
    case 'share':
      return withUnit(numberText(100 * value, locale, 2), '%')
    case 'level':
      return withUnit(numberText(value, locale, 0), '%')
    case 'speed': {
      const scale = scaleOf('speed_kmh', units, {})
      return withUnit(numberText(scaled(value, scale), locale, scale.digits), scale.unit)
    }
  }
}
