import { type Control, isTick } from './control.ts'

/**
 * Remembers the fields in a part of the page that is about to be replaced. Returns a function that calls `replace` and puts
 * back into the new fields what was typed since: it is newer than the response.
 */
export function newerInput(part: () => Element | null): (replace: () => unknown) => Promise<void> {
  const controls = () => [...(part()?.querySelectorAll<Control>(':is(input, select, textarea)[id]') ?? [])]
  const before = new Map(controls().map((control) => [control.id, saidBy(control)]))
  return async (replace) => {
    const newer = controls().filter((control) => before.get(control.id) !== saidBy(control))
    await replace()
    for (const control of newer) sayAgain(control)
  }
}

const saidBy = (control: Control): string => (isTick(control) ? String(control.checked) : control.value)

/** Restores the value into the new field of the same id, if it can hold it. */
function sayAgain(before: Control): void {
  const control = document.getElementById(before.id)
  if (!(control instanceof before.constructor)) return
  const fresh = control as Control
  if (isTick(fresh)) fresh.checked = isTick(before) && before.checked
  else if (!(fresh instanceof HTMLSelectElement) || [...fresh.options].some(({ value }) => value === before.value)) {
    fresh.value = before.value
  }
}
