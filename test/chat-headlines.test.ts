import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { NOON } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

const EVENTS = ['incident.created', 'incident.resolved'] as const

test('a chat reads who, how bad, since when, where and what helps; a repeated attempt sends the same, and programs the event', async (t) => {
  const app = await startApp(t, { startsAt: NOON })
  const call = await app.logIn('admin')
  const [chat, program] = [await startReceiver(t), await startReceiver(t)]
  for (const [{ url }, format] of [
    [chat, 'slack'],
    [program, 'envelope'],
  ] as const)
    await app.createWebhook({ url, format, events: [...EVENTS] })
  const room = await app.createDevice({ module: 'health', name: 'Room 3' })
  await call('PATCH', `/api/admin/devices/${room.id}`, { notes: 'Left of the lift. Key safe 4711.' })
  chat.status = 500
  await room.send({ ts: Number(app.now()), metrics: { systolic: 196 } })
  await app.runJobs()
  chat.status = 200
  await app.fastForward({ seconds: 10 })
  const [first, second] = chat.requests.map(({ body }) => body)
  assert.equal(second, first)
  const [header, { fields }] = JSON.parse(first!).attachments[0].blocks
  assert.equal(header.text.text, 'Room 3: systolic 196 mmHg (above 180)')
  assert.deepEqual(
    fields.map(({ text }: { text: string }) => text),
    ['Severity: Critical, 12:00 UTC', 'Notes: Left of the lift. Key safe 4711.', 'Incident: #1'],
  )
  const [created] = program.received('incident.created')
  assert.deepEqual(
    [created!.data.title, 'headline' in created!.data],
    ['Systolic blood pressure above 180 mmHg', false],
  )
})

test('a chat reads that an incident is snoozed, and the name of a device once', async (t) => {
  const app = await startApp(t, { startsAt: NOON })
  const call = await app.logIn('admin')
  const chat = await startReceiver(t)
  await app.createWebhook({ url: chat.url, format: 'slack', events: ['incident.created', 'incident.acknowledged'] })
  const room = await app.createDevice({ name: 'Room 3' })
  const incident = { title: 'Room 3 is full', severity: 'critical', device_id: room.id }
  const { incident_id } = (await call('POST', '/api/mobile/incidents', incident)).body.data
  const acknowledge = async (body: object) => {
    await app.runJobs()
    assert.equal((await call('POST', `/api/mobile/incidents/${incident_id}/acknowledgement`, body)).status, 200)
  }
  await acknowledge({})
  await acknowledge({ until: new Date(NOON.getTime() + 3_600_000).toISOString() })
  await app.runJobs()
  assert.deepEqual(
    chat.requests.map(({ body }) => JSON.parse(body).attachments[0].blocks[0].text.text),
    ['Room 3 is full', 'Room 3 is full, acknowledged', 'Room 3 is full, snoozed'],
  )
})

test('a chat of a site reads nothing of the site to which a device has moved before the first attempt', async (t) => {
  const app = await startApp(t, { startsAt: NOON })
  const call = await app.logIn('admin')
  const chat = await startReceiver(t)
  await app.createWebhook({ site_id: 1, url: chat.url, format: 'slack', events: ['incident.created'] })
  const room = await app.createDevice({ module: 'health', name: 'Room 3' })
  const { body } = await call('POST', '/api/admin/sites', { name: 'Family' })
  await room.send({ ts: Number(app.now()), metrics: { systolic: 196 } })
  await call('POST', `/api/admin/devices/${room.id}/move`, { site_id: body.data.id })
  await call('PATCH', `/api/admin/devices/${room.id}`, { name: 'Grandfather', notes: 'Ring twice' })
  await app.runJobs()
  assert.match(chat.requests[0]!.body, /Systolic blood pressure above 180 mmHg.*Room 3/)
  assert.doesNotMatch(chat.requests[0]!.body, /Grandfather|Ring twice/)
})
