import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { compareFile, exported, importFile } from '../harness/configuration.ts'
import { addSite } from '../harness/sites.ts'

const rule = (key: string) => ({
  key,
  name: key,
  condition: { type: 'threshold', field: 'metrics.pressure', op: 'gt' },
  levels: [{ severity: 'warning', value: 3 }],
  title: 'High',
})

/** The same names in the installation and in both sites. */
async function withTwoSites(t: TestContext): Promise<TestApp> {
  const app = await startApp(t)
  const south = await addSite(app, 'South')
  const admin = await app.logIn('admin')
  const made = async (path: string, body: object) => {
    const answer = await admin('POST', `/api/admin/${path}`, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
  for (const site_id of [1, south]) await made('devices', { name: 'Pump', module: 'factory', site_id })
  for (const site_id of [null, 1, south]) {
    await made('rules', { ...rule(`of_${site_id}`), site_id })
    await app.createWebhook({ name: 'Tickets', url: 'http://127.0.0.1:9/', site_id })
    await made('schedules', { name: 'Night shift', time_zone: 'UTC', layers: [], site_id })
    const [schedule] = await app.rows<{ id: number }>(
      'select id from schedules where site_id is not distinct from $1',
      [site_id],
    )
    const targets = [{ type: 'schedule', id: schedule!.id }]
    await made('escalation-policies', { name: 'First', steps: [{ wait_s: 0, targets }], site_id })
    await made('escalation-policies', { name: 'Second', steps: [{ wait_s: 0, targets }], site_id })
  }
  return app
}

test('a file with sites makes a new service equal to another one, and a second import changes nothing', async (t) => {
  const first = await withTwoSites(t)
  const text = await exported(first)
  assert.match(text, /^sites:\n {2}- name: Home\n/m)
  assert.match(text, /- name: Pump\n {4}site: South\n/)
  const second = await startApp(t)
  const changes = await importFile(second, text)
  assert.deepEqual(
    changes.filter(({ change }) => change !== 'added').map(({ kind, name }) => `${kind} ${name}`),
    ['site Home'],
  )
  assert.ok(changes.some(({ kind, name }) => kind === 'device' && name === 'Pump (South)'))
  assert.equal(await exported(second), text)
  assert.ok((await importFile(second, text)).every(({ change }) => change === 'same'))
  const owners = await second.rows<{ policy: string; schedule: string }>(`
    select p.site_id as policy, s.site_id as schedule
    from escalation_policies as p
    join schedules as s on s.id = (p.steps #>> '{0,targets,0,id}')::integer`)
  assert.equal(owners.length, 6)
  for (const { policy, schedule } of owners) assert.equal(policy, schedule, 'of schedules of a name, the own one')
  const { only_here } = await compareFile(first, text)
  assert.deepEqual(only_here, [])
})

test('what the API exports can be imported, and a change in one site leaves its namesakes alone', async (t) => {
  const app = await withTwoSites(t)
  const admin = await app.logIn('admin')
  const answer = (await admin('GET', '/api/admin/export')).body
  assert.deepEqual(
    answer.data.devices.map(({ name, site }: { name: string; site: string }) => [name, site]),
    [
      ['Pump', 'Home'],
      ['Pump', 'South'],
    ],
  )
  assert.ok((await importFile(app, JSON.stringify(answer))).every(({ change }) => change === 'same'))
  const text = (await exported(app)).replace(/(name: Pump\n {4}site: South\n[\s\S]*?notes: )""/, '$1Leaks')
  const changes = (await importFile(app, text)).filter(({ change }) => change !== 'same')
  assert.deepEqual(
    changes.map(({ name, fields }) => [name, fields]),
    [['Pump (South)', [{ field: 'notes', before: '', after: 'Leaks' }]]],
  )
})

test('a file that leaves the site open, or names an unknown one, changes nothing', async (t) => {
  const app = await startApp(t)
  await addSite(app, 'South')
  const file = (device: object) =>
    JSON.stringify({ format: 'tocsin-configuration-1', devices: [{ name: 'Pump', module: 'factory', ...device }] })
  await assert.rejects(importFile(app, file({})), /"Pump" must name its site: there are several/)
  await assert.rejects(importFile(app, file({ site: 'North' })), /names the site "North", which does not exist/)
  await importFile(app, file({ site: 'South' }))
  const admin = await app.logIn('admin')
  await admin('POST', '/api/admin/rules', rule('shared'))
  const moved = { format: 'tocsin-configuration-1', rules: [{ ...rule('shared'), site: 'South' }] }
  await assert.rejects(importFile(app, JSON.stringify(moved)), /belongs to another site; that cannot be changed/)
})
