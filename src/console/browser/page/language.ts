/** As the server writes numbers and times, too. */
export const language = document.documentElement.lang === 'en' ? 'en-GB' : document.documentElement.lang

/** Numbers as the server writes them: with a minus that is no hyphen. */
export function numberText(digits: number): (value: number) => string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: digits })
  return (value) => format.format(value).replace(/^-/, '−')
}
