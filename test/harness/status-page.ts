import type { TestContext } from 'node:test'
import { type AppOptions, type Person, startApp, type TestApp, type TestDevice } from './app.ts'

export const STATUS_PAGE = '/api/admin/sites/1/status-page'
const NOW = new Date('2026-03-01T12:00:00.000Z')

export interface StatusPageScene {
  app: TestApp
  /** The public address, with its secret. */
  url: string
  head: Person
  boiler: TestDevice
  pump: TestDevice
}

/** A status page with two devices of two groups. */
export async function startStatusPage(t: TestContext, options: AppOptions = {}): Promise<StatusPageScene> {
  const app = await startApp(t, { isNew: true, startsAt: NOW, ...options })
  const head = await app.logIn('admin')
  const boiler = await app.createDevice({ name: 'Secret boiler', offline_after_s: 60 })
  const pump = await app.createDevice({ name: 'Secret pump', module: 'health', offline_after_s: 60, tags: ['hall-3'] })
  const { body, status } = await head('PUT', STATUS_PAGE, {
    title: 'Hospital services',
    devices: [
      { device_id: boiler.id, group_name: 'Heating', label: 'Boiler' },
      { device_id: pump.id, group_name: 'Water', label: 'Drinking water' },
    ],
  })
  if (status !== 201) throw new Error(`No status page: ${JSON.stringify(body)}`)
  return { app, url: body.data.url, head, boiler, pump }
}

/** Reads the page at an address, as a browser without a login. */
export async function read(app: TestApp, url: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(url)
  const answer = await fetch(`${app.url}${pathname}${search}`, {
    headers: { accept: 'text/html', 'accept-encoding': 'identity', ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text }
}

/** The content of a page. */
export function openPage(text: string) {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)
  const labels = all(/<div class="line"><h[23]>([^<]*)</g)
  const states = all(/<span class="state [a-z_]+"><svg.*?<\/svg>([^<]*)<\/span>/gs)
  return {
    title: all(/<h1>([^<]*)<\/h1>/g)[0],
    whole: all(/<p class="whole[^>]*>.*?<strong>([^<]*)<\/strong>/gs)[0],
    groups: all(/<section><h2>([^<]*)<\/h2>/g),
    services: Object.fromEntries(labels.map((label, place) => [label, states[place]])) as Record<string, string>,
  }
}
