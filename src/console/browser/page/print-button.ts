/** Buttons that put the page on paper; the browser's own menu does the same. */
export function printButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print][hidden]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }
}
