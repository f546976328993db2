// Passkeys: forms that are sent with what the browser signs.

import type { secondFactor } from '../../words/en.ts'
import { ask } from './page/ask.ts'

type Words = (typeof secondFactor)['passkey']['script']
type Options = PublicKeyCredentialRequestOptionsJSON | PublicKeyCredentialCreationOptionsJSON

/** Challenges are valid for five minutes. */
const FRESH_MS = 4 * 60_000

const isSupported = (): boolean =>
  'PublicKeyCredential' in window && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** A request that waits for a suggestion to be chosen: only one may be under way. */
let waiting: AbortController | null = null

function enhance(): void {
  for (const holder of document.querySelectorAll<HTMLElement>('[data-passkey][hidden]')) {
    holder.hidden = false
    const form = holder.querySelector('form')!
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(holder, form)
    })
    if (holder.dataset.suggests !== undefined) void suggest(holder, form)
    keepFresh(holder, form)
  }
}

/** Asks the browser for the credential, and sends the form with it. */
async function send(holder: HTMLElement, form: HTMLFormElement): Promise<void> {
  const status = holder.querySelector('[role=status]')!
  const words = JSON.parse(holder.dataset.words!) as Words
  waiting?.abort()
  waiting = null
  status.textContent = words.waiting
  try {
    submit(form, await credentialFor(holder))
  } catch (error) {
    status.textContent = obstacle(error, words).replace('#', holder.dataset.origin!)
    if (holder.dataset.suggests !== undefined) void suggest(holder, form)
  }
}

/** Offers passkeys among the suggestions of a field, as long as the page is open. */
async function suggest(holder: HTMLElement, form: HTMLFormElement): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  waiting?.abort()
  const request = new AbortController()
  waiting = request
  try {
    submit(form, await credentialFor(holder, { mediation: 'conditional', signal: request.signal }))
  } catch {
    // Nothing was chosen: the button is still there.
  }
}

function submit(form: HTMLFormElement, credential: PublicKeyCredential): void {
  form.querySelector<HTMLInputElement>('[data-credential]')!.value = JSON.stringify(credential)
  form.submit()
}

async function credentialFor(holder: HTMLElement, more: CredentialRequestOptions = {}): Promise<PublicKeyCredential> {
  const options = JSON.parse(holder.dataset.passkey!) as Options
  const credential =
    'rp' in options
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
          ...more,
        })
  return credential as PublicKeyCredential
}

function keepFresh(holder: HTMLElement, form: HTMLFormElement): void {
  setTimeout(async () => {
    if (!holder.isConnected) return
    await refresh(holder, form)
    keepFresh(holder, form)
  }, FRESH_MS)
}

/** Gets a fresh challenge, which a page that was open for long needs. */
async function refresh(holder: HTMLElement, form: HTMLFormElement): Promise<void> {
  const response = await ask(holder.dataset.page!, { headers: { accept: 'text/html' } })
  if (response?.ok !== true) return
  const page = new DOMParser().parseFromString(response.text, 'text/html')
  const action = form.getAttribute('action')
  const fresh = [...page.querySelectorAll<HTMLElement>('[data-passkey]')].find(
    (other) => other.querySelector('form')?.getAttribute('action') === action,
  )
  if (fresh === undefined) return
  holder.dataset.passkey = fresh.dataset.passkey
  if (waiting !== null) void suggest(holder, form)
}

function obstacle(error: unknown, words: Words): string {
  const { name } = error as DOMException
  if (name === 'NotAllowedError' || name === 'AbortError') return words.cancelled
  if (name === 'InvalidStateError') return words.known
  if (name === 'SecurityError') return words.elsewhere
  return words.failed
}

if (isSupported()) {
  enhance()
  document.addEventListener('htmx:after:swap', enhance)
}
