import { type Control, isTick } from './control.ts'
import { readDraft, writeDraft } from './draft-store.ts'
import { isIn, words } from './page-data.ts'
import { toast } from './toasts.ts'

/** Never stored: secrets stay out of the browser's storage, and files cannot be restored. */
const NEVER = '[type=password], [type=file], [data-no-draft], [autocomplete=one-time-code]'

const here = () => location.pathname + location.search

/**
 * Keeps typed text that could not be saved. Submitting a form stores a draft for its tab. A login page or error page
 * that comes instead of a response marks it as not saved; when the form is shown again, it is restored.
 */
export function drafts(): void {
  const notice = document.querySelector<HTMLElement>('[data-draft-kept]')
  if (notice !== null) noteUnsaved(notice)
  else if (isIn) bringBack()
  else if (readDraft()?.isUnsaved === false) writeDraft(null)
  if (!isIn) return
  const keepSent = ({ target }: Event) => keepDraft({ isUnsaved: false, sent: target })
  document.addEventListener('submit', keepSent, { capture: true })
}

/** Stores what was typed on this page, and the form that was sent. */
export function keepDraft({ isUnsaved, sent }: { isUnsaved: boolean; sent: EventTarget | null }): void {
  const forms = [...document.forms]
    .filter((form) => form.method === 'post' && (form === sent || isChanged(form)))
    .map((form) => ({ action: actionOf(form), fields: fieldsOf(form) }))
    .filter(({ fields }) => fields.length > 0)
  writeDraft(forms.length === 0 ? null : { who: who(), page: here(), isUnsaved, forms })
}

const who = (): string => document.body.dataset.email ?? ''
const actionOf = (form: HTMLFormElement): string => form.getAttribute('action') ?? ''
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter((one): one is Control => one.matches('input, select, textarea')).filter(isKept)

/** The version belongs to the draft, so that a change saved by others meanwhile is reported, not overwritten. */
const isKept = (control: Control): boolean =>
  control.name !== '' && !control.matches(NEVER) && (control.type !== 'hidden' || control.name === 'version')

const fieldsOf = (form: HTMLFormElement): [string, string][] => {
  const names = new Set(controlsOf(form).map(({ name }) => name))
  if ([...names].every((name) => name === 'version')) return []
  return [...new FormData(form)].flatMap(([name, value]) =>
    names.has(name) && typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
}

const isChanged = (form: HTMLFormElement): boolean =>
  controlsOf(form).some((control) => {
    if (control instanceof HTMLSelectElement) {
      const first = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
      return control.value !== (first?.value ?? '')
    }
    return isTick(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
  })

function noteUnsaved(notice: HTMLElement): void {
  const draft = readDraft()
  if (draft === null) return
  writeDraft({ ...draft, isUnsaved: true })
  notice.textContent = notice.dataset.draftKept ?? ''
  notice.hidden = false
}

function bringBack(): void {
  const draft = readDraft()
  writeDraft(null)
  if (draft === null || !draft.isUnsaved || draft.who !== who() || draft.page !== here()) return
  const found = draft.forms.flatMap(({ action, fields }) => {
    const form = [...document.forms].find((one) => one.method === 'post' && actionOf(one) === action)
    return form === undefined ? [] : [{ form, fields }]
  })
  for (const { form, fields } of found) fill(form, fields)
  document.dispatchEvent(new Event('tocsin:filled'))
  if (found.length > 0) toast('good', words.restored ?? '')
  leadTo(found)
}

/** The first field with something in it is shown, which may lie far below. */
function leadTo(found: readonly { form: HTMLFormElement; fields: readonly [string, string][] }[]): void {
  const names = new Set(found.flatMap(({ fields }) => fields.filter(([, value]) => value !== '').map(([name]) => name)))
  const field = found
    .flatMap(({ form }) => controlsOf(form))
    .find((one) => names.has(one.name) && one.checkVisibility())
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

function fill(form: HTMLFormElement, fields: readonly [string, string][]): void {
  const left = new Map<string, string[]>()
  for (const [name, value] of fields) left.set(name, [...(left.get(name) ?? []), value])
  for (const control of controlsOf(form)) {
    const values = left.get(control.name) ?? []
    if (isTick(control)) control.checked = values.includes(control.value)
    else if (values.length > 0) control.value = values.shift()!
  }
  // Forms whose fields depend on choices request the other fields from the server.
  form.dataset.draft = JSON.stringify(fields)
  const folded = form.closest<HTMLDetailsElement>('details:not([open])')
  folded?.querySelector('summary')?.click()
}
