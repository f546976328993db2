import { element } from '../page/element.ts'
import { iconElement } from '../page/icon.ts'
import { pageEntries, wantsShortcuts, words } from '../page/page-data.ts'
import { openPalette } from './palette.ts'

/** The second key after `g`. */
const GO: Record<string, string> = {
  o: '/',
  m: '/map',
  d: '/devices',
  a: '/alerts',
  i: '/incidents',
  r: '/rules',
  w: '/webhooks',
  s: '/settings',
}
const SEQUENCE_MS = 1_500

/** Keyboard shortcuts. Off while something is typed, and for people who have disabled them. */
export function shortcuts(): void {
  document.addEventListener('tocsin:help', showHelp)
  let wentAt = 0
  document.addEventListener('keydown', (event) => {
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      openPalette()
      return
    }
    if (!wantsShortcuts || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('dialog[open]') !== null) return
    const address = Date.now() - wentAt < SEQUENCE_MS ? GO[event.key] : undefined
    wentAt = event.key === 'g' ? Date.now() : 0
    if (address !== undefined) {
      if (pageEntries.some((place) => place.address === address)) location.assign(address)
      return
    }
    if (act(event.key)) event.preventDefault()
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

function act(key: string): boolean {
  if (key === '?') showHelp()
  else if (key === 'p') document.dispatchEvent(new Event('tocsin:pause'))
  else if (key === 'j' || key === 'k') choose(key === 'j' ? 1 : -1)
  else if (key === 'Enter') return openChosen()
  else if (key === 'x') chosenRow()?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  else return press(key)
  return true
}

const rows = () => [...document.querySelectorAll<HTMLElement>('main tbody tr, main .rows > li')]
const chosenRow = () => document.querySelector<HTMLElement>('main .chosen')

function choose(step: number): void {
  const all = rows()
  const before = chosenRow()
  const place = before === null ? (step === 1 ? 0 : all.length - 1) : all.indexOf(before) + step
  const row = all[Math.max(0, Math.min(all.length - 1, place))]
  before?.classList.remove('chosen')
  row?.classList.add('chosen')
  row?.scrollIntoView({ block: 'nearest' })
}

/** False if no row is chosen; Enter then has its usual effect. */
function openChosen(): boolean {
  const row = chosenRow()
  const address = row?.dataset.href ?? row?.querySelector('a')?.href
  if (document.activeElement !== document.body || address === undefined) return false
  location.assign(address)
  return true
}

/** Runs the action of a key: in the chosen row, or else on the page. */
function press(key: string): boolean {
  if (key.length !== 1) return false
  const wanted = `[data-shortcut="${CSS.escape(key)}"]`
  const found = chosenRow()?.querySelector<HTMLElement>(wanted) ?? document.querySelector<HTMLElement>(`main ${wanted}`)
  if (found === null || found === undefined) return false
  if (found.matches('input, textarea, select')) {
    const fold = found.closest<HTMLDetailsElement>('details:not([open])')
    if (fold !== null) fold.open = true
    found.focus()
  } else found.click()
  return true
}

function showHelp(): void {
  if (document.querySelector('dialog[open]') !== null) return
  const lines = Object.entries(JSON.parse(words.keys ?? '{}') as Record<string, string>)
  const table = element('dl', { class: 'keys' })
  for (const [keys, meaning] of lines) {
    const names = keys.split(' ').map((key) => element('kbd', {}, key))
    table.append(element('div', {}, element('dt', {}, ...names), element('dd', {}, meaning)))
  }
  const close = element(
    'button',
    { type: 'button', class: 'quiet close', 'aria-label': words.close ?? '' },
    iconElement('x'),
  )
  const dialog = element(
    'dialog',
    { 'aria-label': words.help ?? '' },
    close,
    element('h2', {}, words.help ?? ''),
    table,
  )
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
