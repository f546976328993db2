import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { compareFile, exported, importFile } from './harness/configuration.ts'
import { addPerson } from './harness/people.ts'

test('schedules move with the e-mail addresses of their people, who must have an account', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const [person] = await app.rows<{ id: number }>('select id from users where email = $1', [admin.email])
  const hours = [
    { days: ['mon', 'fri'], from: '19:00', to: '07:00' },
    { from: '12:00', to: '13:00' },
  ]
  const layers = [
    { people: [person!.id], start_date: '2026-11-23', unit: 'hour', length: 12, handover: '09:00', hours },
  ]
  const schedule = { name: 'Night shift', time_zone: 'Europe/Ljubljana', layers }
  assert.equal((await admin('POST', '/api/admin/schedules', schedule)).status, 201)
  const text = await exported(app)
  assert.match(text, new RegExp(`people:\\n\\s+- ${admin.email}`))
  assert.match(text, /unit: hour/)
  assert.match(text, /from: 19:00/)
  const second = await startApp(t)
  await assert.rejects(importFile(second, text), /names .+, who has no account/)
  await addPerson(second.service.db, admin.email, 'viewer', second.now())
  const changes = await importFile(second, text)
  assert.equal(changes.at(-1)!.change, 'added')
  assert.equal(await exported(second), text)
  const edited = await importFile(second, text.replace('handover: 09:00', 'handover: 10:00'))
  assert.deepEqual([edited.at(-1)!.change, edited.at(-1)!.fields.map(({ field }) => field)], ['changed', ['layers']])
})

test('escalation policies move with schedules by name and people by e-mail address, and never with contact methods', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  assert.match(await exported(app), /^policies: \[\]$/m)
  const [person] = await app.rows<{ id: number }>('select id from users where email = $1', [admin.email])
  const layers = [{ people: [person!.id], start_date: '2026-11-23', unit: 'week', length: 1, handover: '09:00' }]
  const schedule = { name: 'Night shift', time_zone: 'Europe/Ljubljana', layers }
  const { id } = (await admin('POST', '/api/admin/schedules', schedule)).body.data
  const targets = [
    { type: 'schedule', id },
    { type: 'user', id: person!.id },
    { type: 'role', role: 'viewer' },
  ]
  const steps = [{ wait_s: 60, targets }]
  const policy = { name: 'Ward 3', scope: { tags: ['ward-3'] }, steps }
  assert.equal((await admin('POST', '/api/admin/escalation-policies', policy)).status, 201)
  const last = (await admin('GET', '/api/admin/escalation-policies')).body.data.at(-1)
  await admin('PATCH', `/api/admin/escalation-policies/${last.id}`, { name: 'All', rounds: 9 })
  await admin('POST', '/api/mobile/me/contact-methods', { kind: 'ntfy' })
  const text = await exported(app)
  assert.match(text, /name: Ward 3[\s\S]+schedule: Night shift\n\s+- user: .+@example.org\n\s+- role: viewer/)
  assert.doesNotMatch(text, /ntfy/)
  const second = await startApp(t)
  await addPerson(second.service.db, admin.email, 'viewer', second.now())
  const changes = await importFile(second, text)
  assert.deepEqual(
    changes.filter(({ kind }) => kind === 'policy').map(({ name, change }) => [name, change]),
    [
      ['Ward 3', 'added'],
      ['All', 'changed'],
    ],
  )
  assert.equal(await exported(second), text)
  assert.ok((await importFile(second, text)).every(({ change }) => change === 'same'))
  const lost = text.replaceAll('schedule: Night shift', 'schedule: Day shift')
  await assert.rejects(importFile(second, lost), /names the schedule "Day shift", which does not exist/)
})

const STEPS = [{ wait_s: 0, targets: [{ type: 'on_call' }] }]
const POLICIES = '/api/admin/escalation-policies'

async function addPolicies(app: TestApp, ...names: string[]) {
  const admin = await app.logIn('admin')
  for (const name of names) await admin('POST', POLICIES, { name, steps: STEPS })
}

