import { ownEmail } from '../page/page-data.ts'
import { forgetDevice, type StoredDevice, storeDevice, storedDevice, takeCheck } from './stored-device.ts'
import { type PlainSubscription, subscribe, unsubscribe } from './subscribe.ts'

/** A logout does not wait longer for the server to forget the device. */
const LOGOUT_WAITS_MS = 3_000

/** Once a day in each tab: browsers lose subscriptions, so what the server knows is compared and repaired. */
export function keepDevice(): void {
  const device = storedDevice(ownEmail)
  if (device === null || !takeCheck()) return
  void confirmDevice(device).catch(() => undefined)
}

/**
 * Tells the server the present subscription of this device. Resolves to false if the device was removed there, or its
 * browser does not allow notifications any more; it is forgotten here, too.
 */
export async function confirmDevice({ email, subscription: previous }: StoredDevice): Promise<boolean> {
  if (Notification.permission !== 'granted') return end(previous)
  const subscription = await subscribe()
  const response = await post('/push/subscription', { previous, subscription })
  const { known } = (await response.json()) as { known?: boolean }
  if (known === false) return end(null)
  if (known === true) storeDevice({ email, subscription })
  return true
}

async function end(known: PlainSubscription | null): Promise<false> {
  if (known !== null) await post('/push/subscription/removal', { subscription: known })
  forgetDevice()
  await unsubscribe()
  return false
}

/** Logging out ends the notifications on this device. */
export function dropAtLogout(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const device = form.getAttribute('action') === '/logout' ? storedDevice(ownEmail) : null
    if (device === null) return
    event.preventDefault()
    const tooLate = new Promise((resolve) => setTimeout(resolve, LOGOUT_WAITS_MS))
    const ended = end(device.subscription).catch(() => undefined)
    void Promise.race([ended, tooLate]).then(() => form.submit())
  })
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
