import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_COMMAND, recordChange } from '../src/audit-log/record-change.ts'
import { startApp } from './harness/app.ts'

test('an entry can be neither changed nor, within a year, deleted', async (t) => {
  const app = await startApp(t)
  const change = {
    action: 'device.created',
    subject: { type: 'device', id: 7, name: 'a\0\ud800' },
    before: null,
    after: {},
  }
  await recordChange(app.service.db, BY_COMMAND, change, app.now())
  const old = new Date(Date.now() - 366 * 86_400_000)
  await recordChange(app.service.db, BY_COMMAND, { ...change, action: 'device.deleted' }, old)
  for (const attempt of [
    "update audit_entries set actor_email = 'x'",
    'delete from audit_entries',
    'truncate audit_entries',
  ]) {
    await assert.rejects(app.rows(attempt), /append-only/, attempt)
  }
  await app.rows("delete from audit_entries where action = 'device.deleted'")
  assert.deepEqual(
    await app.rows('select action, subject_id, subject_name, before, after, actor_id from audit_entries'),
    [{ action: 'device.created', subject_id: '7', subject_name: 'a\ufffd', before: null, after: {}, actor_id: null }],
  )
})
