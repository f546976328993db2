import htmx from 'htmx.org'
import { ask, PART } from '../page/ask.ts'
import { element } from '../page/element.ts'
import { leaveForLogin } from '../page/failures.ts'
import { letRowsLeave } from '../page/let-rows-leave.ts'
import { words } from '../page/page-data.ts'
import { noteConnectionLost, noteUpToDate } from './connection.ts'
import type { StreamChange } from './stream.ts'

/** Least time between two refreshes, however much changes. */
const REST_MS = 1_000
const REST_FOR_READINGS_MS = 2_000
const TIMEOUT_MS = 15_000

let timer: ReturnType<typeof setTimeout> | undefined
let lastLook = 0
const stale = new Set<string>()
const held = new Map<string, number>()

const regions = () => [...document.querySelectorAll<HTMLElement>('[data-live][id]')]

/** Marks the parts of the page affected by a change as stale, and refreshes them soon. */
export function noteChange({ topic, data }: StreamChange): void {
  const touched = regions().filter((region) => concerns(region, topic, data))
  if (touched.length === 0) return
  for (const { id } of touched) stale.add(id)
  const rest = topic === 'reading' ? REST_FOR_READINGS_MS : REST_MS
  lookIn(Math.max(50, lastLook + rest - Date.now()))
}

function lookIn(ms: number): void {
  if (timer === undefined) timer = setTimeout(() => void look(), ms)
}

export const refreshAllRegions = (): void => noteChange({ topic: 'everything', data: { event: 'poll' } })

function concerns({ dataset }: HTMLElement, topic: string, data: Record<string, unknown>): boolean {
  if (topic === 'everything') return true
  if (!dataset.live!.split(' ').includes(topic)) return false
  if (dataset.liveDevice === undefined) return true
  const ids = topic === 'reading' ? data.device_ids : [data.device_id]
  return !Array.isArray(ids) || ids.includes(Number(dataset.liveDevice))
}

/** Fetches the page and replaces its stale parts, except where the person types, selects or points. */
async function look(): Promise<void> {
  const ids = [...stale]
  stale.clear()
  const response = await ask(location.href, {
    headers: { ...PART, 'HX-Trigger': 'refresh' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  timer = undefined
  lastLook = Date.now()
  // Changes made after the request was sent may be missing from its response.
  if (stale.size > 0) lookIn(REST_MS)
  if (response === null || response.status >= 500) {
    for (const id of ids) stale.add(id)
    return noteConnectionLost(response)
  }
  if (leaveForLogin(response)) return
  // A page that looks again by itself must not stand there as if it were current when it is gone.
  if (response.status === 404 && document.querySelector('[data-again]') !== null) return location.reload()
  noteUpToDate()
  const page = new DOMParser().parseFromString(response.text, 'text/html')
  for (const id of ids) {
    const [region, fresh] = [document.getElementById(id), page.getElementById(id)]
    if (region === null || fresh === null) continue
    if (isInUse(region)) hold(region)
    else await exchange(region, fresh)
  }
  document.dispatchEvent(new CustomEvent('tocsin:looked'))
}

async function exchange(region: HTMLElement, fresh: Element): Promise<void> {
  const before = new Map(valuesOf(region))
  held.delete(region.id)
  await letRowsLeave(region, fresh)
  await htmx.swap({ text: fresh.outerHTML, target: region, swap: 'outerMorph' })
  for (const [key, value, cell] of valuesWithCells(document.getElementById(region.id)!)) {
    if (before.get(key) !== value) flash(cell)
  }
}

/** Rows do not move under the pointer, and a form in use is not replaced. */
const isInUse = (region: HTMLElement): boolean =>
  region.querySelector('tbody tr:hover, .rows > :hover, details[open], dialog[open]') !== null ||
  hasChosen(region) ||
  (region.contains(document.activeElement) &&
    document.activeElement?.matches('input:not([type=hidden]), textarea, select') === true)

/** Selected rows are about to be submitted. */
const hasChosen = (region: HTMLElement): boolean => region.querySelector('tbody input:checked') !== null

/** Shows that an update is waiting; applied when the pointer leaves or the button is pressed. */
function hold(region: HTMLElement): void {
  const count = (held.get(region.id) ?? 0) + 1
  held.set(region.id, count)
  const text = (words.waiting ?? '#').replace('#', String(count))
  const known = region.querySelector<HTMLButtonElement>('button.waiting')
  const show = () => {
    known?.remove()
    region.querySelector('button.waiting')?.remove()
    for (const box of region.querySelectorAll<HTMLInputElement>('tbody input:checked')) box.click()
    stale.add(region.id)
    ;(document.activeElement as HTMLElement | null)?.blur()
    lookIn(0)
  }
  if (known !== null) known.textContent = text
  else {
    region.prepend(element('button', { type: 'button', class: 'waiting', click: show }, text))
    region.addEventListener('mouseleave', () => hasChosen(region) || show(), { once: true })
  }
}

function* valuesWithCells(region: HTMLElement): Generator<[string, string, HTMLElement]> {
  for (const cell of region.querySelectorAll<HTMLElement>('[data-value]')) {
    yield [cell.dataset.value!, cell.textContent ?? '', cell]
  }
}

const valuesOf = (region: HTMLElement): [string, string][] =>
  [...valuesWithCells(region)].map(([key, value]) => [key, value])

/** Highlights a changed value once. */
function flash(cell: HTMLElement): void {
  cell.classList.remove('changed')
  void cell.offsetWidth
  cell.classList.add('changed')
}
