/** Values that the title of a rule may contain. */
export interface TitleValues {
  threshold: number | null
  value: number
  device: string
}

/** The title of an alert. Pure. */
export const alertTitle = (
  template: string,
  { threshold, value, device }: TitleValues,
  text: (number: number) => string = String,
): string =>
  template
    .replaceAll('{threshold}', threshold === null ? '' : text(threshold))
    .replaceAll('{value}', text(Number(value.toPrecision(6))))
    .replaceAll('{device}', device)

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]\d+)?`
const PLACEHOLDERS: Record<string, string> = {
  '{threshold}': `(?<threshold>${NUMBER}|)`,
  '{value}': `(?<value>${NUMBER})`,
  '{device}': '(?<device>.+)',
}

/** Whether every value in a translated template is also in the original, and so in its titles. Pure. */
export const hasPlaceholdersOf = (original: string, translated: string): boolean =>
  Object.keys(PLACEHOLDERS).every((placeholder) => !translated.includes(placeholder) || original.includes(placeholder))

/** Matches the titles that a template makes. Pure. */
export function titlePattern(template: string): RegExp {
  const seen = new Set<string>()
  const source = template.split(/(\{(?:threshold|value|device)\})/).map((part) => {
    const placeholder = PLACEHOLDERS[part]
    if (placeholder === undefined) return RegExp.escape(part)
    if (seen.has(part)) return `\\k<${part.slice(1, -1)}>`
    seen.add(part)
    return placeholder
  })
  return new RegExp(`^${source.join('')}$`, 's')
}

/** The values in a title; null if its template is another one. Pure. */
export function valuesIn(pattern: RegExp, title: string): TitleValues | null {
  const found = pattern.exec(title)
  if (found === null) return null
  const { threshold = '', value = '0', device = '' } = found.groups ?? {}
  return { threshold: threshold === '' ? null : Number(threshold), value: Number(value), device }
}
