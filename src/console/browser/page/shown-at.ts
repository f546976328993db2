/** Gives the answer to a form the address of the form's page, so that it can be reloaded and updated live. */
export function shownAt(): void {
  const address = document.body.dataset.shownAt
  if (address !== undefined) history.replaceState(null, '', address)
}
