// Makes a rule's form interactive: fields follow the choices, and the rehearsal follows each change. The server renders
// everything as the page of the draft; without this script, two buttons do the same.

import { ask, PART } from './page/ask.ts'
import { element } from './page/element.ts'
import { leaveForLogin } from './page/failures.ts'
import { newerInput } from './page/newer-input.ts'

/** Delays after the last change, so that typing sends one request: for the sentence, and for the rehearsal. */
const SENTENCE_MS = 150
const PATIENCE_MS = 700
const BUSY_MS = 2_000
/** Parts of the page that depend on the draft. */
const TOLD = ['sentence', 'rehearsal', 'text-faults']

/** Forms that work already: a refused one comes back as another. */
const known = new WeakSet<HTMLFormElement>()

function start(): void {
  const form = document.querySelector('[data-rule-builder]')?.closest('form')
  if (!form || known.has(form)) return
  known.add(form)
  work(form)
}

start()
document.addEventListener('htmx:after:swap', start)

function work(form: HTMLFormElement): void {
  document.body.classList.add('has-scripts')
  let source: 'form' | 'text' = document.getElementById('form-cards') === null ? 'text' : 'form'
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isStale = false

  /** From a change on, the rehearsal shown is out of date. */
  const rehearseIn = (ms: number) => {
    isStale = true
    document.getElementById('rehearsal')?.setAttribute('aria-busy', 'true')
    clearTimeout(timer)
    timer = setTimeout(() => void rehearse(), ms)
  }

  /** One request at a time: after later changes, a new one is sent, and only its response is shown. */
  async function rehearse(): Promise<void> {
    timer = undefined
    if (isAsking) return
    isAsking = true
    isStale = false
    const asked = source
    const page = await draft(fieldsOf(form), { do: asked === 'text' ? 'rehearse_text' : 'rehearse' })
    isAsking = false
    if (isStale) {
      if (timer === undefined) rehearseIn(0)
      return
    }
    document.getElementById('rehearsal')?.removeAttribute('aria-busy')
    if (page === null) return
    show(page, asked === 'text' ? [...TOLD, 'form-cards'] : TOLD)
    if (asked === 'form') showText(page)
    if (page.querySelector('#rehearsal')?.getAttribute('data-problem') === 'busy') rehearseIn(BUSY_MS)
  }

  let saying: ReturnType<typeof setTimeout> | undefined
  let changes = 0
  /** Ids of the fields that have been changed. */
  const changed = new Set<string>()
  /** The sentence does not wait for the rehearsal. */
  const saySoon = () => {
    const change = ++changes
    clearTimeout(saying)
    saying = setTimeout(async () => {
      const page = await draft(fieldsOf(form), { do: 'shape' })
      if (page === null || change !== changes) return
      show(page, ['sentence'])
      showClears(page)
      showErrors(page, changed)
    }, SENTENCE_MS)
  }

  let shaped = Promise.resolve()
  /** Another choice needs other fields. Serialized: each request uses the form left by the one before. */
  const reshape = (extra: Record<string, string>): void => {
    shaped = shaped.then(() => exchangeFields(extra))
  }

  async function exchangeFields(extra: Record<string, string>): Promise<void> {
    const keep = newerInput(() => document.querySelector('#builder'))
    const page = await draft(fieldsOf(form), { do: 'shape', ...extra })
    await keep(() => page !== null && show(page, ['builder', 'sentence']))
    rehearseIn(0)
  }

  form.addEventListener('input', ({ target }) => {
    const { id, name, value } = target as HTMLInputElement
    source = id === 'text' ? 'text' : ['days', 'device'].includes(name) ? source : 'form'
    tickLevel(name, value)
    changed.add(id)
    if (source === 'form' && !['days', 'device'].includes(name)) saySoon()
    rehearseIn(['days', 'device'].includes(name) ? 0 : PATIENCE_MS)
  })
  form.addEventListener('change', ({ target }) => {
    if ((target as HTMLElement).matches('[data-reshapes], [name$="_not"]')) reshape({})
  })
  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[data-reshapes]')
    if (button === null) return
    event.preventDefault()
    reshape({ [button.name]: button.value })
  })
  if (form.dataset.draft === undefined) rehearseIn(0)
  else void bringBack(JSON.parse(form.dataset.draft))
  showFences()

  /** The draft has the fields of its choices, so the server renders the form from all its values. */
  async function bringBack(kept: [string, string][]): Promise<void> {
    const names = new Set(kept.map(([name]) => name))
    const others = fieldsOf(form).filter(([name]) => !names.has(name))
    const page = await draft([...others, ...kept], { do: 'shape' })
    if (page !== null) show(page, ['form-cards', 'sentence'])
    rehearseIn(0)
  }
}

function fieldsOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)])
}

/** Loads maps when there is a fence to draw. */
function showFences(): void {
  const map = document.querySelector<HTMLElement>('[data-fence-map]')
  if (map === null) return
  const { script, style } = map.dataset
  if (document.querySelector(`link[href="${style}"]`) === null)
    document.head.append(element('link', { rel: 'stylesheet', href: style! }))
  // On its first run, the script finds maps by itself.
  void import(script!).then(() => document.dispatchEvent(new CustomEvent('htmx:after:swap')))
}

/** The page for these fields, or null if the server could not be reached. */
async function draft(fields: [string, string][], extra: Record<string, string>): Promise<Document | null> {
  const body = new URLSearchParams([...fields, ...Object.entries(extra)])
  const response = await ask('/rules/new/draft', { method: 'POST', headers: PART, body })
  if (response === null || response.status >= 500 || leaveForLogin(response)) return null
  return new DOMParser().parseFromString(response.text, 'text/html')
}

/** Replaces these parts of the page and keeps the focus. */
function show(page: Document, ids: readonly string[]): void {
  const focused = document.activeElement?.id ?? ''
  for (const id of ids) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)]
    if (old === null || fresh === null) continue
    old.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)))
  }
  if (focused !== '' && document.activeElement?.id !== focused) document.getElementById(focused)?.focus()
  document.dispatchEvent(new CustomEvent('htmx:after:swap'))
  showFences()
}

/** Where alerts clear follows their limits. */
function showClears(page: Document): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(
    '#builder :is([name$="_clear"], [name$="_follows"])',
  )) {
    const fresh = page.querySelector<HTMLInputElement>(`[name="${input.name}"]`)
    if (fresh !== null && fresh.value !== input.value) input.value = fresh.value
  }
}

/** Shows what is wrong beside the fields that are filled in or have been changed; the others may still lack something. */
function showErrors(page: Document, changed: ReadonlySet<string>): void {
  for (const control of document.querySelectorAll<HTMLInputElement>('#form-cards :is(input, textarea)[id]')) {
    const fresh = page.getElementById(control.id)
    if (fresh === null || (control.value === '' && !changed.has(control.id))) continue
    const [old, error] = [document, page].map((one) => one.getElementById(`${control.id}-error`))
    if (old?.textContent === error?.textContent) continue
    old?.remove()
    if (error) control.closest('.field')?.append(document.adoptNode(error))
    for (const name of ['aria-describedby', 'aria-invalid']) {
      const value = fresh.getAttribute(name)
      if (value === null) control.removeAttribute(name)
      else control.setAttribute(name, value)
    }
  }
}

/** Updates the YAML text while the fields make a rule. */
function showText(page: Document): void {
  const [old, fresh] = [document, page].map((place) => place.querySelector<HTMLTextAreaElement>('#text'))
  if (old && fresh && fresh.value !== '') old.value = fresh.value
}

/** Enables a level when one of its fields is filled in. */
function tickLevel(name: string, value: string): void {
  const [, severity] = /^(info|warning|critical)_(value|clear|for)$/.exec(name) ?? []
  const box = severity === undefined ? null : document.querySelector<HTMLInputElement>(`#${severity}_on`)
  if (box !== null && value !== '') box.checked = true
}
