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
