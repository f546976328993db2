import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../src/core/reach/role.ts'
import type { Person, TestApp } from '../harness/app.ts'
import { startReachableApp } from '../harness/reachable.ts'
import { addSite, narrow } from '../harness/sites.ts'

async function startScene(t: Parameters<typeof startReachableApp>[0]) {
  const { app, addReachable } = await startReachableApp(t)
  const south = await addSite(app, 'South')
  async function member(site: number, role: Role) {
    const person = await addReachable(role)
    return { ...person, id: await narrow(app, person.call.email, site, role) }
  }
  return { app, addReachable, member, south }
}

const declare = async (call: Person, site_id: number, app: TestApp): Promise<number> => {
  const body = { title: 'Visitor has fallen', severity: 'critical', site_id }
  const { body: answer } = await call('POST', '/api/mobile/incidents', body)
  await app.runJobs()
  return answer.data.incident_id
}

test('only people who reach its site are notified of an incident, by their role there', async (t) => {
  const { app, addReachable, member, south } = await startScene(t)
  const admin = await addReachable('admin')
  const [home, own, viewer] = [
    await member(1, 'operator'),
    await member(south, 'operator'),
    await member(south, 'viewer'),
  ]
  // A viewer everywhere who is an operator in South.
  const both = await addReachable('viewer')
  await app.rows(
    `insert into site_members (site_id, user_id, role) select $1, id, 'operator' from users where email = $2`,
    [south, both.call.email],
  )
  const counts = () => [admin, home, own, viewer, both].map(({ browser }) => browser.received.length)
  await declare(admin.call, south, app)
  assert.deepEqual(counts(), [1, 0, 1, 0, 1])
  await declare(admin.call, 1, app)
  assert.deepEqual(counts(), [2, 1, 1, 0, 1])
})

test('who loses the site before the message is sent is not notified', async (t) => {
  const { app, addReachable, member, south } = await startScene(t)
  const [admin, own] = [await addReachable('admin'), await member(south, 'operator')]
  await own.notifyBy(own.methodId, 60)
  const id = await declare(admin.call, south, app)
  await app.rows('delete from site_members where user_id = $1', [own.id])
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(
    [admin, own].map(({ browser }) => browser.received.length),
    [1, 0],
  )
  await admin.call('POST', `/api/mobile/incidents/${id}/acknowledgement`)
  await app.fastForward({ minutes: 20 })
  assert.equal(own.browser.received.length, 0)
})

test('a site has its own policies before those of the installation, and schedules that ring for it alone', async (t) => {
  const { app, addReachable, member, south } = await startScene(t)
  const admin = await addReachable('admin')
  const [head, own] = [await member(south, 'admin'), await member(south, 'operator')]
  const layers = [{ people: [own.id], start_date: '2026-01-05', unit: 'week', length: 1, handover: '09:00' }]
  const made = await head.call('POST', '/api/admin/schedules', { name: 'Night shift', time_zone: 'UTC', layers })
  assert.deepEqual([made.status, made.body.data.site], [201, { id: south, name: 'South' }])
  const steps = [{ wait_s: 0, targets: [{ type: 'schedule', id: made.body.data.id }] }]
  const policy = await head.call('POST', '/api/admin/escalation-policies', { name: 'Of South', steps })
  assert.deepEqual([policy.status, policy.body.data.site.name, policy.body.data.position], [201, 'South', 1])
  const counts = () => [admin, head, own].map(({ browser }) => browser.received.length)
  await declare(admin.call, south, app)
  assert.deepEqual(counts(), [0, 0, 1])
  // Nobody is on call for Home: administrators and operators are notified.
  await declare(admin.call, 1, app)
  assert.deepEqual(counts(), [1, 0, 1])
})

