import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ENCRYPTION_KEY, startApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { cloneDatabase, urlOf } from '../harness/database.ts'
import { servedProgram } from '../harness/served.ts'
import { until } from '../harness/until.ts'
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
  const url = await addressOf(t, receiver)
  await served.start()
  await served.run('webhook', 'add', url, '--event', 'alert.triggered')
  const device = JSON.parse((await served.run('device', 'add', 'Worker', '--module', 'worker', '--json')).stdout)
  const killed = once(receiver, 'request')
  const answer = await fetch(`${served.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': device.token },
    body: '{"module":"worker","flags":{"panic_pressed":true}}',
  }).catch(() => null)
  // The webhook may be faster than the answer, and then ends the service before it.
  if (answer !== null) assert.equal(answer.status, 200)
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
  const ids: unknown[] = []
  let isSlow = false
  const quick = Promise.withResolvers<void>()
  const receiver = createServer(async (request, response) => {
    for await (const _chunk of request);
    ids.push(request.headers['webhook-id'])
    if (isSlow) await quick.promise
    response.end()
  })
  const url = await addressOf(t, receiver)
  await first.createWebhook({ url, events: ['incident.created'] })
  // Fast answers make it claim ahead; then the receiver becomes slow.
  await announceIncidents(first, 100)
  await first.runJobs()
  await announceIncidents(first, 100, { firstIncident: 101 })
  isSlow = true
  const deliver = first.service.jobs.find(({ name }) => name === 'deliver webhooks')!
  await deliver.step(first.now())
  const leased = async () => (await second.rows('select from deliveries where leased_until is not null')).length
  assert.ok((await leased()) > 4, 'some are claimed ahead')
  const closing = first.close()
  // Those under way are still without an answer.
  await until(leased, (count) => count === 4)
  isSlow = false
  quick.resolve()
  await closing
  assert.equal(ids.length, 104)
  await second.runJobs()
  assert.equal(ids.length, 200)
  assert.equal(new Set(ids).size, 200)
})

/** The address at which it listens until the end of the test. */
async function addressOf(t: TestContext, receiver: Server): Promise<string> {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  cleanUp(t, () => {
    receiver.closeAllConnections()
    receiver.close()
  })
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
}
