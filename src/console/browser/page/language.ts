/** The locale that the server uses for numbers and times. */
export const pageLocale = document.documentElement.lang === 'en' ? 'en-GB' : document.documentElement.lang

/** Formats numbers like the server: with a minus sign instead of a hyphen. */
export function numberFormatter(digits: number): (value: number) => string {
  const format = new Intl.NumberFormat(pageLocale, { maximumFractionDigits: digits })
  return (value) => format.format(value).replace(/^-/, '−')
}
