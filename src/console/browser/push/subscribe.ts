import type { PushAddress } from '../../../core/contact-methods/channels/push/push-notification.ts'
import { isMadeWith, keyBytes } from './server-key.ts'

export type PlainSubscription = PushAddress

/** In browsers without a push service, subscribing never ends. */
const TIMEOUT_MS = 15_000

/** This browser's subscription under the key of the server: the one that it has, or a new one. Throws if it has none. */
export async function subscribe(): Promise<PlainSubscription> {
  const registration = await navigator.serviceWorker.register('/sw.js')
  const key = await serverKey()
  const known = await registration.pushManager.getSubscription()
  if (known !== null && isMadeWith(known.options.applicationServerKey, key)) return plain(known)
  await known?.unsubscribe()
  await inTime(navigator.serviceWorker.ready)
  const options = { userVisibleOnly: true, applicationServerKey: keyBytes(key) }
  return plain(await inTime(registration.pushManager.subscribe(options)))
}

/** Ends this browser's subscription, so that its push service forgets it. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

async function serverKey(): Promise<string> {
  const response = await fetch('/push/key')
  return ((await response.json()) as { key: string }).key
}

/** Without the expiration time, which no browser sets. */
function plain(subscription: PushSubscription): PlainSubscription {
  const { endpoint, keys } = subscription.toJSON() as PlainSubscription
  return { endpoint, keys }
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new DOMException('No response in time', 'TimeoutError')), TIMEOUT_MS)
  })
  return Promise.race([work, late])
}
