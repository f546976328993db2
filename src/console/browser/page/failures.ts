import { keepChanged } from './drafts.ts'
import { sendForm, words } from './page-data.ts'
import { closeToast, toast } from './toasts.ts'

/** Statuses after which a retry may succeed. */
const PASSING = [408, 425, 429]

interface HtmxEvent {
  ctx: {
    sourceElement: HTMLElement
    request: { method: string; submitter?: HTMLElement | null }
    response?: { status: number; raw: Response }
    text?: string
  }
}

/**
 * Tells the user when a change was not saved, because Tocsin is unreachable or answers with an error instead of the
 * page. A form that comes back with its faults tells that itself.
 */
export function showFailures(): void {
  on('htmx:before:response', (event, { ctx }) => {
    if (ctx.response !== undefined && leaveForLogin(ctx.response.raw)) event.preventDefault()
  })
  on('htmx:after:request', (event, { ctx }) => {
    const { status } = ctx.response!
    const reason = status < 400 ? null : reasonIn(ctx.text ?? '')
    if (status < 500 && reason === null) return closeToast()
    event.preventDefault()
    if (status < 500 && !PASSING.includes(status)) tellRefused(reason!)
    else tellFailed(reason ?? unreachable(), () => repeat(ctx))
  })
  on('htmx:error', (_event, { ctx }) => {
    if (ctx?.request !== undefined && ctx.response === undefined) tellFailed(unreachable(), () => repeat(ctx))
  })
}

/** Goes to the login when the session is over. Text typed on the page is restored afterwards. */
export function leaveForLogin(answer: Response): boolean {
  const address = answer.headers.get('hx-redirect')
  if (answer.status !== 401 || address === null) return false
  keepChanged()
  location.assign(address)
  return true
}

/** Submits a command that has no form on the page. A failure is shown with a retry button. */
export async function sendOrShowFailure(action: string, fields: Record<string, string>): Promise<void> {
  const answer = await sendForm(action, fields)
  if (answer?.ok === true || (answer !== null && leaveForLogin(answer))) return
  const reason = answer === null ? null : reasonIn(await answer.text())
  tellFailed(reason ?? unreachable(), () => void sendOrShowFailure(action, fields))
}

const unreachable = (): string => words.unreachable ?? ''

function tellFailed(reason: string, again: () => void): void {
  toast(
    'bad',
    (words.notSaved ?? '#').replace('#', () => reason),
    { text: words.retry ?? '', act: again },
  )
}

/** Offers to reload the page, which is out of date: a retry would be refused again. */
function tellRefused(reason: string): void {
  const act = () => {
    keepChanged()
    location.reload()
  }
  toast(
    'bad',
    (words.notSaved ?? '#').replace('#', () => reason),
    { text: words.reload ?? '', act },
  )
}

/** Submits the form as it is on the page now: a live update may have replaced it meanwhile. */
function repeat({ sourceElement, request }: HtmxEvent['ctx']): void {
  const action = sourceElement.getAttribute('action') ?? ''
  const form = sourceElement.isConnected
    ? sourceElement
    : document.querySelector(`form[method=post][action="${CSS.escape(action)}"]`)
  const { submitter } = request
  if (!(form instanceof HTMLFormElement)) location.reload()
  else form.requestSubmit(submitter?.isConnected === true ? submitter : null)
}

/** The reason on one of our error pages; null for any other page. */
const reasonIn = (text: string): string | null =>
  new DOMParser().parseFromString(text, 'text/html').querySelector('[data-reason]')?.textContent ?? null

function on(name: string, tell: (event: Event, detail: HtmxEvent) => void): void {
  document.addEventListener(name, (event) => tell(event, (event as CustomEvent<HtmxEvent>).detail))
}
