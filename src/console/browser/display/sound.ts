import { beep, mayBeep } from '../page/beep.ts'
import { wantsSound } from '../page/page-data.ts'

// Both are kept for the tab: a board is reloaded, and goes on to the next site.
const CHOICE = 'wallboard-sound'
const HEARD = `wallboard-heard ${location.search}`

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

/** Whether a critical incident has been added since the last look; the first look finds none. */
function hasNews(): boolean {
  const lines = [...document.querySelectorAll<HTMLElement>('.worst > .critical')]
  const ids = lines.map(({ dataset }) => dataset.incident ?? '')
  const heard = sessionStorage.getItem(HEARD)
  sessionStorage.setItem(HEARD, ids.join(' '))
  return heard !== null && ids.some((id) => !heard.split(' ').includes(id))
}
