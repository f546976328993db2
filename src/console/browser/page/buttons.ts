import { words } from './page-data.ts'

/** Buttons that copy the text before them. */
export function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy][hidden]')) {
    button.hidden = false
    button.textContent = words.copy ?? 'Copy'
    button.addEventListener('click', () => void copy(button))
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const source = button.previousElementSibling
  const text = source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '')
  await navigator.clipboard?.writeText(text).catch(() => select(source))
  if (navigator.clipboard === undefined) select(source)
  button.textContent = words.copied ?? 'Copied'
  setTimeout(() => {
    button.textContent = words.copy ?? 'Copy'
  }, 2_000)
}

/** Without https there is no clipboard API: the text is selected for copying by keyboard. */
function select(source: Element | null): void {
  if (source !== null) getSelection()?.selectAllChildren(source)
}

/** Buttons that show and hide the password in the field before them. */
export function reveal(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-reveal][hidden]')) {
    button.hidden = false
    const input = button.previousElementSibling as HTMLInputElement
    button.addEventListener('click', () => {
      const isShown = input.type === 'password'
      input.type = isShown ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(isShown))
    })
    // Submitted as a password field, so that the browser offers to save it and not to autocomplete it.
    input.form?.addEventListener('submit', () => {
      input.type = 'password'
    })
  }
}

/** Buttons that print the page, like the browser's menu. */
export function printButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print][hidden]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }
}
