/** Chooses the time zone of this browser where nobody has chosen one. */
export function ownZone(): void {
  const select = document.querySelector<HTMLSelectElement>('[data-own-zone] select')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (select === null) return
  const found = [...select.options].find(({ value }) => value === own || nameHere(value) === own)
  if (found !== undefined) select.value = found.value
}

/** Some browsers call Asia/Kolkata what it was called long ago. */
const nameHere = (zone: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    // A zone that is newer than the browser is not its own.
    return null
  }
}
