import { pageLocale } from '../page/language.ts'

/** Narrower screens are scrolled. */
const WALL = '(min-width: 1001px)'
/** Sizes of the lines, largest first. */
const SIZES = ['few', 'some', 'many']

/**
 * Shows the lines in the largest size in which all fit on the screen; in the smallest, as many as fit, and how many more
 * there are: fewer lines, or none that is cut off.
 */
export function fitLines(): void {
  const list = document.querySelector<HTMLElement>('.worst')
  const more = document.querySelector<HTMLElement>('.lines .more')
  if (list === null || more === null) return
  const lines = [...list.children] as HTMLElement[]
  for (const line of lines) line.hidden = false
  const behind = (fit: number) => Number(list.dataset.total) - countOf(lines.slice(0, fit))
  let fit = lines.length
  if (matchMedia(WALL).matches) {
    for (const size of SIZES) {
      list.className = `worst ${size}`
      fit = howManyFit(lines, more, behind(lines.length) <= 0)
      if (behind(fit) <= 0) break
    }
  }
  for (const [place, line] of lines.entries()) line.hidden = place >= fit
  showRest(more, behind(fit))
}

/** A line may be for many equal incidents. */
const countOf = (lines: readonly HTMLElement[]): number =>
  lines.reduce((sum, { dataset }) => sum + Number(dataset.count ?? 1), 0)

/** At least one. `areAll`: there are no others, so that nothing stands below them if all fit. */
function howManyFit(lines: readonly HTMLElement[], more: HTMLElement, areAll: boolean): number {
  const end = innerHeight - Number.parseFloat(getComputedStyle(document.body).paddingBlockEnd)
  more.hidden = false
  const last = lines.at(-1)
  if (last === undefined) return 0
  const bottomOf = (element: HTMLElement) => element.getBoundingClientRect().bottom + scrollY
  // From the end of the last line to that of the line below it.
  const rest = bottomOf(more) - bottomOf(last)
  if (areAll && bottomOf(last) <= end) return lines.length
  const fit = lines.findIndex((line) => bottomOf(line) + rest > end)
  return fit === -1 ? lines.length : Math.max(1, fit)
}

function showRest(more: HTMLElement, behind: number): void {
  const text = behind === 1 ? more.dataset.one : more.dataset.many?.replace('#', behind.toLocaleString(pageLocale))
  if (text !== undefined && more.textContent !== text) more.textContent = text
  more.hidden = behind <= 0
}

/** Also after each update, before it is painted. */
export function keepLinesFitting(): void {
  const lines = document.querySelector('.lines')
  if (lines === null) return
  const observer = new MutationObserver(fit)
  function fit(): void {
    fitLines()
    observer.takeRecords()
  }
  observer.observe(lines, { childList: true, subtree: true, characterData: true })
  fit()
  addEventListener('resize', fit)
  document.addEventListener('tocsin:looked', fit)
}
