import { element } from '../page/element.ts'
import { words } from '../page/page-data.ts'
import { announceCritical, showAlertsInTab } from './announce-alerts.ts'
import { isDisconnected, noteUpToDate } from './connection.ts'
import { noteChange, refreshAllRegions } from './refresh-regions.ts'
import { listenToStream, type StreamChange, type StreamState } from './stream.ts'

const POLL_MS = 15_000
const POLL_WHILE_LOST_MS = 5_000
/** Moving between pages takes less, so the lost stream is not reported then. */
const PATIENCE_MS = 3_000

/** Keeps this page up to date: by the event stream, or by polling while there is none. */
export function followChanges(): void {
  let state: StreamState = 'lost'
  let isPaused = sessionStorage.getItem('paused') === 'yes'
  let wasOpen = false
  const pill = element('button', { type: 'button', class: 'pill', id: 'live' })
  const who = document.querySelector('.who')
  if (who === null) document.body.append(pill)
  else who.before(pill)

  const show = () => {
    const isLive = state === 'open' && !isDisconnected()
    const look = isPaused ? 'paused' : isLive ? 'live' : wasOpen ? 'reconnecting' : 'polling'
    pill.dataset.state = look
    pill.textContent = words[look] ?? look
    pill.title = (isPaused ? words.resume : words.pause) ?? ''
  }
  const setPaused = (paused: boolean) => {
    isPaused = paused
    sessionStorage.setItem('paused', paused ? 'yes' : 'no')
    if (!paused) refreshAllRegions()
    show()
  }
  pill.addEventListener('click', () => setPaused(!isPaused))
  document.addEventListener('tocsin:pause', () => setPaused(!isPaused))
  document.addEventListener('tocsin:looked', showAlertsInTab)
  document.addEventListener('tocsin:connection', show)
  document.addEventListener('tocsin:back', refreshAllRegions)

  const onChange = (change: StreamChange) => {
    if (isPaused) return
    noteChange(change)
    announceCritical(change)
    document.dispatchEvent(new CustomEvent<StreamChange>('tocsin:change', { detail: change }))
  }
  const poll = () => {
    if (state === 'lost' && !isPaused && !document.hidden) refreshAllRegions()
  }
  listenToStream(onChange, (next) => {
    if (state === 'open' && next === 'lost') {
      noteUpToDate()
      setTimeout(poll, PATIENCE_MS)
    }
    state = next
    wasOpen ||= next === 'open'
    show()
  })
  setInterval(poll, POLL_MS)
  setInterval(() => isDisconnected() && !isPaused && refreshAllRegions(), POLL_WHILE_LOST_MS)
  for (const event of ['online', 'offline']) addEventListener(event, refreshAllRegions)
  setTimeout(show, PATIENCE_MS)
  showAlertsInTab()
}
