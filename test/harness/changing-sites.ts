import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { BY_COMMAND } from '../../src/core/audit-log/record-change.ts'
import { createSite } from '../../src/core/sites/manage-sites.ts'
import { type Random, seededRandom } from '../../src/fleet/simulator/random.ts'
import { type Answer, startApp, type TestApp } from './app.ts'
import { type Browser, openBrowser, tokenOf } from './browser.ts'
import { addPerson } from './people.ts'
import { addMember, BEGIN } from './site-worlds.ts'

/** Matches each marked word, with its number. */
const MARKED = /zq(\d+)qz/gi

/** A word that somebody has written. Every text has its own. */
export interface Mark {
  word: string
  /** Its text as it was written. */
  what: string
  step: number
  /** Where it may be read: where it was written, and where the thing has gone since. */
  sites: Set<number>
}

export interface Device {
  id: number
  token: string
  site: number
  /** Its names, notes, tags and metrics, and what was written to its alerts. */
  marks: Mark[]
}

/** Something that belongs to a site for good. */
export interface Thing {
  id: number
  site: number
}

export interface Account {
  name: string
  email: string
  id: number
  browser: Browser
  token: string
  /** `all` with a role everywhere. */
  sees: 'all' | ReadonlySet<number>
}

export interface Asked {
  method: string
  path: string
  body?: unknown
  /** After a success. */
  afterwards?: (answer: Answer) => void | Promise<void>
}

const HEAD = 'head@example.org'

export class ChangingSites {
  readonly app: TestApp
  readonly random: Random
  step = 0
  sites: number[] = []
  accounts: Account[] = []
  head = ''
  devices: Device[] = []
  schedules: Thing[] = []
  silences: Thing[] = []
  geofences: Thing[] = []
  sources: Thing[] = []
  webhooks: Thing[] = []
  policies: Thing[] = []
  rules: { key: string; site: number; marks: Mark[] }[] = []
  readonly marks: Mark[] = []
  readonly ofIncidents = new Map<number, Mark[]>()

  constructor(app: TestApp, seed: number) {
    this.app = app
    this.random = seededRandom(seed)
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)]!
  }

  chance = (share: number): boolean => this.random() < share

  /** A new word for a text of this site. */
  mark(site: number, what: string, ...lists: Mark[][]): string {
    const word = `zq${this.marks.length}qz`
    const mark = { word, what, step: this.step, sites: new Set([site]) }
    for (const list of [this.marks, ...lists]) list.push(mark)
    return word
  }

  marksOfIncident(id: number): Mark[] {
    const marks = this.ofIncidents.get(id) ?? []
    this.ofIncidents.set(id, marks)
    return marks
  }

  marksIn(text: string): Mark[] {
    const numbers = new Set([...text.matchAll(MARKED)].map(([, number]) => Number(number)))
    return [...numbers].flatMap((number) => this.marks[number] ?? [])
  }

  /** Words of this text that the account has no right to read now. */
  forbidden({ sees }: Account, text: string): Mark[] {
    if (sees === 'all') return []
    return this.marksIn(text).filter(({ sites }) => ![...sites].some((site) => sees.has(site)))
  }

  async call(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${this.app.url}${path}`, { method, headers, ...sent })
    return { status: answer.status, headers: answer.headers, body: await answer.json().catch(() => null) }
  }

  async logIn(account: Account): Promise<void> {
    account.browser = openBrowser(this.app.url)
    await account.browser.logIn(account.email)
    account.token = await tokenOf(this.app, account.email)
  }

  /** Apps log in again where a recent login is needed. Null: the administrator everywhere. */
  async proveAnew(account: Account | null): Promise<void> {
    if (account === null) this.head = await tokenOf(this.app, HEAD)
    else account.token = await tokenOf(this.app, account.email)
  }

  /** Roles of people in sites, as they are stored. */
  async readRoles(): Promise<void> {
    const members = await this.app.rows<{ site_id: number; user_id: number }>(
      'select site_id, user_id from site_members',
    )
    const everywhere = await this.app.rows<{ id: number }>('select id from users where role is not null')
    for (const account of this.accounts) {
      const own = members.filter(({ user_id }) => user_id === account.id).map(({ site_id }) => site_id)
      account.sees = everywhere.some(({ id }) => id === account.id) ? 'all' : new Set(own)
    }
  }
}

/** Three sites with two devices each, and six people with a role in one of them. */
export async function startChangingSites(t: TestContext, seed: number): Promise<ChangingSites> {
  const app = await startApp(t, { startsAt: BEGIN })
  const { db } = app.service
  const world = new ChangingSites(app, seed)
  await addPerson(db, HEAD, 'admin', app.now())
  world.head = await tokenOf(app, HEAD)
  world.sites = [1]
  for (let n = 0; n < 2; n += 1) {
    const id = await createSite(db, { name: `New site ${n}`, notes: '' }, BY_COMMAND, app.now())
    world.sites.push(id)
  }
  for (const site of world.sites) {
    const name = world.mark(site, 'name of a site')
    const renamed = await world.call(world.head, 'PATCH', `/api/admin/sites/${site}`, { name })
    assert.equal(renamed.status, 200, JSON.stringify(renamed.body))
  }
  for (const [place, name] of ['ana', 'bor', 'cene', 'dana', 'eva', 'filip'].entries()) {
    const email = `${name}@example.org`
    const role = (['viewer', 'operator', 'admin'] as const)[place % 3]!
    const id = await addMember(app, world.sites[place % world.sites.length]!, email, role)
    const account = { name, email, id, browser: openBrowser(app.url), token: '', sees: new Set<number>() }
    await world.logIn(account)
    world.accounts.push(account)
  }
  await world.readRoles()
  return world
}
