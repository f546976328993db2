import { element } from './element.ts'
import { iconElement } from './icon.ts'
import { words } from './page-data.ts'

/** Not an attribute: a swap of the page would remove it and keep the element. */
const made = new WeakSet<HTMLDetailsElement>()

/** Turns `<details>` into dialogs: Escape closes them, and focus returns to their button. */
export function dialogs(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-dialog]')) {
    if (made.has(details)) continue
    made.add(details)
    const summary = details.querySelector('summary')!
    const content = details.querySelector<HTMLElement>('.unfolded')!
    const close = element(
      'button',
      { type: 'button', class: 'quiet close', 'aria-label': words.close ?? 'Close' },
      iconElement('x'),
    )
    const dialog = element('dialog', { 'aria-label': summary.textContent?.trim() ?? '' })
    close.addEventListener('click', () => dialog.close())
    const menu = details.closest<HTMLDetailsElement>('details[data-menu]')
    let wasShown = true
    summary.addEventListener('click', (event) => {
      event.preventDefault()
      // The content of a closed menu would not be drawn: a key may have opened it.
      wasShown = menu?.open ?? true
      if (menu !== null) menu.open = true
      dialog.append(close, content)
      details.append(dialog)
      details.open = true
      dialog.showModal()
      const wrong = dialog.querySelector<HTMLElement>('[aria-invalid=true]')
      const first = 'button:not(.close), input:not([type=hidden]), select, textarea'
      ;(wrong ?? dialog.querySelector<HTMLElement>(first))?.focus()
    })
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close()
    })
    dialog.addEventListener('close', () => {
      // The event comes later than the focus, so that the next key may have opened it again.
      if (dialog.open) return
      details.append(content)
      dialog.remove()
      details.open = false
      summary.focus()
      if (wasShown || menu === null) return
      menu.open = false
      menu.querySelector('summary')?.focus()
    })
    // A form with errors is opened at once.
    if (details.open) summary.click()
  }
}
