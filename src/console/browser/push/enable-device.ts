import type { push } from '../../../words/en.ts'
import { asksForProof } from '../page/asks-for-proof.ts'
import { csrf, ownEmail, sendForm } from '../page/page-data.ts'
import { confirmDevice } from './keep-device.ts'
import { type BrowserFacts, type Obstacle, obstacleBehind, pushObstacle } from './obstacle.ts'
import { storeDevice, storedDevice } from './stored-device.ts'
import { type PlainSubscription, subscribe } from './subscribe.ts'

interface Place {
  /** Where the subscription is sent as a form. */
  address: string
  button: HTMLButtonElement
  status: HTMLElement
  words: typeof push
}

/** The button that enables push messages on this device, with a sentence for whatever stands in the way. */
export function enableDevice(): void {
  const holder = document.querySelector<HTMLElement>('[data-push][hidden]')
  if (holder === null) return
  const place: Place = {
    address: holder.dataset.push!,
    button: holder.querySelector('button')!,
    status: holder.querySelector<HTMLElement>('[role=status]')!,
    words: JSON.parse(holder.dataset.pushWords!),
  }
  holder.hidden = false
  const obstacle = pushObstacle(facts())
  if (obstacle !== null) tell(place, obstacle)
  place.button.disabled = obstacle !== null && obstacle !== 'denied'
  // Not added, since an update of the page may show the same button again.
  place.button.onclick = () => void enable(place)
  const known = obstacle === null ? storedDevice(ownEmail) : null
  if (known !== null)
    void confirmDevice(known).then(
      (isKnown) => isKnown && showEnabled(place),
      () => undefined,
    )
}

/** Asks in the handler of the tap: later, some browsers do not show the question. */
async function enable(place: Place): Promise<void> {
  const { button, status, words, address } = place
  const asked = Notification.requestPermission()
  button.disabled = true
  status.textContent = words.enabling
  try {
    const permission = await asked
    if (permission !== 'granted') return tell(place, permission === 'denied' ? 'denied' : 'dismissed')
    const subscription = await subscribe().catch((error: unknown) => obstacleBehind(error))
    if (typeof subscription === 'string') return tell(place, subscription)
    await save(place, address, subscription)
  } finally {
    button.disabled = false
  }
}

async function save(place: Place, address: string, subscription: PlainSubscription): Promise<void> {
  const response = await sendForm(address, { subscription: JSON.stringify(subscription) })
  if (response === null) return tell(place, 'unreachable')
  if (response.status === 403 && asksForProof(response.text))
    return sendAsPage(address, { subscription: JSON.stringify(subscription) })
  if (!response.ok) return tell(place, 'unsaved', reasonIn(response.text))
  storeDevice({ email: ownEmail, subscription })
  location.reload()
}

/** Sends a form that is not on the page, and shows the response. */
function sendAsPage(action: string, fields: Record<string, string>): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action })
  for (const [name, value] of Object.entries({ _csrf: csrf, ...fields }))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  form.submit()
}

function tell({ status, words }: Place, obstacle: Obstacle, reason = ''): void {
  status.textContent = `${words.obstacles[obstacle]} ${reason}`.trim()
}

function showEnabled({ button, status, words }: Place): void {
  button.hidden = true
  status.textContent = words.enabled
}

/** The reason on the page that refuses a form. */
const reasonIn = (page: string): string =>
  new DOMParser().parseFromString(page, 'text/html').querySelector('[role=alert]')?.textContent ?? ''

const facts = (): BrowserFacts => ({
  isSecure: isSecureContext,
  hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  isStandalone: matchMedia('(display-mode: standalone)').matches,
  permission: 'Notification' in window ? Notification.permission : null,
})
