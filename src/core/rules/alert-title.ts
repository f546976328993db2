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
