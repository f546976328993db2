// Script of the wallboard: a clock, as many lines as fit on the screen, a tone for new critical incidents, and a sign that nobody can miss while the service cannot be reached. Nobody stands in
// front of it who would notice that nothing changes any more, so it asks, whatever the event stream believes.
import { fitLines, keepLinesFitting } from './display/fit-lines.ts'
import { soundButton } from './display/sound.ts'
import { zone } from './page/page-data.ts'

const ASK_MS = 5_000
const ANSWER_WITHIN_MS = 4_000
/** A restart of the service takes less; it is not shown. */
const MOST_FAILURES = 1

const lang = document.getElementById('clock')?.dataset.locale
const options = zone === null ? {} : { timeZone: zone }
const time = new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options })
const day = new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', ...options })

function tick(): void {
  const [clock, now] = [document.getElementById('clock'), new Date()]
  if (clock === null) return
  const texts = [time.format(now), day.format(now)]
  for (const [place, text] of texts.entries()) {
    const element = clock.children[place]
    if (element !== undefined && element.textContent !== text) element.textContent = text
  }
  clock.hidden = false
}

let lastResponse = new Date()
let failures = 0

async function responds(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const response = await fetch('/readyz', { cache: 'no-store', signal }).catch(() => null)
  return response?.ok === true
}

async function ask(): Promise<void> {
  if (await responds()) {
    lastResponse = new Date()
    if (failures > MOST_FAILURES) document.dispatchEvent(new CustomEvent('tocsin:back'))
    failures = 0
  } else failures += 1
  showLoss(failures > MOST_FAILURES)
  setTimeout(() => void ask(), ASK_MS)
}

function showLoss(isLost: boolean): void {
  const sign = document.getElementById('lost')
  if (sign === null || sign.hidden === !isLost) return
  document.body.classList.toggle('is-lost', isLost)
  sign.textContent = isLost ? (sign.dataset.text ?? '#').replace('#', time.format(lastResponse)) : ''
  sign.hidden = !isLost
  fitLines()
}

/** The next site, unless somebody has paused the page, and only while the service responds: an error page would stay. */
async function goOn(address: string): Promise<void> {
  const isPaused = document.getElementById('live')?.dataset.state === 'paused'
  if (!isPaused && (await responds())) location.replace(address)
  else setTimeout(() => void goOn(address), ASK_MS)
}

const { next, nextAfter } = document.body.dataset
if (next !== undefined) setTimeout(() => void goOn(next), Number(nextAfter) * 1_000)

tick()
keepLinesFitting()
void soundButton()
setInterval(tick, 1_000)
void ask()
