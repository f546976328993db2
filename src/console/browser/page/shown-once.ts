/**
 * A page that shows a secret is the answer to a form. It gets the address of the page that is there afterwards, so that
 * loading it again sends nothing again and parts of it can be asked for; and when it is left, the secret goes.
 */
export function shownOnce(): void {
  const page = document.querySelector<HTMLElement>('[data-shown-once]')
  if (page === null) return
  history.replaceState(null, '', page.dataset.shownOnce)
  addEventListener('pagehide', () => {
    for (const secret of document.querySelectorAll('[data-secret]')) secret.replaceChildren()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
