/** Values that the title of a rule may contain. */
interface TitleValues {
  threshold: number | null
  value: number
  device: string
}

/** No screen and no message shows more. A template may name the device many times. */
const MOST_CHARACTERS = 500

/** The title of an alert. Pure. */
export function alertTitle(
  template: string,
  { threshold, value, device }: TitleValues,
  text: (number: number) => string = String,
): string {
  const values: Record<string, string> = {
    '{threshold}': threshold === null ? '' : text(threshold),
    '{value}': text(Number(value.toPrecision(6))),
    '{device}': device,
  }
  const title = template.replaceAll(/\{(?:threshold|value|device)\}/g, (placeholder) => values[placeholder]!)
  return title.length <= MOST_CHARACTERS ? title : `${title.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`
}
