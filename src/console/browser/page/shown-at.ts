/** A page that answers a form gets the address of the page with the form, so that it can be loaded again and followed live. */
export function shownAt(): void {
  const address = document.body.dataset.shownAt
  if (address !== undefined) history.replaceState(null, '', address)
}
