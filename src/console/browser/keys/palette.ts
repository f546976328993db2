import { element } from '../page/element.ts'
import { sendOrShowFailure } from '../page/failures.ts'
import { icon } from '../page/icon.ts'
import { places, words } from '../page/page-data.ts'

interface Entry {
  name: string
  group: string
  go: () => void
}

const REST_MS = 120

let dialog: HTMLDialogElement | null = null

/** Finds pages and devices by a few letters, and runs commands available on every page. */
export function openPalette(): void {
  if (dialog !== null) return
  const list = element('ul', { role: 'listbox', id: 'palette-list', 'aria-label': words.open ?? '' })
  const input = element('input', {
    type: 'text',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': 'palette-list',
    'aria-autocomplete': 'list',
    'aria-label': words.placeholder ?? '',
    placeholder: words.placeholder ?? '',
    autocomplete: 'off',
  })
  const open = element('dialog', { class: 'palette', 'aria-label': words.open ?? '' }, input, list)
  dialog = open
  document.body.append(open)
  open.showModal()
  open.addEventListener('close', () => {
    open.remove()
    dialog = null
  })
  open.addEventListener('click', ({ target }) => target === open && open.close())

  let entries: Entry[] = []
  let chosen = 0
  const show = (found: Entry[]) => {
    entries = found
    chosen = 0
    list.replaceChildren(...found.flatMap((entry, place) => rows(entry, place, found[place - 1], open)))
    if (found.length === 0) list.append(element('li', { class: 'none' }, words.none ?? ''))
    mark()
  }
  const mark = () => {
    for (const option of list.querySelectorAll('[role=option]')) {
      const isChosen = option.id === `palette-${chosen}`
      option.setAttribute('aria-selected', String(isChosen))
      if (isChosen) option.scrollIntoView({ block: 'nearest' })
    }
    input.setAttribute('aria-activedescendant', entries.length === 0 ? '' : `palette-${chosen}`)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const search = () => {
    const text = input.value.trim()
    show(fixedEntries(text))
    clearTimeout(timer)
    if (text === '') return
    timer = setTimeout(() => {
      void devices(text).then((found) => input.value.trim() === text && show([...fixedEntries(text), ...found]))
    }, REST_MS)
  }
  input.addEventListener('input', search)
  input.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      chosen = (chosen + step + entries.length) % entries.length
      mark()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open.close()
      entries[chosen]?.go()
    }
  })
  search()
}

function rows(entry: Entry, place: number, before: Entry | undefined, open: HTMLDialogElement): HTMLElement[] {
  const go = () => {
    open.close()
    entry.go()
  }
  const option = element('li', { role: 'option', id: `palette-${place}`, click: go }, entry.name)
  if (entry.group === before?.group) return [option]
  return [element('li', { class: 'group', role: 'presentation' }, entry.group), option]
}

const goTo = (address: string) => () => location.assign(address)

function fixedEntries(text: string): Entry[] {
  const all: Entry[] = [
    ...places.map(({ name, address }) => ({ name, group: words.pages ?? '', go: goTo(address) })),
    { name: words.theme ?? '', group: words.commands ?? '', go: () => void changeTheme() },
    { name: words.help ?? '', group: words.commands ?? '', go: () => document.dispatchEvent(new Event('tocsin:help')) },
  ]
  // Matches at the beginning of words, so that "bo" finds the boiler and not the keyboard.
  return all.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${text.toLowerCase()}`))
}

async function devices(text: string): Promise<Entry[]> {
  const answer = await fetch(`/palette.json?q=${encodeURIComponent(text)}`).catch(() => null)
  if (answer?.ok !== true) return []
  const found = (await answer.json()) as { devices: { name: string; address: string }[] }
  return found.devices.map(({ name, address }) => ({ name, group: words.devices ?? '', go: goTo(address) }))
}

/** Toggles light and dark, starting from the current look. Stored in the account. */
async function changeTheme(): Promise<void> {
  const root = document.documentElement
  const isDark =
    root.dataset.theme === 'dark' ||
    (root.dataset.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const theme = isDark ? 'light' : 'dark'
  root.dataset.theme = theme
  document.dispatchEvent(new Event('tocsin:theme'))
  await sendOrShowFailure('/account/theme', { theme })
}

/** A button for people who do not know the shortcut. */
export function paletteButton(): void {
  const label = words.open ?? ''
  const key = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
  const button = element(
    'button',
    { type: 'button', class: 'palette-button', click: openPalette, title: label },
    icon('search'),
    element('span', {}, words.short ?? ''),
    element('kbd', { 'aria-hidden': 'true' }, key),
  )
  document.querySelector('.side .home')?.after(button)
}
