/** Whether the page that refuses a form sends it again with a proof of who its person is. It has a script of its own. */
export const asksForProof = (page: string): boolean =>
  new DOMParser().parseFromString(page, 'text/html').querySelector('[name=_password], [name=_passkey]') !== null
