import { THIN } from '../../platform/duration.ts'

/** Cached, because creating one costs more than using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** "1,234.5" as a locale writes it, with at most this many digits after the decimal point. */
export function numberText(value: number, locale: string, digits: number): string {
  const key = `${locale} ${digits}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: digits })
  formats.set(key, format)
  return withMinus(format.format(value))
}

/** A real minus sign instead of the hyphen of `Intl`, at which lines would break. */
const withMinus = (text: string): string => text.replace(/^-/, '−')

/** Keeps a number and its unit on one line. */
export const withUnit = (number: string, unit: string): string =>
  unit === '' ? number : `${number}${unit.startsWith('/') ? '' : THIN}${unit}`
