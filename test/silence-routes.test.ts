import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

/** The app's time in seconds since 1970. */
const ts = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

async function scene(t: TestContext) {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  async function silence(more: Record<string, unknown>): Promise<number> {
    const { status, body } = await call('POST', '/api/admin/silences', { reason: 'Planned work', ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id
  }
  return { app, call, silence }
}

test('operators create silences; invalid ones are refused with the field', async (t) => {
  const { app, call, silence } = await scene(t)
  const viewer = await app.logIn('viewer')
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['POST', '/preview'],
    ['GET', '/1'],
    ['PATCH', '/1'],
    ['POST', '/1/end'],
    ['DELETE', '/1'],
  ]) {
    const body = method === 'POST' || method === 'PATCH' ? { reason: 'x', duration_s: 60 } : undefined
    assert.equal((await viewer(method!, `/api/admin/silences${path}`, body)).status, 403, `${method} ${path}`)
  }
  const weekly = { days: ['mon'], from: '09:00', to: '10:00', time_zone: 'Europe/Ljubljana' }
  const refused: [Record<string, unknown>, string][] = [
    [{}, '/ends_at'],
    [{ duration_s: 0 }, '/duration_s'],
    [{ duration_s: 60, ends_at: '2026-03-02T00:00:00Z' }, '/duration_s'],
    [{ ends_at: '2026-03-01T11:00:00Z', starts_at: '2026-03-01T10:00:00Z' }, '/ends_at'],
    [{ ends_at: '2026-03-02T00:00:00Z', starts_at: '2026-03-03T00:00:00Z' }, '/ends_at'],
    [{ ends_at: 'tomorrow' }, '/ends_at'],
    [{ ends_at: '2026-12-31T23:59:60Z' }, '/ends_at'],
    [{ duration_s: 60, device_ids: [999] }, '/device_ids'],
    [{ duration_s: 60, rule_keys: ['health.systolic'] }, '/rule_keys'],
    [{ duration_s: 60, modules: ['kitchen'] }, '/modules/0'],
    [{ duration_s: 60, max_severity: 'major' }, '/max_severity'],
    [{ duration_s: 60, device: 1 }, '/device'],
    [{ weekly: { ...weekly, time_zone: 'Europe/Nowhere' } }, '/weekly/time_zone'],
    [{ weekly: { ...weekly, from: '24:00' } }, '/weekly/from'],
    [{ weekly: { ...weekly, days: [] } }, '/weekly/days'],
    [{ weekly, ends_at: '2026-03-01T13:00:00Z' }, '/weekly'],
    [{ duration_s: 60, reason: ' ' }, '/reason'],
  ]
  for (const [body, field] of refused) {
    const answer = await call('POST', '/api/admin/silences', { reason: 'Planned work', ...body })
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.ok(
      answer.body.errors?.some((error: { field: string }) => error.field === field),
      JSON.stringify(answer.body),
    )
  }
  const id = await silence({ duration_s: 60 })
  assert.equal((await call('DELETE', `/api/admin/silences/${id}`)).status, 409)
  await call('POST', `/api/admin/silences/${id}/end`)
  assert.equal((await call('PATCH', `/api/admin/silences/${id}`, { reason: 'More' })).status, 409)
  assert.equal((await call('DELETE', `/api/admin/silences/${id}`)).status, 200)
  for (const unknown of [id, 99_999_999_999]) {
    assert.equal((await call('GET', `/api/admin/silences/${unknown}`)).status, 404)
    assert.equal((await call('DELETE', `/api/admin/silences/${unknown}`)).status, 404)
  }
  const actions = await app.rows("select action from audit_entries where subject_type = 'silence' order by id")
  assert.deepEqual(actions, [{ action: 'silence.created' }, { action: 'silence.ended' }, { action: 'silence.deleted' }])
})

test('silences are listed by state, expired ones too, and a change keeps what it does not mention', async (t) => {
  const { call, silence } = await scene(t)
  const past = await silence({ duration_s: 60 })
  await call('POST', `/api/admin/silences/${past}/end`)
  const present = await silence({ duration_s: 60, tags: ['hall-3'], max_severity: 'warning' })
  const weekly = { days: ['mon'], from: '09:00', to: '10:00', time_zone: 'UTC' }
  const future = await silence({ weekly })
  const ids = async (query: string) =>
    (await call('GET', `/api/admin/silences${query}`)).body.data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids(''), [future, present, past])
  assert.deepEqual(await ids('?state=active'), [present])
  assert.deepEqual(await ids('?state=scheduled'), [future])
  assert.deepEqual(await ids('?state=expired'), [past])
  const first = (await call('GET', '/api/admin/silences?limit=2')).body
  assert.deepEqual(await ids(`?limit=2&cursor=${first.next_cursor}`), [past])

  const { data } = (await call('PATCH', `/api/admin/silences/${present}`, { duration_s: 7_200 })).body
  assert.deepEqual(
    [data.ends_at, data.tags, data.max_severity, data.reason],
    ['2026-03-01T14:00:00.000Z', ['hall-3'], 'warning', 'Planned work'],
  )
  assert.match(data.created_by.email, /^operator-/)
})

test('a preview lists what a silence would cover, what passes it, and its windows', async (t) => {
  const { app, call } = await scene(t)
  const [monitor, worker] = [
    await app.createDevice({ name: 'Bedside monitor', module: 'health', tags: ['ward-2'] }),
    await app.createDevice({ module: 'worker', tags: ['ward-2'], offline_after_s: 60 }),
  ]
  await app.createDevice({ tags: ['ward-1'] })
  await app.runJobs()
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await worker.send({ ts: ts(app), flags: { panic_pressed: true } })
  await app.fastForward({ seconds: 61 })
  const weekly = { days: ['mon', 'tue'], from: '09:00', to: '10:00', time_zone: 'UTC' }
  const { status, body } = await call('POST', '/api/admin/silences/preview', { tags: ['ward-2'], weekly })
  const { devices, alerts, offline_devices, safety_alerts_still_sent, windows } = body.data
  assert.equal(status, 200)
  const keysOf = ({ first }: { first: { rule_key: string }[] }) => first.map(({ rule_key }) => rule_key).sort()
  assert.deepEqual([devices.count, offline_devices.count], [2, 1])
  assert.deepEqual(keysOf(alerts), ['device.offline', 'health.systolic.high'])
  assert.deepEqual(keysOf(safety_alerts_still_sent), ['worker.panic'])
  assert.deepEqual(
    windows.map(({ from }: { from: string }) => from.slice(0, 10)),
    ['2026-03-02', '2026-03-03', '2026-03-09', '2026-03-10', '2026-03-16'],
  )
  assert.deepEqual(await app.rows('select count(*)::integer as silences from silences'), [{ silences: 0 }])
})

test('the explanation of a rule names the silence that holds its notifications, and its end', async (t) => {
  const { app, call, silence } = await scene(t)
  const monitor = await app.createDevice({ module: 'health', tags: ['ward-2'] })
  const id = await silence({ tags: ['ward-2'], duration_s: 60 })
  const silencing = async (rule: string) =>
    (await call('GET', `/api/admin/rules/${rule}/explain?device_id=${monitor.id}`)).body.data.silenced_by
  const until = '2026-03-01T12:01:00.000Z'
  assert.deepEqual(await silencing('health.systolic.high'), { silence_id: id, reason: 'Planned work', until })
  assert.equal(await silencing('health.panic'), null, 'a call for help passes')
})
