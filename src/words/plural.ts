/** The plural forms that the language has: English and German have two, Slovenian has four, Arabic has six. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** "1 device", "3 devices": the plural form of the language for this number; `#` stands for the number. */
export function plural(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language === 'en' ? 'en-GB' : language)
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count))
}
