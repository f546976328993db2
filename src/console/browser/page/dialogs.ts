import { element } from './element.ts'
import { icon } from './icon.ts'
import { words } from './page-data.ts'

/** A mark on the element would be gone with the next exchange of the page, and the element would not. */
const made = new WeakSet<HTMLDetailsElement>()

/** What unfolds without scripts opens as a dialog with them: Escape closes it, and focus returns to its button. */
export function dialogs(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-dialog]')) {
    if (made.has(details)) continue
    made.add(details)
    const summary = details.querySelector('summary')!
    const content = details.querySelector<HTMLElement>('.unfolded')!
    const close = element(
      'button',
      { type: 'button', class: 'quiet close', 'aria-label': words.close ?? 'Close' },
      icon('x'),
    )
    const dialog = element('dialog', { 'aria-label': summary.textContent?.trim() ?? '' })
    close.addEventListener('click', () => dialog.close())
    summary.addEventListener('click', (event) => {
      event.preventDefault()
      dialog.append(close, content)
      details.append(dialog)
      details.open = true
      dialog.showModal()
      dialog.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea, button.primary')?.focus()
    })
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close()
    })
    dialog.addEventListener('close', () => {
      details.append(content)
      dialog.remove()
      details.open = false
      summary.focus()
    })
    // A form that came back with errors is shown at once.
    if (details.open) summary.click()
  }
}
