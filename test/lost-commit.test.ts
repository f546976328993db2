import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { type Cut, startCommitProxy } from './harness/commit-proxy.ts'
import { cloneDatabase } from './harness/database.ts'
import { startReceiver } from './harness/receiver.ts'

const CUTS: Cut[] = [
  { lost: 'request', connection: 'closed' },
  { lost: 'answer', connection: 'closed' },
  { lost: 'request', connection: 'half-open' },
  { lost: 'answer', connection: 'half-open' },
]

/** A node whose database connections go through the proxy, and a webhook receiver. */
async function startBehindProxy(t: TestContext) {
  const connection = await cloneDatabase(t)
  const proxy = await startCommitProxy(connection)
  const app = await startApp(t, { connection: { ...connection, host: '127.0.0.1', port: proxy.port } })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  cleanUp(t, proxy.close)
  return { app, proxy, receiver }
}

// At once: a connection that is half-open is noticed after five seconds.
describe('a lost COMMIT', { concurrency: true }, () => {
  for (const cut of CUTS) {
    const lost = `when the ${cut.lost} of a COMMIT is lost and the connection is ${cut.connection}`
    test(`${lost}, the reading is answered 200 and has its effects once`, async (t) => {
      const { app, proxy, receiver } = await startBehindProxy(t)
      const device = await app.createDevice({ module: 'health' })
      proxy.cutNext(cut)

      const answer = await device.send({ ts: 1_750_000_000, metrics: { systolic: 185 } })
      assert.equal(proxy.cuts(), 1)
      assert.equal(answer.status, 200)
      const [counts] = await app.rows(
        `select (select count(*)::integer from readings) as readings, (select count(*)::integer from alerts) as alerts,
          (select count(*)::integer from incidents) as incidents, (select count(*)::integer from deliveries) as deliveries`,
      )
      assert.deepEqual(counts, { readings: 1, alerts: 1, incidents: 1, deliveries: 2 })
      await app.runJobs()
      const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
      assert.equal(ids.length, 2)
      assert.equal(new Set(ids).size, 2)
    })
  }
})

test('with connections cut under load, every reading answered 200 is stored once', async (t) => {
  const { app, proxy } = await startBehindProxy(t)
  const devices = await Promise.all(Array.from({ length: 10 }, () => app.createDevice({ module: 'health' })))
  const acknowledged: string[] = []
  const closed = CUTS.filter(({ connection }) => connection === 'closed')
  for (let round = 0; round < 20; round += 1) {
    proxy.cutNext(closed[round % 2]!)
    const ts = 1_750_000_000 + round
    const answers = await Promise.all(
      devices.map((device) => device.send({ ts, metrics: { systolic: round % 5 === 0 ? 190 : 120 } })),
    )
    answers.forEach(({ status }, place) => {
      if (status === 200) acknowledged.push(`${devices[place]!.id}|${ts}`)
    })
  }
  assert.equal(proxy.cuts(), 20)
  assert.equal(acknowledged.length, 200)
  const stored = await app.rows<{ key: string }>(`select device_id || '|' || ts as key from readings`)
  assert.deepEqual(stored.map(({ key }) => key).sort(), acknowledged.sort())
  const twice = await app.rows(
    `select webhook_id, event, body::jsonb -> 'data' from deliveries group by 1, 2, 3 having count(*) > 1`,
  )
  assert.deepEqual(twice, [])
  const [{ alerts }] = (await app.rows(`select count(*)::integer as alerts from alerts`)) as [{ alerts: number }]
  assert.equal(alerts, 10)
})

test('a COMMIT with an unknown outcome is answered 503, and the resent reading 200', async (t) => {
  const { app, proxy } = await startBehindProxy(t)
  const device = await app.createDevice({ module: 'health' })
  const reading = { ts: 1_750_000_000, metrics: { systolic: 185 } }
  // The first reading opens the connection to cut.
  assert.equal((await device.send({ ts: 1_749_999_999 })).status, 200)
  proxy.cutNext({ lost: 'answer', connection: 'closed' })
  proxy.refuse(true)
  const answer = await device.send(reading)
  assert.equal(proxy.cuts(), 1)
  assert.equal(answer.status, 503)
  assert.ok(answer.headers.get('retry-after'))
  proxy.refuse(false)
  assert.equal((await device.send(reading)).status, 200)
  assert.deepEqual(await app.rows('select count(*)::integer as alerts from alerts'), [{ alerts: 1 }])
})
