import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startApp, type TestApp } from './app.ts'
import { callWith, openBrowser, tokenOf } from './browser.ts'
import { textOf } from './page-text.ts'
import { addPerson } from './people.ts'

/** A Sunday, 21:00 in Ljubljana. */
const EVENING = new Date('2026-11-22T20:00:00.000Z')
export const HOUR_S = 3_600

/** Somebody with this name, who reads times of Ljubljana. */
export async function named(app: TestApp, name: string, role: 'admin' | 'operator' | 'viewer' = 'operator') {
  const email = `${name.toLowerCase()}@example.org`
  const { id } = await addPerson(app.service.db, email, role, app.now())
  await app.rows(
    `update users set name = $2, preferences = preferences || '{"zone":"Europe/Ljubljana"}' where id = $1`,
    [id, name],
  )
  return {
    id,
    email,
    name,
    /** Logs in first: logins end while the clock moves. */
    async call(method: string, path: string, body?: unknown) {
      const answer = await callWith(app, await tokenOf(app, email), method, path, body)
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    async browse() {
      const browser = openBrowser(app.url)
      await browser.logIn(email)
      return browser
    },
    async page() {
      const page = await (await this.browse()).go('/my-shift')
      assert.equal(page.status, 200, page.text)
      return { ...page, words: textOf(page.text.slice(page.text.indexOf('<main'))) }
    },
  }
}

const layer = (people: number[], from: string, to: string) => ({
  ...{ people, start_date: '2026-11-16', unit: 'week', length: 1, handover: '08:00' },
  hours: [{ from, to }],
})

/** Ana has the nights from 20:00 to 08:00, Bor the days. */
export async function startShifts(t: TestContext, { site_id }: { site_id?: number } = {}) {
  const app = await startApp(t, { startsAt: EVENING })
  const [admin, ana, bor] = [await named(app, 'Head', 'admin'), await named(app, 'Ana'), await named(app, 'Bor')]
  const layers = [layer([ana.id], '20:00', '08:00'), layer([bor.id], '08:00', '20:00')]
  const body = { name: 'Ward 3', time_zone: 'Europe/Ljubljana', layers, ...(site_id ? { site_id } : {}) }
  const schedule: number = (await admin.call('POST', '/api/admin/schedules', body)).data.id
  const later = (hours: number) => app.setClock({ seconds: hours * HOUR_S })
  const declare = async (title: string, siteId = 1): Promise<number> => {
    const body = { title, severity: 'warning', site_id: siteId }
    return (await admin.call('POST', '/api/mobile/incidents', body)).data.incident_id
  }
  return { app, admin, ana, bor, schedule, later, declare }
}

/** The words of a card. */
export function cardOf(page: string, title: string): string {
  const cards = page.split('<section class="card"').slice(1)
  const found = cards.find((card) => textOf(/<h2[^>]*>([\s\S]*?)<\/h2>/.exec(card)![1]!) === title)
  assert.ok(found !== undefined, `no card ${title} in ${textOf(page)}`)
  return textOf(found.slice(found.indexOf('>') + 1, found.indexOf('</section>')))
}
