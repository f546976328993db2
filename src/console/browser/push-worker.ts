// The service worker, served as /sw.js: shows push messages, and acts when their buttons are pressed. It has no fetch
// handler, so pages are loaded as if it were not there.
import { notificationOf, type OldNotification, outcomeNotification, type WorkerParts } from './push/notification.ts'
import { keyBytes } from './push/server-key.ts'
import type { Shown, WorkerScope } from './push/worker-scope.ts'

const TIMEOUT_MS = 10_000
/**
 * Safari, the only one without buttons, would show notifications of the same tag side by side. In Chromium, closing one
 * can take its successor with it (1 in 60), since both have the same id.
 */
const REPLACES_BY_TAG = 'actions' in Notification.prototype

/** Written in front of this script when it is served. */
declare const PARTS: WorkerParts
const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('push', (event) => {
  event.waitUntil(show(notificationOf(event.data?.text(), PARTS, navigator.language)))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  const page = pageOf(action, notification as OldNotification)
  // The outcome of a button takes its place.
  if (page !== null || notification.tag === '') notification.close()
  event.waitUntil(page !== null ? open(page) : act(action, notification as OldNotification))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription))
})

async function show({ title, options }: Shown): Promise<void> {
  if (options.tag !== undefined && !REPLACES_BY_TAG) await closeOld(options.tag).catch(() => undefined)
  await worker.registration.showNotification(title, options)
}

async function closeOld(tag: string): Promise<void> {
  for (const old of await worker.registration.getNotifications({ tag })) old.close()
}

/** The page that a tap or button opens; null for what it does without one. */
function pageOf(action: string, { data }: OldNotification): string | null {
  if (action === 'call' && data.action !== undefined) return `${data.action.url}?call`
  return action === '' ? data.navigate : null
}

async function act(action: string, notification: OldNotification): Promise<void> {
  const url = notification.data.action?.url
  const hasWorked = url !== undefined && (await post(url, { action }))
  await show(outcomeNotification(action, hasWorked, notification, PARTS))
}

async function open(address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const url = new URL(address, location.href).href
  await (windows.find((window) => window.url === url)?.focus() ?? worker.clients.openWindow(url))
}

/** The browser has replaced its subscription, or dropped it. Pages repair what fails here. */
async function renew(old: PushSubscription | null, fresh: PushSubscription | null): Promise<void> {
  const subscription = fresh ?? (await subscribeAnew())
  if (old !== null) await post('/push/subscription', { previous: old, subscription })
}

async function subscribeAnew(): Promise<PushSubscription> {
  const { key } = (await (await fetch('/push/key')).json()) as { key: string }
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) })
}

/** Without the session, which may be over: the address or the body prove who sends it. */
async function post(url: string, body: object): Promise<boolean> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const sent = { method: 'POST', headers, body: JSON.stringify(body), credentials: 'omit', signal } as const
  const response = await fetch(url, sent).catch(() => null)
  return response?.ok === true
}
