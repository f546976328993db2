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
