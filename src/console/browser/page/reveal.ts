/** Buttons that show the password in the field before them, and hide it again. */
export function reveal(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-reveal][hidden]')) {
    button.hidden = false
    const input = button.previousElementSibling as HTMLInputElement
    button.addEventListener('click', () => {
      const isShown = input.type === 'password'
      input.type = isShown ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(isShown))
    })
    // Sent as a password, so that the browser offers to keep it and not to complete it.
    input.form?.addEventListener('submit', () => {
      input.type = 'password'
    })
  }
}
