import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'

test('a note on a device is listed at its time, with its author, and is in the audit log', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice({ name: 'Boiler' })
  const operator = await app.logIn('operator')
  const path = `/api/mobile/devices/${id}/notes`
  const hourAgo = new Date(app.now().getTime() - 3_600_000).toISOString()
  const first = await operator('POST', path, { text: 'Filter changed', at: hourAgo })
  assert.equal(first.status, 201)
  assert.equal((await operator('POST', path, { text: 'Back in service' })).status, 201)
  const all = (await operator('GET', path)).body.data
  assert.deepEqual(
    all.map(({ at, text, by }: { at: string; text: string; by: { email: string } }) => [at, text, by.email]),
    [
      [app.now().toISOString(), 'Back in service', operator.email],
      [hourAgo, 'Filter changed', operator.email],
    ],
  )
  const early = (await operator('GET', `${path}?to=${app.now().toISOString()}`)).body.data
  assert.deepEqual(early, [all[1]])

  assert.equal((await operator('DELETE', `${path}/${first.body.data.note_id}`)).status, 200)
  assert.equal((await operator('DELETE', `${path}/${first.body.data.note_id}`)).status, 404)
  assert.equal((await operator('GET', path)).body.data.length, 1)
  const admin = await app.logIn('admin')
  const entries = (await admin('GET', `/api/admin/audit?subject_type=device&subject_id=${id}&limit=3`)).body.data
  assert.deepEqual(
    entries.map(({ action }: { action: string }) => action),
    ['device.note_deleted', 'device.note_added', 'device.note_added'],
  )
  assert.equal(entries[0].before.text, 'Filter changed')
})

test('notes are short, about the past, by operators, and not without number', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice()
  const path = `/api/mobile/devices/${id}/notes`
  const operator = await app.logIn('operator')
  const soon = new Date(app.now().getTime() + 60_000).toISOString()
  const refused = await operator('POST', path, { text: 'Soon', at: soon })
  assert.deepEqual([refused.status, refused.body.errors[0].field], [400, '/at'])
  assert.match(refused.body.errors[0].message, /must not be in the future/)
  assert.equal((await operator('POST', path, { text: 'x'.repeat(500) })).status, 201)
  assert.equal((await operator('POST', path, { text: 'x'.repeat(501) })).status, 400)
  assert.equal((await operator('POST', path, { text: '' })).status, 400)
  assert.equal((await operator('POST', path, { text: 'When?', at: 'yesterday' })).status, 400)
  assert.equal((await operator('POST', '/api/mobile/devices/999/notes', { text: 'Where?' })).status, 404)
  const viewer = await app.logIn('viewer')
  assert.equal((await viewer('POST', path, { text: 'Seen' })).status, 403)
  assert.equal((await viewer('GET', path)).body.data.length, 1)

  await app.rows(
    `insert into device_notes (device_id, at, written_at, text)
     select $1, $2, $2, 'Note ' || n from generate_series(1, 999) as n returning note_id`,
    [id, app.now()],
  )
  const many = await operator('POST', path, { text: 'One more' })
  assert.equal(many.status, 409)
  assert.match(many.body.message, /This device has 1000 notes already; delete some first/)
})

test('the notes of a deleted device are erased with its history', async (t) => {
  const app = await startApp(t)
  const { id } = await app.createDevice()
  const admin = await app.logIn('admin')
  await admin('POST', `/api/mobile/devices/${id}/notes`, { text: 'Filter changed' })
  await admin('DELETE', `/api/admin/devices/${id}`)
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(await app.rows('select text from device_notes'), [])
})
