export interface Forms {
  one: string
  other: string
}

/** "1 device", "3 devices": the plural form of the language for this number; `#` stands for the number. */
export function plural(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language === 'en' ? 'en-GB' : language)
  return (count, { one, other }) => (rules.select(count) === 'one' ? one : other).replaceAll('#', numbers.format(count))
}
