import type pg from 'pg'
import type { Service } from '../../src/app/node/build-service.ts'
import type { Role } from '../../src/core/reach/role.ts'
import type { Module } from '../../src/core/vocabulary/modules.ts'
import type { NewWebhook } from '../../src/core/webhooks/create-webhook.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are what the test asserts
  body: any
}

export interface TestDevice {
  id: number
  token: string
  send(reading: Record<string, unknown>): Promise<Answer>
}

export interface TestApp {
  url: string
  /** Port of the MQTT listener; null without MQTT_PORT in `env`. */
  mqttPort: number | null
  service: Service
  connection: pg.ClientConfig
  now(): Date
  createDevice(device?: {
    name?: string
    module?: Module
    offline_after_s?: number
    site_id?: number
    tags?: string[]
  }): Promise<TestDevice>
  createWebhook(webhook: Partial<NewWebhook> & { url: string }): Promise<{ id: number; secret: string }>
  /** A logged-in person with this role: calls the APIs with a bearer token. */
  logIn(role?: Role): Promise<Person>
  call: Caller
  /**
   * Advances the clock by one second, and then to each in which something is due. There, five seconds later, and every ten
   * minutes, the jobs whose pause is over run until they find no more work; at the end all do that rest for less than a
   * minute.
   */
  fastForward(time: { seconds?: number; minutes?: number }): Promise<void>
  /** Advances the clock in one step, as if the service had been down meanwhile, and runs the jobs. */
  leap(time: { seconds: number }): Promise<void>
  /** Sets the clock forward or back in one step. Runs nothing. */
  setClock(time: { seconds: number }): void
  /** Runs the jobs due now, and waits for the requests and messages they start. */
  runJobs(): Promise<void>
  /** Stops the node like a signal; happens automatically at the end of the test. */
  close(): Promise<void>
  rows<Row>(query: string, values?: unknown[]): Promise<Row[]>
}

export type Caller = (method: string, path: string, body?: unknown) => Promise<Answer>

/** A logged-in person. */
export type Person = Caller & { email: string; authorization: string }
