/** Buttons that print the page, like the browser's menu. */
export function printButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print][hidden]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }
}
