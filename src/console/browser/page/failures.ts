import { keepDraft } from './drafts.ts'
import { sendForm, words } from './page-data.ts'
import { toast } from './toasts.ts'

/** Statuses below 500 after which a retry may succeed. */
const PASSING = [408, 425, 429]

/** Whether the same request may succeed later. */
export const isUnavailable = (status: number): boolean => status >= 500 || PASSING.includes(status)

/** Requests of htmx are previews: one that fails leaves the page as it is, or leads to the login. */
export function keepAfterFailure(): void {
  document.addEventListener('htmx:before:response', (event) => {
    const { response } = (event as CustomEvent<{ ctx: { response?: { raw: Response } } }>).detail.ctx
    if (response === undefined || response.raw.ok) return
    leaveForLogin(response.raw)
    event.preventDefault()
  })
}

/** Goes to the login when the session is over. What was typed or sent is restored afterwards. */
export function leaveForLogin(
  response: Pick<Response, 'status' | 'headers'>,
  sent: HTMLFormElement | null = null,
): boolean {
  const address = response.headers.get('hx-redirect')
  if (response.status !== 401 || address === null) return false
  keepDraft({ isUnsaved: true, sent })
  location.assign(address)
  return true
}

/** Submits a command that has no form on the page. A failure is shown with a retry button. */
export async function sendOrShowFailure(action: string, fields: Record<string, string>): Promise<void> {
  const response = await sendForm(action, fields)
  if (response?.ok === true || (response !== null && leaveForLogin(response))) return
  const reason = response === null ? null : reasonIn(response.text)
  tellFailed(reason ?? unreachable(), () => void sendOrShowFailure(action, fields))
}

export const unreachable = (): string => words.unreachable ?? ''

/** A change that was not saved, and may be later. */
export const tellFailed = (reason: string, again: () => void): void =>
  toast('bad', notSaved(reason), { text: words.retry ?? '', act: again })

/** A change that was refused: a retry would be as well, and the page is out of date. */
export const tellRefused = (reason: string): void => toast('bad', notSaved(reason), reload())

/** Without a full response, nobody knows whether a change was saved. */
export const tellLate = (): void => toast('bad', words.late ?? '', reload())

/** A change that was saved, but the page does not show it yet. */
export const tellStale = (): void => toast('bad', words.savedNotShown ?? '', reload())

const notSaved = (reason: string): string => (words.notSaved ?? '#').replace('#', () => reason)

const reload = () => ({
  text: words.reload ?? '',
  act: () => {
    keepDraft({ isUnsaved: true, sent: null })
    location.reload()
  },
})

/** The reason on one of our error pages; null for any other page. */
export const reasonIn = (text: string): string | null =>
  new DOMParser().parseFromString(text, 'text/html').querySelector('[data-reason]')?.textContent ?? null
