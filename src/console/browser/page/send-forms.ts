import htmx from 'htmx.org'
import { ask, PART } from './ask.ts'
import { asksForProof } from './asks-for-proof.ts'
import { writeDraft } from './draft-store.ts'
import {
  isUnavailable,
  leaveForLogin,
  reasonIn,
  showFailed,
  showLate,
  showRejected,
  showStale,
  unreachable,
} from './failures.ts'
import { letRowsLeave } from './let-rows-leave.ts'
import { newerInput } from './newer-input.ts'
import { words } from './page-data.ts'
import { shownOnce } from './shown-once.ts'
import { closeToast, toast } from './toasts.ts'

/** Time after which a form that waits for its response says so. */
const PATIENCE_MS = 1_500
const TIMEOUT_MS = 30_000

/** Forms that are being sent. */
const busy = new WeakSet<HTMLFormElement>()
/** The next page is loading. */
let isLeaving = false

/**
 * Sends the forms of the page in the background. If that fails, the page and what was typed stay as they are, and a
 * message says why; the browser would show its own error page instead.
 */
export function sendForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    // A logout may lead to another site.
    const [method, action] = [form.getAttribute('method'), form.getAttribute('action')]
    if (event.defaultPrevented || method !== 'post' || action === '/logout') return
    // The response is a page with scripts and a security policy of its own.
    if (event.submitter?.hasAttribute('data-opens-page')) return
    event.preventDefault()
    if (!isLeaving && !busy.has(form)) void send(form, event.submitter)
  })
  addEventListener('pageshow', () => {
    isLeaving = false
  })
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  busy.add(form)
  form.setAttribute('aria-busy', 'true')
  const patience = setTimeout(() => toast('wait', words.sending ?? ''), PATIENCE_MS)
  try {
    await post(form, submitter)
  } finally {
    clearTimeout(patience)
    closeToast('wait')
    form.removeAttribute('aria-busy')
    busy.delete(form)
  }
}

async function post(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  const body = new URLSearchParams([...new FormData(form, submitter)] as [string, string][])
  const headers = { ...PART, 'HX-Current-URL': location.href }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const keep = newerInput(() => (form.id === '' ? form : document.getElementById(form.id)))
  const response = await fetch(action, { method: 'POST', headers, body, signal }).catch(() => null)
  const again = () => repeat(form, submitter)
  if (response === null) return signal.aborted ? showLate() : showFailed(unreachable(), again)
  if (leaveForLogin(response, form)) {
    isLeaving = true
    return
  }
  const next = response.headers.get('hx-redirect')
  const text = await response.text().catch(() => null)
  if (next !== null) {
    // Once it is taken, no login gives it back as a draft.
    if (response.ok) writeDraft(null)
    return follow(new URL(next, location.href), form.hasAttribute('data-in-place'))
  }
  if (text === null) return response.ok ? showLate() : showFailed(unreachable(), again)
  const reason = response.status < 400 ? null : reasonIn(text)
  if (response.status === 403 && asksForProof(text)) {
    isLeaving = true
    return form.submit()
  }
  // A form that comes back says itself why; what is no page of ours comes from a proxy.
  const isOurs = new DOMParser().parseFromString(text, 'text/html').getElementById('main') !== null
  if (reason === null && !isOurs) return showFailed(unreachable(), again)
  if (reason !== null) return isUnavailable(response.status) ? showFailed(reason, again) : showRejected(reason)
  // Elements with scripts of their own begin anew with another content.
  await keep(() => show(text, 'outerHTML'))
  if (response.status >= 400) showFault()
  else showPart(action)
}

/** The page after a form: in place of the present one, or instead of it. */
async function follow(to: URL, isInPlace: boolean): Promise<void> {
  if (!isInPlace || to.pathname !== location.pathname) return leaveFor(to)
  const response = await ask(to.href, { headers: PART, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response?.ok !== true) return showStale()
  await show(response.text, 'outerMorph')
}

function leaveFor(to: URL): void {
  isLeaving = true
  const isHere = to.pathname + to.search === location.pathname + location.search
  location.assign(to)
  // The same address with another anchor would only scroll.
  if (isHere && to.hash !== '') location.reload()
}

async function show(text: string, swap: 'outerMorph' | 'outerHTML'): Promise<void> {
  const page = new DOMParser().parseFromString(text, 'text/html')
  for (const id of ['places', 'main']) {
    const [target, fresh] = [document.getElementById(id), page.getElementById(id)]
    if (!target || !fresh) continue
    if (swap === 'outerMorph') await letRowsLeave(target, fresh)
    await htmx.swap({ text: fresh.outerHTML, target, swap })
  }
  if (page.querySelector('[data-shown-once]') === null) return
  writeDraft(null)
  document.title = page.title
  shownOnce()
}

/** Brings the part of the response that was asked for into view: the one that the address names, or what came of a test. */
function showPart(action: string): void {
  const { hash } = new URL(action, location.href)
  document.querySelector(hash === '' ? 'main [data-outcome]' : hash)?.scrollIntoView({ block: 'nearest' })
}

/** Brings what was wrong with a form into view, and the focus to its first wrong field. */
function showFault(): void {
  const field = document.querySelector<HTMLElement>('main [aria-invalid=true]')
  if (field !== null) field.focus()
  else document.querySelector('main .notice.bad[role=alert]')?.scrollIntoView({ block: 'center' })
}

/** Sends the form as it is on the page now: a live update may have replaced it meanwhile. */
function repeat(before: HTMLFormElement, submitter: HTMLElement | null): void {
  const action = before.getAttribute('action') ?? ''
  const form = before.isConnected
    ? before
    : document.querySelector<HTMLFormElement>(`form[method=post][action="${CSS.escape(action)}"]`)
  if (form === null) location.reload()
  else form.requestSubmit(submitter?.isConnected === true ? submitter : null)
}
