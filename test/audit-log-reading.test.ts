import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { BY_COMMAND, BY_SYSTEM, recordChanges } from '../src/core/audit-log/record-change.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { PASSWORD } from './harness/people.ts'

/** Returns a function that downloads a path as an administrator. */
async function downloads(app: TestApp) {
  const call = await app.logIn('admin')
  await call('POST', '/api/admin/users', { email: 'auditor@example.org', password: PASSWORD, role: 'admin' })
  const login = await app.call('POST', '/api/mobile/login', { email: 'auditor@example.org', password: PASSWORD })
  const headers = { authorization: `Bearer ${login.body.data.token}` }
  return async (path: string) => {
    const answer = await fetch(`${app.url}${path}`, { headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

const NAMES = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', 'a "b", c', 'two\nlines', 'plain']

async function fill(app: TestApp): Promise<void> {
  const changes = NAMES.map((name, place) => ({
    action: place % 2 === 0 ? 'device.created' : 'device.updated',
    subject: { type: 'device', id: place, name },
    before: null,
    after: { name },
  }))
  await recordChanges(app.service.db, BY_COMMAND, changes, new Date('2026-01-01T10:00:00Z'))
  const rule = {
    action: 'rule.updated',
    subject: { type: 'rule', id: 'a' },
    before: { version: 1 },
    after: { version: 2 },
  }
  await recordChanges(app.service.db, BY_SYSTEM, [rule], new Date('2026-01-02T10:00:00Z'))
}

test('the log is filtered by person, action, subject and time', async (t) => {
  const app = await startApp(t)
  await fill(app)
  const call = await app.logIn('admin')
  const me = (await call('GET', '/api/mobile/me')).body.data
  const count = async (query: string) => (await call('GET', `/api/admin/audit?limit=500&${query}`)).body.data.length
  const inJanuary = 'from=2026-01-01&to=2026-02-01'
  assert.equal(await count(inJanuary), NAMES.length + 1)
  assert.equal(await count('from=2026-01-01T10:00:00Z&to=2026-01-02T10:00:00Z'), NAMES.length)
  assert.equal(await count(`${inJanuary}&action=device.created`), 5)
  assert.equal(await count(`${inJanuary}&action=device.*`), NAMES.length)
  assert.equal(await count(`${inJanuary}&action=device`), 0)
  assert.equal(await count(`${inJanuary}&subject_type=device&subject_id=3`), 1)
  assert.equal(await count(`${inJanuary}&actor=system`), 1)
  assert.equal(await count(`${inJanuary}&actor=command`), NAMES.length)
  assert.equal(await count(`actor=${me.id}&action=login.succeeded`), 1)
  assert.equal(await count(`actor=${encodeURIComponent(me.email.toUpperCase())}&action=login.succeeded`), 1)
  for (const query of ['actor=0', 'actor=a%00@b', 'action=A', 'action=a.*.b', 'subject_id=%00', 'from=x', 'cursor=x']) {
    assert.equal((await call('GET', `/api/admin/audit?${query}`)).status, 400, query)
  }
})

test('pages of the audit log are continuous, and its export has the same entries, oldest first', async (t) => {
  const app = await startApp(t)
  await fill(app)
  const download = await downloads(app)
  const range = 'from=2026-01-01&to=2026-02-01'
  const paged: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { data, next_cursor } = JSON.parse((await download(`/api/admin/audit?${range}&limit=3${after}`)).text)
    paged.push(...data)
    cursor = next_cursor
  }
  const ndjson = await download(`/api/admin/audit/export?${range}&format=ndjson`)
  assert.equal(ndjson.headers.get('content-disposition'), 'attachment; filename="audit.ndjson"')
  const lines = ndjson.text.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    paged.toReversed(),
  )
  assert.equal(lines.length, NAMES.length + 1)

  const csv = await download(`/api/admin/audit/export?${range}&action=device.*&format=csv`)
  const rows: Record<string, string>[] = parse(csv.text, { columns: true })
  assert.deepEqual(
    rows.map((row) => row.subject_name),
    NAMES.map((name) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)),
  )
  assert.deepEqual(
    rows.map((row) => JSON.parse(row.after!).name),
    NAMES,
  )
})

test('only administrators can read the log', async (t) => {
  const app = await startApp(t)
  for (const path of ['/api/admin/audit', '/api/admin/audit/export?format=csv']) {
    assert.equal((await app.call('GET', path)).status, 401)
    for (const role of ['viewer', 'operator'] as const) {
      assert.equal((await (await app.logIn(role))('GET', path)).status, 403)
    }
  }
  const admin = await app.logIn('admin')
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    assert.equal((await admin(method, '/api/admin/audit')).status, 405, method)
  }
})
