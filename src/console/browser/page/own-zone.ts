/** Chooses the time zone of this browser where nobody has chosen one. */
export function ownZone(): void {
  const select = document.querySelector<HTMLSelectElement>('[data-own-zone] select')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (select !== null && [...select.options].some(({ value }) => value === own)) select.value = own
}
