import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Person, startApp, type TestApp } from './app.ts'
import { addPerson } from './people.ts'

/** A Monday. */
export const NOW = new Date('2026-11-23T10:00:00.000Z')
export const SCHEDULES = '/api/admin/schedules'

export const layer = (people: number[], more: Record<string, unknown> = {}) => ({
  ...{ people, start_date: '2026-11-16', unit: 'week', length: 1, handover: '09:00' },
  ...more,
})

/** A node with an administrator and three operators, of whom schedules can be made. */
export async function startOnCallScene(t: TestContext) {
  const app = await startApp(t, { startsAt: NOW })
  const admin = await app.logIn('admin')
  const [ana, bor, cene] = await Promise.all(['Ana', 'Bor', 'Cene'].map((name) => personNamed(app, name)))
  async function schedule(layers: object[], name = 'Night shift'): Promise<number> {
    const body = { name, time_zone: 'Europe/Ljubljana', layers }
    const { status, body: answer } = await admin('POST', SCHEDULES, body)
    assert.equal(status, 201, JSON.stringify(answer))
    return answer.data.id
  }
  return { app, admin, schedule, ana: ana!, bor: bor!, cene: cene! }
}

async function personNamed(app: TestApp, name: string): Promise<number> {
  const { id } = await addPerson(app.service.db, `${name.toLowerCase()}@example.org`, 'operator', app.now())
  await app.rows('update users set name = $1 where id = $2', [name, id])
  return id
}

export const idOf = async (app: TestApp, { email }: Person): Promise<number> => {
  const [user] = await app.rows<{ id: number }>('select id from users where email = $1', [email])
  return user!.id
}

/** Shifts of a schedule, such as "11-23T08:00 Ana", with the hour in UTC. */
export const final = async (call: Person, id: number, query = '') => {
  const { status, body } = await call('GET', `${SCHEDULES}/${id}/final${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.map(
    (entry: { from: string; user: { name: string } | null }) => `${entry.from.slice(5, 16)} ${entry.user?.name ?? '-'}`,
  )
}
