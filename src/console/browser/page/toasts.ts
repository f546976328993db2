import { element } from './element.ts'
import { icon } from './icon.ts'
import { words } from './page-data.ts'

interface Action {
  text: string
  act: () => void
}

/** A notification that stays until it is closed or acted on. A new one replaces the last. */
export function toast(look: 'good' | 'bad', text: string, action?: Action): void {
  closeToast()
  const close = element('button', { type: 'button', class: 'quiet close', 'aria-label': words.close ?? '' }, icon('x'))
  const note = element('div', { class: `toast ${look}`, role: look === 'bad' ? 'alert' : 'status' })
  close.addEventListener('click', closeToast)
  // Behind a modal dialog, nothing can be reached.
  const holder = document.querySelector('dialog[open]') ?? document.body
  holder.append(note)
  // Screen readers announce only changes in an existing region.
  note.append(element('p', {}, text))
  if (action !== undefined) note.append(actionButton(action))
  note.append(close)
}

export function closeToast(): void {
  for (const note of document.querySelectorAll('.toast')) note.remove()
}

function actionButton({ text, act }: Action): HTMLElement {
  const press = () => {
    closeToast()
    act()
  }
  return element('button', { type: 'button', click: press }, text)
}
