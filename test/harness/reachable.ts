import type { TestContext } from 'node:test'
import type { Role } from '../../src/core/reach/role.ts'
import { type AppOptions, type Person, startApp, type TestApp } from './app.ts'
import { type PushService, type Subscriber, startPushService } from './push-service.ts'

/** Somebody with a browser that takes push messages. */
export interface ReachablePerson {
  call: Person
  id: number
  name: string
  browser: Subscriber
  methodId: number
  /** Titles of the messages that have arrived, oldest first. */
  titles(): string[]
  /** Their first lines. */
  lines(): string[]
  /** Verifies a further browser. */
  addBrowser(label: string): Promise<Pick<ReachablePerson, 'browser' | 'methodId' | 'titles' | 'lines'>>
  /** Is notified by this method alone, that long after each step. */
  notifyBy(methodId: number, after_s?: number): Promise<void>
}

export interface ReachableApp {
  app: TestApp
  push: PushService
  addReachable(role?: Role): Promise<ReachablePerson>
}

export const NOON = new Date('2026-03-02T12:00:00.000Z')

/** A node whose people have verified browsers at a push service of the test. */
export async function startReachableApp(t: TestContext, options: AppOptions = {}): Promise<ReachableApp> {
  // The clock of the app does not exist yet when the service starts.
  let app: TestApp | undefined
  const push = await startPushService(t, { clock: () => app!.now() })
  const env = { PUSH_ALLOWED_ORIGINS: push.origin, PUBLIC_URL: 'https://tocsin.example.org', ...options.env }
  app = await startApp(t, { startsAt: NOON, ...options, env })
  const running = app
  return {
    app: running,
    push,
    async addReachable(role = 'operator') {
      const call = await running.logIn(role)
      const me = await call('GET', '/api/mobile/me')
      const addBrowser = async (label: string) => {
        const browser = push.subscribe()
        const body = { kind: 'push', label, subscription: browser.subscription }
        const added = await call('POST', '/api/mobile/me/contact-methods', body)
        if (added.status !== 201) throw new Error(JSON.stringify(added.body))
        await running.runJobs()
        browser.received.length = 0
        const titles = () => browser.received.map(({ payload }) => payload.notification.title as string)
        const lines = () => browser.received.map(({ payload }) => payload.notification.body as string)
        return { browser, methodId: added.body.data.id as number, titles, lines }
      }
      const notifyBy = async (methodId: number, after_s = 0) => {
        const steps = [{ after_s, method_ids: [methodId] }]
        const preferences = { min_severity: 'warning', quiet_hours: null, critical_breaks_quiet: true, steps }
        await call('PUT', '/api/mobile/me/notification-preferences', preferences)
      }
      const { id, name } = me.body.data
      return { call, id, name, addBrowser, notifyBy, ...(await addBrowser('Phone')) }
    },
  }
}

/** Declares an incident by hand, which no rule is needed for. */
export async function declare(
  person: ReachablePerson,
  incident: { title?: string; severity?: string; device_id?: number } = {},
): Promise<number> {
  const body = { title: 'Visitor has fallen', severity: 'critical', ...incident }
  const answer = await person.call('POST', '/api/mobile/incidents', body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.incident_id
}

/** Declares warnings, the first with another severity if one is given. */
export async function declareMany(person: ReachablePerson, count: number, first = 'warning'): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) {
    ids.push(await declare(person, { title: `Fault ${number}`, severity: number === 1 ? first : 'warning' }))
  }
  return ids
}