test('somebody on call for the installation is not notified of a site out of reach, and its administrators hear that nobody was', async (t) => {
  const { app, addReachable, member, south } = await startScene(t)
  const admin = await addReachable('admin')
  const [head, home] = [await member(south, 'admin'), await member(1, 'operator')]
  const layers = [{ people: [home.id], start_date: '2026-01-05', unit: 'week', length: 1, handover: '09:00' }]
  const { id } = (await admin.call('POST', '/api/admin/schedules', { name: 'All', time_zone: 'UTC', layers })).body.data
  const steps = [{ wait_s: 0, targets: [{ type: 'schedule', id }] }]
  assert.equal((await admin.call('POST', '/api/admin/escalation-policies', { name: 'All', steps })).status, 201)
  await declare(admin.call, south, app)
  await app.fastForward({ seconds: 5 })
  assert.equal(home.browser.received.length, 0)
  assert.match(head.titles().join(), /Visitor has fallen/)
  assert.match(admin.titles().join(), /Visitor has fallen/)
  const seen = async (call: Person) => (await call('GET', '/api/admin/schedules')).body.data
  assert.deepEqual(
    (await seen(head.call)).map(({ name, site }: { name: string; site: unknown }) => [name, site]),
    [['All', null]],
  )
  const final = (await head.call('GET', `/api/admin/schedules/${id}/final`)).body.data
  assert.equal(final[0].user.name, `#${home.id}`, 'people of other sites have no name')
})

test('schedules and policies are managed where they belong, and read from the installation', async (t) => {
  const { app, addReachable, member, south } = await startScene(t)
  const admin = await addReachable('admin')
  const [head, home] = [await member(south, 'admin'), await member(1, 'operator')]
  await app.createDevice({ tags: ['boilers'] })
  await app.createDevice({ tags: ['pumps'], site_id: south })
  const steps = [{ wait_s: 0, targets: [{ type: 'on_call' }] }]
  const policies = '/api/admin/escalation-policies'
  const policy = async (body: object) => (await admin.call('POST', policies, { steps, ...body })).body.data
  const [shared, elsewhere, theirs] = [
    await policy({ name: 'Both', scope: { tags: ['boilers', 'pumps'] } }),
    await policy({ name: 'Boilers', scope: { tags: ['boilers'] } }),
    await policy({ name: 'Of Home', site_id: 1 }),
  ]
  const listed = (await head.call('GET', policies)).body.data
  assert.deepEqual(
    listed.map(({ name, scope }: { name: string; scope: { tags: string[] } }) => [name, scope.tags]),
    [
      ['Both', ['pumps']],
      ['Everyone', []],
    ],
  )
  for (const { id } of [elsewhere, theirs]) {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { rounds: 5 } : undefined
      const [answer, absent] = [
        await head.call(method, `${policies}/${id}`, body),
        await head.call(method, `${policies}/999`, body),
      ]
      assert.deepEqual([answer.status, answer.body], [404, absent.body], method)
    }
  }
  assert.equal((await head.call('PATCH', `${policies}/${shared.id}`, { rounds: 5 })).status, 403)
  // Only people whom they know, and schedules that they see.
  const named = (targets: object[]) => head.call('POST', policies, { name: 'Own', steps: [{ wait_s: 0, targets }] })
  assert.equal((await named([{ type: 'user', id: home.id }])).status, 400)
  assert.equal((await named([{ type: 'user', id: head.id }])).status, 201)
  const schedule = { name: 'Night shift', time_zone: 'UTC', layers: [] }
  const ofHome = (await admin.call('POST', '/api/admin/schedules', { ...schedule, site_id: 1 })).body.data
  assert.equal((await named([{ type: 'schedule', id: ofHome.id }])).status, 400)
  assert.equal((await head.call('GET', `/api/admin/schedules/${ofHome.id}`)).status, 404)
  assert.equal((await head.call('DELETE', `/api/admin/schedules/${ofHome.id}`)).status, 404)
  assert.equal((await head.call('POST', '/api/admin/schedules', schedule)).status, 201, 'names are of a site')
  assert.equal((await head.call('POST', '/api/mobile/me/calendar-feeds', { schedule_id: ofHome.id })).status, 400)
})
