/** Preselects the browser's time zone if none was chosen. */
export function ownZone(): void {
  const select = document.querySelector<HTMLSelectElement>('[data-own-zone] select')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (select === null) return
  const found = [...select.options].find(({ value }) => value === own || nameHere(value) === own)
  if (found !== undefined) select.value = found.value
}

/** Some browsers use an outdated name of Asia/Kolkata. */
const nameHere = (zone: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    // The browser does not know this zone, so it is not its own.
    return null
  }
}
