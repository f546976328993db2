import { askJson } from './ask.ts'
import { element } from './element.ts'
import { words } from './page-data.ts'

const SEARCH_TIMEOUT_MS = 10_000

export interface OfferedOption {
  text: string
  /** Distinguishes it from options with the same text. */
  about?: string
  choose: () => void
}

export interface OptionGroup {
  /** Empty for a list without groups. */
  name: string
  options: readonly OfferedOption[]
}

interface OptionList {
  /** Holds the options; to be placed near the field. */
  list: HTMLElement
  /** Shows what was found, or a sentence instead. */
  show: (groups: readonly OptionGroup[], note?: string) => void
  close: () => void
}

let made = 0

/** Makes a field a combobox: arrows choose among the options of its list, Enter takes one. */
export function optionList(input: HTMLInputElement, label: string): OptionList {
  const id = `options-${++made}`
  const list = element('div', { class: 'options', id, role: 'listbox', 'aria-label': label })
  let options: readonly OfferedOption[] = []
  let chosen = -1
  /** Enter was pressed before anything was found. */
  let isAwaited = false
  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': id })) {
    input.setAttribute(name, value)
  }
  input.autocomplete = 'off'

  function show(groups: readonly OptionGroup[], note = ''): void {
    options = groups.flatMap((group) => group.options)
    let place = 0
    list.replaceChildren(
      ...groups.map(({ name, options: own }, which) => {
        const heading = `${id}-group-${which}`
        const rows = own.map((option) => row(option, `${id}-${place++}`))
        if (name === '') return element('div', { role: 'presentation' }, ...rows)
        const title = element('div', { class: 'group', id: heading }, name)
        return element('div', { role: 'group', 'aria-labelledby': heading }, title, ...rows)
      }),
    )
    if (options.length === 0 && note !== '') list.append(element('p', { class: 'none', role: 'status' }, note))
    list.hidden = options.length === 0 && note === ''
    input.setAttribute('aria-expanded', String(!list.hidden))
    mark(options.length === 0 ? -1 : 0)
    if (isAwaited && options.length > 0) {
      isAwaited = false
      options[0]!.choose()
    }
  }

  function row({ text, about, choose }: OfferedOption, rowId: string): HTMLElement {
    const what = about === undefined ? [] : [element('span', { class: 'meta' }, about)]
    // Before the field loses the focus, which would close the list.
    const keepFocus = (event: Event) => event.preventDefault()
    return element(
      'div',
      { role: 'option', id: rowId, pointerdown: keepFocus, click: choose },
      element('span', {}, text),
      ...what,
    )
  }

  function mark(place: number): void {
    chosen = place
    for (const [index, option] of [...list.querySelectorAll('[role=option]')].entries()) {
      option.setAttribute('aria-selected', String(index === place))
      if (index === place) option.scrollIntoView({ block: 'nearest' })
    }
    if (place === -1) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `${id}-${place}`)
  }

  input.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      mark((chosen + step + options.length) % options.length)
    }
    if (event.key !== 'Enter') {
      isAwaited = false
      return
    }
    event.preventDefault()
    if (chosen >= 0) options[chosen]?.choose()
    else isAwaited = input.value.trim() !== ''
  })
  const close = () => show([])
  close()
  return { list, show, close }
}

interface Group<Found> {
  name: string
  found: readonly Found[]
}

/** Options that the server finds; null if it cannot be reached. */
export async function searchOptions<Found>(text: string, of?: string): Promise<readonly Group<Found>[] | null> {
  const query = new URLSearchParams({ q: text, ...(of === undefined ? {} : { of }) })
  const signal = AbortSignal.timeout(SEARCH_TIMEOUT_MS)
  const response = await askJson<{ groups: Group<Found>[] }>(`/search.json?${query}`, signal)
  return response?.groups ?? null
}

export const nothingFound = (isAway: boolean): string => (isAway ? words.away : words.noResults) ?? ''
