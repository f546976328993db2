import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { addSource } from '../harness/senders.ts'

const FRAMES = 12

test('the same message sent to two nodes at once makes one reading, also without a time of its own', async (t) => {
  const first = await startApp(t)
  const operator = await first.logIn('operator')
  const source = await addSource(first, operator, { format: 'the-things-stack' })
  // Later by its clock, so that the same message would make another reading there.
  const startsAt = new Date(first.now().getTime() + 5_000)
  const second = await startApp(t, { connection: first.connection, startsAt })
  const uplink = (f_cnt: number) =>
    JSON.stringify({
      end_device_ids: { device_id: 'weather-1', dev_eui: '70B3D57ED005A1C2' },
      uplink_message: { session_key_id: 'AXTF', f_port: 1, f_cnt, decoded_payload: { temperature: f_cnt } },
    })
  const send = async (url: string, f_cnt: number) => {
    const headers = { 'x-source-token': source.token, 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/sources/${source.id}`, { method: 'POST', headers, body: uplink(f_cnt) })
    return response.status
  }
  assert.equal(await send(first.url, 0), 204)
  const [id] = await source.adopt('70B3D57ED005A1C2')
  const frames = Array.from({ length: FRAMES }, (_, place) => place + 1)
  const statuses = await Promise.all(frames.flatMap((frame) => [first, second].map(({ url }) => send(url, frame))))
  assert.deepEqual([...new Set(statuses)], [204])
  const stored = await first.rows('select from readings where device_id = $1', [id])
  assert.equal(stored.length, FRAMES + 1)
})