const policyNames = async (app: TestApp) =>
  (await (await app.logIn('admin'))('GET', POLICIES)).body.data.map(({ name }: { name: string }) => name).join()

test('policies take the order of the file, new ones between those that it names; others keep their places', async (t) => {
  const app = await startApp(t)
  await addPolicies(app, 'A', 'Own', 'B', 'C')
  const fileOf = (...names: string[]) =>
    `format: tocsin-configuration-1\npolicies:\n${names
      .map((name) => `  - name: ${name}\n    steps: [{ wait_s: 0, targets: [on_call] }]\n`)
      .join('')}`
  const moves = async (text: string, dryRun: boolean) =>
    (await importFile(app, text, dryRun)).map(({ name, change, fields }) => [
      ...[name, change],
      ...fields.map(({ field, before, after }) => `${field} ${before} ${after}`),
    ])
  const file = fileOf('C', 'New', 'B', 'A', 'Newest')
  const expected = [
    ['C', 'changed', 'position 4 1'],
    ['New', 'added'],
    ['B', 'same'],
    ['A', 'changed', 'position 1 4'],
    ['Newest', 'added'],
  ]
  assert.deepEqual(await moves(file, true), expected)
  assert.equal(await policyNames(app), 'A,Own,B,C,Everyone')
  assert.deepEqual(await moves(file, false), expected)
  assert.equal(await policyNames(app), 'C,Own,New,B,A,Newest,Everyone')
  assert.ok((await importFile(app, file)).every(({ change }) => change === 'same'))
})

test('policies with the same name are exported and imported in their order, each with its own steps', async (t) => {
  const [app, second] = [await startApp(t), await startApp(t)]
  await addPolicies(app, 'Night', 'Day', 'Night')
  const admin = await app.logIn('admin')
  const [first] = (await admin('GET', POLICIES)).body.data
  await admin('PATCH', `${POLICIES}/${first.id}`, { rounds: 7 })
  const text = await exported(app)
  await importFile(second, text)
  assert.equal(await exported(second), text)
  assert.ok((await importFile(app, text)).every(({ change }) => change === 'same'))
  await importFile(second, text.replace('rounds: 7', 'rounds: 8'))
  assert.equal(await exported(second), text.replace('rounds: 7', 'rounds: 8'))
})

test('an export of the API has schedules and policies, and can be imported', async (t) => {
  const [app, second] = [await startApp(t), await startApp(t)]
  const admin = await app.logIn('admin')
  const { id: me } = (await admin('GET', '/api/mobile/me')).body.data
  const layers = [{ people: [me], start_date: '2026-11-23', unit: 'week', length: 1, handover: '09:00' }]
  const schedule = { name: 'Night shift', time_zone: 'Europe/Ljubljana', layers }
  const { id } = (await admin('POST', '/api/admin/schedules', schedule)).body.data
  const steps = [
    {
      wait_s: 60,
      targets: [
        { type: 'schedule', id },
        { type: 'user', id: me },
      ],
    },
  ]
  await admin('POST', POLICIES, { name: 'Ward 3', scope: { tags: ['ward-3'] }, steps })
  await addPolicies(app, 'Ward 4')
  await addPerson(second.service.db, admin.email, 'viewer', second.now())
  await importFile(second, JSON.stringify((await admin('GET', '/api/admin/export')).body))
  assert.equal(await exported(second), await exported(app))
})

test('the escalation policy of the only site is found in the file that was exported from it', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const steps = [{ wait_s: 60, targets: [{ type: 'role', role: 'viewer' }] }]
  const policy = { name: 'Ward 3', site_id: 1, steps }
  assert.equal((await admin('POST', '/api/admin/escalation-policies', policy)).status, 201)
  const { changes, only_here } = await compareFile(app, await exported(app))
  assert.deepEqual([changes.filter(({ change }) => change !== 'same'), only_here], [[], []])
})
