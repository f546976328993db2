import { element } from './element.ts'
import { iconElement } from './icon.ts'
import { words } from './page-data.ts'

interface Action {
  text: string
  act: () => void
}

/** Results of actions: what worked, what did not, and what is still under way. */
type Look = 'good' | 'bad' | 'wait'

/** Time to read a message that goes by itself. It stays while it is pointed at or has the focus. */
const SHOWN_MS = 10_000

/** A message over the page. What worked goes by itself, what failed stays until it is closed. A new one replaces the last. */
export function toast(look: Look, text: string, action?: Action): void {
  closeToast()
  const close = element(
    'button',
    { type: 'button', class: 'quiet close', 'aria-label': words.close ?? '' },
    iconElement('x'),
  )
  const note = element('div', { class: `toast ${look}`, role: look === 'bad' ? 'alert' : 'status' })
  close.addEventListener('click', () => closeToast())
  // Behind a modal dialog, nothing can be reached.
  const holder = document.querySelector('dialog[open]') ?? document.body
  holder.append(note)
  // Screen readers announce only changes in an existing region.
  note.append(element('p', {}, text))
  if (action !== undefined) note.append(actionButton(action))
  note.append(close)
  if (look === 'good') closeLater(note)
}

export function closeToast(look?: Look): void {
  for (const note of document.querySelectorAll(look === undefined ? '.toast' : `.toast.${look}`)) note.remove()
}

function closeLater(note: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => note.remove(), SHOWN_MS)
  }
  const stay = () => clearTimeout(timer)
  for (const event of ['pointerenter', 'focusin']) note.addEventListener(event, stay)
  for (const event of ['pointerleave', 'focusout']) note.addEventListener(event, wait)
  wait()
}

/**
 * Shows what an action has done over the page instead of in it, where it would push everything down. The address loses
 * it, so that neither a reload nor a live update shows it again.
 */
export function showDone(): void {
  const notices = [...document.querySelectorAll<HTMLElement>('[data-done]')]
  if (notices.length === 0) return
  for (const notice of notices) notice.remove()
  toast('good', notices.map(({ textContent }) => textContent).join(' '))
  const address = new URL(location.href)
  for (const name of ['done', 'about']) address.searchParams.delete(name)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}

function actionButton({ text, act }: Action): HTMLElement {
  const press = () => {
    closeToast()
    act()
  }
  return element('button', { type: 'button', click: press }, text)
}
