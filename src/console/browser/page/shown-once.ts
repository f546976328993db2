/**
 * A page with a secret, which is the response to a form, gets the address of the page that follows, so that a reload does
 * not submit the form again.
 */
export function shownOnce(): void {
  const page = document.querySelector<HTMLElement>('[data-shown-once]')
  if (page !== null) history.replaceState(null, '', page.dataset.shownOnce)
}

/** Removes secrets when their page is left. */
export function dropSecrets(): void {
  addEventListener('pagehide', () => {
    for (const secret of document.querySelectorAll('[data-secret]')) secret.replaceChildren()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.querySelector('[data-shown-once]') !== null) location.reload()
  })
}

/** Gives the response to a form the address of the form's page, so that it can be reloaded and updated live. */
export function shownAt(): void {
  const address = document.body.dataset.shownAt
  if (address !== undefined) history.replaceState(null, '', address)
}
