import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { ENCRYPTION_KEY, startApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { cloneDatabase, urlOf } from '../harness/database.ts'
import { startReceiver } from '../harness/receiver.ts'
import { servedProgram } from '../harness/served.ts'
import { announceIncidents } from '../harness/webhooks.ts'

test('after a kill between POST and record, another node resends the delivery under its ID', async (t) => {
  const connection = await cloneDatabase(t)
  const settings = { DATABASE_URL: urlOf(connection), ENCRYPTION_KEY: ENCRYPTION_KEY.toString('hex') }
  const served = await servedProgram(t, settings)
  const ids: unknown[] = []
  // The first request has arrived completely, and kills its sender before the answer.
  const receiver = createServer(async (request, response) => {
    for await (const _chunk of request);
    ids.push(request.headers['webhook-id'])
    if (ids.length === 1) await served.killService()
    response.end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  cleanUp(t, () => {
    receiver.closeAllConnections()
    receiver.close()
  })
  await served.start()
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await served.run('webhook', 'add', url, '--event', 'alert.triggered')
  const device = JSON.parse((await served.run('device', 'add', 'Worker', '--module', 'worker', '--json')).stdout)
  const killed = once(receiver, 'request')
  const answer = await fetch(`${served.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': device.token },
    body: '{"module":"worker","flags":{"panic_pressed":true}}',
  })
  assert.equal(answer.status, 200)
  await killed
  await served.killService()

  // Another node, whose clock the test sets, waits for the lease to end.
  const node = await startApp(t, { connection, startsAt: new Date() })
  await node.runJobs()
  assert.equal(ids.length, 1)
  await node.fastForward({ seconds: 65 })
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
  assert.deepEqual(await node.rows('select status, jsonb_array_length(attempts) as attempts from deliveries'), [
    { status: 'delivered', attempts: 1 },
  ])
})

test('a stopping node finishes its deliveries, and releases the others at once', async (t) => {
  const first = await startApp(t)
  const second = await startApp(t, { connection: first.connection })
  const receiver = await startReceiver(t)
  await first.createWebhook({ url: receiver.url, events: ['incident.created'] })
  // Fast answers make it claim ahead; then the receiver becomes slow.
  await announceIncidents(first, 100)
  await first.runJobs()
  await announceIncidents(first, 100, { firstIncident: 101 })
  receiver.delayMs = 300
  const deliver = first.service.jobs.find(({ name }) => name === 'deliver webhooks')!
  await deliver.step(first.now())
  await first.close()
  const sent = receiver.requests.length
  assert.ok(sent <= 104, `${sent - 100} were under way`)
  receiver.delayMs = 0
  await second.runJobs()
  assert.equal(receiver.requests.length, 200)
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 200)
})
