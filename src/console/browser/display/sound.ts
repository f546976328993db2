import { beep, mayBeep } from '../page/beep.ts'
import { wantsSound } from '../page/page-data.ts'

// Both are kept for the tab: a board is reloaded, and goes on to the next site.
const CHOICE = 'wallboard-sound'
const CRITICAL = `wallboard-critical ${location.search}`

/** A button for a tone at each critical incident that is new on the board, as long as the browser plays it. */
export async function soundButton(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('#sound')
  if (button === null) return
  let isOn = false
  const set = (on: boolean) => {
    isOn = on
    button.dataset.state = on ? 'live' : 'off'
    button.textContent = (on ? button.dataset.off : button.dataset.on) ?? ''
    button.hidden = false
  }
  set(false)
  button.addEventListener('click', () => {
    set(!isOn)
    sessionStorage.setItem(CHOICE, isOn ? 'on' : 'off')
    if (isOn) beep()
  })
  document.addEventListener('tocsin:looked', () => {
    if (hasNews() && isOn) beep()
  })
  const wanted = sessionStorage.getItem(CHOICE) ?? (wantsSound ? 'on' : 'off')
  if (wanted === 'on' && (await mayBeep())) set(true)
  if (hasNews() && isOn) beep()
}

/** A critical line: an incident, or so many equal ones with the newest of them. */
interface Heard {
  incident: number
  rule: string | null
  /** Null: a single incident. */
  count: number | null
}

/** Whether a critical incident has been added since the last look; the first look finds none. */
function hasNews(): boolean {
  const lines = [...document.querySelectorAll<HTMLElement>('.worst > .critical')].map(heardOf)
  const stored = sessionStorage.getItem(CRITICAL)
  sessionStorage.setItem(CRITICAL, JSON.stringify(lines))
  if (stored === null) return false
  const before: Heard[] = JSON.parse(stored)
  return lines.some((line) => isNew(line, before))
}

const heardOf = ({ dataset: { incident, rule, count } }: HTMLElement): Heard => ({
  incident: Number(incident),
  rule: rule ?? null,
  count: count === undefined ? null : Number(count),
})

/** One that was among equal ones, before these became few, is not. */
function isNew({ incident, rule, count }: Heard, before: readonly Heard[]): boolean {
  const group = before.find((one) => one.count !== null && one.rule === rule)
  if (count === null && before.some((one) => one.count === null && one.incident === incident)) return false
  return group === undefined || incident > group.incident || (count ?? 0) > group.count!
}
