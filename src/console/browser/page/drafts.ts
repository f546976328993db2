import { type Control, isTick } from './control.ts'
import { readDraft, writeDraft } from './draft-store.ts'
import { isIn, words } from './page-data.ts'
import { toast } from './toasts.ts'

/** Nobody reads these again: secrets stay out of the browser's storage, and a file cannot be put back. */
const NEVER = '[type=password], [type=file], [data-no-draft], [autocomplete=one-time-code]'

const here = () => location.pathname + location.search

/**
 * Keeps what somebody typed when it could not be saved. A form that is sent leaves a draft in the storage of its tab. The
 * page that comes instead of an answer, a login or an error, marks it as not saved; back at the form it is filled in again.
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

/** Before a page is left that can save nothing any more. */
export const keepChanged = (): void => keepDraft({ isUnsaved: true, sent: null })

function keepDraft({ isUnsaved, sent }: { isUnsaved: boolean; sent: EventTarget | null }): void {
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

/** The version of what is changed belongs to the draft: what others saved meanwhile is then told, not overwritten. */
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
  if (found.length > 0) toast('good', words.restored ?? '')
}

function fill(form: HTMLFormElement, fields: readonly [string, string][]): void {
  const left = new Map<string, string[]>()
  for (const [name, value] of fields) left.set(name, [...(left.get(name) ?? []), value])
  for (const control of controlsOf(form)) {
    const values = left.get(control.name) ?? []
    if (isTick(control)) control.checked = values.includes(control.value)
    else if (values.length > 0) control.value = values.shift()!
  }
  // Forms whose fields depend on what is chosen ask the server for the rest.
  form.dataset.draft = JSON.stringify(fields)
  const folded = form.closest<HTMLDetailsElement>('details:not([open])')
  folded?.querySelector('summary')?.click()
}
