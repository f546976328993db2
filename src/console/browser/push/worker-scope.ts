/** The part of a service worker's scope that ours uses. The library of TypeScript for workers excludes that for pages. */
export interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WorkerClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, handle: (event: WorkerEvents[Name]) => void): void
}

interface WorkerClient {
  url: string
  focus(): Promise<unknown>
}

interface LastingEvent {
  waitUntil(work: Promise<unknown>): void
}

interface WorkerEvents {
  install: LastingEvent
  push: LastingEvent & { data: { text(): string } | null }
  notificationclick: LastingEvent & { action: string; notification: Notification }
  pushsubscriptionchange: LastingEvent & {
    oldSubscription: PushSubscription | null
    newSubscription: PushSubscription | null
  }
}

/** Options that the library of TypeScript does not know. */
interface ShownOptions extends NotificationOptions {
  actions?: { action: string; title: string }[]
  renotify?: boolean
  timestamp?: number
}

export interface Shown {
  title: string
  options: ShownOptions
}
