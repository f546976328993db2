import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'

/** A service elsewhere that raises the alarm when no heartbeat comes. */
async function startWatcher(t: TestContext): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUp(t, () => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping`, heard }
}

test('a heartbeat is sent once a minute', async (t) => {
  const watcher = await startWatcher(t)
  const app = await startApp(t, { env: { HEARTBEAT_URL: watcher.url } })
  await app.runJobs()
  await app.runJobs()
  assert.deepEqual(watcher.heard, ['POST /ping'])
  await app.fastForward({ seconds: 60 })
  assert.equal(watcher.heard.length, 2)
})

test('no heartbeat is sent while something that is due waits for minutes', async (t) => {
  const watcher = await startWatcher(t)
  const app = await startApp(t, { env: { HEARTBEAT_URL: watcher.url } })
  await app.runJobs()
  assert.equal(watcher.heard.length, 1)
  await app.createWebhook({ url: 'http://127.0.0.1:9/never' })
  const device = await app.createDevice({ module: 'health' })
  await device.send({ metrics: { systolic: 190 } })
  const beat = async () => {
    await app.rows('update service_presence set heartbeat_at = null')
    await app.service.jobs.find(({ name }) => name === 'send the heartbeat')!.step(app.now())
    return watcher.heard.length
  }
  await app.rows("update deliveries set next_attempt_at = created_at - interval '3 minutes'")
  assert.equal(await beat(), 1)
  await app.rows('update deliveries set next_attempt_at = created_at')
  assert.equal(await beat(), 2)
})

test('a copy with OUTBOUND=off sends no heartbeat, which would hide that the service has died', async (t) => {
  const watcher = await startWatcher(t)
  const app = await startApp(t, { env: { HEARTBEAT_URL: watcher.url, OUTBOUND: 'off' } })
  await app.fastForward({ seconds: 120 })
  assert.deepEqual(watcher.heard, [])
})
