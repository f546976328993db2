const { dataset } = document.body

/** What the server told the scripts of this page; empty on pages for those who are not in. */
export const words: Record<string, string> = JSON.parse(dataset.words ?? '{}')
export const places: { name: string; address: string }[] = JSON.parse(dataset.places ?? '[]')
export const csrf = dataset.csrf ?? ''
export const isIn = dataset.csrf !== undefined
export const wantsShortcuts = dataset.shortcuts === 'true'
export const wantsSound = dataset.sound === 'true'
/** Null until the person, or their browser, has said it. */
export const zone = dataset.zone === '' ? null : (dataset.zone ?? null)

/** Sends a form as the page would; null when there was no answer. */
export function sendForm(action: string, fields: Record<string, string>): Promise<Response | null> {
  const body = new URLSearchParams({ _csrf: csrf, ...fields })
  const headers = { 'HX-Request': 'true', accept: 'text/html' }
  return fetch(action, { method: 'POST', headers, body }).catch(() => null)
}
