import { bestFirst, isFound, rankOf, wordsOf } from '../../frame/search/matching.ts'
import { element } from '../page/element.ts'
import { sendOrShowFailure } from '../page/failures.ts'
import { iconElement } from '../page/icon.ts'
import { nothingFound, type OfferedOption, type OptionGroup, optionList, searchOptions } from '../page/option-list.ts'
import { pageEntries, words } from '../page/page-data.ts'
import { onThisPage } from './this-page.ts'

const REST_MS = 120

/** A result: a page found by the server, or a command of this script. */
interface Found {
  name: string
  about?: string
  address?: string
  command?: string
}

let dialog: HTMLDialogElement | null = null

/** Finds pages, things and actions by a few letters, from every page. */
export function openPalette(): void {
  if (dialog !== null) return
  const input = element('input', {
    type: 'text',
    'aria-label': words.placeholder ?? '',
    placeholder: words.placeholder ?? '',
  })
  const { list, show } = optionList(input, words.open ?? '')
  const open = element('dialog', { class: 'palette', 'aria-label': words.open ?? '' }, input, list)
  dialog = open
  document.body.append(open)
  open.showModal()
  open.addEventListener('close', () => {
    open.remove()
    dialog = null
  })
  open.addEventListener('click', ({ target }) => target === open && open.close())

  const optionOf = ({ name, about, address, command }: Found): OfferedOption => ({
    text: name,
    ...(about === undefined ? {} : { about }),
    choose() {
      open.close()
      if (address !== undefined) location.assign(address)
      else COMMANDS[command ?? '']?.()
    },
  })
  const groupOf = ({ name, found }: { name: string; found: readonly Found[] }): OptionGroup => ({
    name,
    options: found.map(optionOf),
  })
  const pagesFor = (text: string): OptionGroup[] => {
    const found = bestFirst(
      wordsOf(text),
      pageEntries.filter(({ name }) => isFound(wordsOf(text), name)),
    )
    return found.length === 0 ? [] : [groupOf({ name: words.pages ?? '', found })]
  }

  const own = onThisPage()
  /** Only if asked for: an Enter too many shall not acknowledge anything. */
  const ownFor = (text: string): OptionGroup[] => {
    if (text === '') return []
    const found = own.filter((option) => isFound(wordsOf(text), option.text))
    const named = bestFirst(
      wordsOf(text),
      found.map((option) => ({ ...option, name: option.text })),
    )
    const options = named.map(({ text, choose }) => ({
      text,
      choose() {
        open.close()
        choose()
      },
    }))
    return options.length === 0 ? [] : [{ name: words.here ?? '', options }]
  }

  let known: OptionGroup[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async (text: string) => {
    const found = await searchOptions<Found>(text)
    if (input.value.trim() !== text) return
    known = (found ?? []).map(groupOf)
    // Groups with a word that begins like this come first.
    const tierOf = ({ options: [first] }: OptionGroup) => (rankOf(wordsOf(text), first?.text ?? '') === 2 ? 1 : 0)
    const groups = [...pagesFor(text), ...ownFor(text), ...known].toSorted((one, other) => tierOf(one) - tierOf(other))
    show(groups, nothingFound(found === null))
  }
  const type = () => {
    const text = input.value.trim()
    show([...pagesFor(text), ...ownFor(text), ...(text === '' ? known : [])])
    clearTimeout(timer)
    timer = setTimeout(() => void look(text), text === '' ? 0 : REST_MS)
  }
  input.addEventListener('input', type)
  type()
}

const COMMANDS: Record<string, () => void> = {
  'theme-light': () => void changeTheme('light'),
  'theme-dark': () => void changeTheme('dark'),
  'theme-system': () => void changeTheme('system'),
  pause: () => document.dispatchEvent(new Event('tocsin:pause')),
  help: () => document.dispatchEvent(new Event('tocsin:help')),
  logout: () => document.querySelector<HTMLFormElement>('form[action="/logout"]')?.requestSubmit(),
}

/** Stored in the account. */
async function changeTheme(theme: string): Promise<void> {
  document.documentElement.dataset.theme = theme
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
    iconElement('search'),
    element('span', {}, words.short ?? ''),
    element('kbd', { 'aria-hidden': 'true' }, key),
  )
  document.querySelector('.side .home')?.after(button)
}
