import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type TestContext, test } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { CADDY } from '../harness/caddy.ts'
import { openEvents } from '../harness/event-source.ts'
import { NGINX } from '../harness/nginx.ts'
import { PASSWORD } from '../harness/people.ts'
import { type ProxySample, type RunningProxy, startProxy } from '../harness/proxy.ts'
import { freePort } from '../harness/served.ts'

/** A loopback address other than the proxy's. */
const CLIENT = '127.0.0.9'
const FORGED = '203.0.113.7'
const MOST_BYTES = 1024 * 1024

for (const sample of [NGINX, CADDY]) {
  const skip = sample.skip || (process.platform !== 'linux' && 'only on Linux is all of 127.0.0.0/8 this machine')

  test(`behind ${sample.name}, as its sample sets it up, all goes its ways over TLS`, { skip }, async (t) => {
    const { app, proxy } = await behind(t, sample)
    await t.test('a person logs in with a form, and the cookie is Secure', () => logsIn(app, proxy))
    await t.test('a reading is stored', () => storesReadings(app, proxy))
    await t.test('a live event arrives at once, and the stream stays open', (t) => streams(t, app, proxy))
    await t.test('the IP address of a client is its own, whatever its headers', () => knowsClients(app, proxy))
    await t.test('bodies up to the limit pass', () => limitsBodies(proxy, app))
    await t.test('/metrics is not reachable', () => hidesMetrics(proxy))
  })

  test(`${sample.name} sends what comes to another node while one is down, and logs no token when all are`, {
    skip,
  }, async (t) => {
    const { app, proxy, url } = await behind(t, sample, true)
    const device = await app.createDevice()
    const answers: number[] = []
    for (let n = 0; n < 10; n += 1) answers.push(await post(url, device.token, { ts: 1_795_263_600 + n }))
    assert.deepEqual(new Set(answers), new Set([200]), proxy.output())
    await app.close()
    const failed = await post(url, device.token, { ts: 1_795_263_700 })
    assert.ok(failed >= 502, String(failed))
    assert.match(proxy.output(), /error/)
    assert.ok(!proxy.output().includes(device.token))
  })
}

/** A node behind the proxy and, optionally, a second address where nothing listens. */
async function behind(t: TestContext, sample: ProxySample, withDeadNode = false) {
  const port = await freePort()
  const url = `https://localhost:${port}`
  const app = await startApp(t, { env: { PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'a token' } })
  const dead = withDeadNode ? [`http://127.0.0.1:${await freePort()}`] : []
  const proxy = await startProxy(t, sample, port, [app.url, ...dead])
  setDefaultCACertificates([proxy.certificate.cert])
  return { app, proxy, url }
}

const post = (url: string, token: string, reading: object): Promise<number> =>
  fetch(`${url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify({ module: 'factory', ...reading }),
  }).then(({ status }) => status)

async function logsIn(app: TestApp, { url }: RunningProxy): Promise<void> {
  const { email } = await addUser(app, 'operator')
  const browser = openBrowser(url)
  await browser.go('/login')
  const answer = await browser.post('/login', { email, password: PASSWORD, _csrf: (await browser.go('/login')).csrf() })
  assert.equal(answer.status, 303)
  assert.match(answer.headers.getSetCookie().join('\n'), /^__Host-sid=\w+;.* Secure/m)
  assert.match(answer.headers.get('strict-transport-security') ?? '', /max-age/)
  assert.equal((await browser.go('/devices')).status, 200)
  const forged = await browser.post('/login', { email, password: PASSWORD })
  assert.equal(forged.status, 403)
}

async function storesReadings(app: TestApp, { url }: RunningProxy): Promise<void> {
  const { id, token } = await app.createDevice()
  assert.equal(await post(url, token, { metrics: { temperature: 21 } }), 200)
  assert.equal((await app.rows(`select from readings where device_id = ${id}`)).length, 1)
}

async function streams(t: TestContext, app: TestApp, { url }: RunningProxy): Promise<void> {
  const { authorization } = await app.logIn('operator')
  const source = await openEvents(t, { ...app, url }, authorization, { query: 'topics=alert' })
  for (const name of ['First', 'Second', 'Third']) {
    const { token } = await app.createDevice({ name })
    const before = source.events.length
    assert.equal(await post(url, token, { metrics: { gas_type: 'CO', gas_ppm: 300 } }), 200)
    // A buffering proxy would hold the event back forever.
    await source.until(() => source.events.length > before)
  }
  source.close()
}

/** Sends a request from another address, with a forged header, and returns the status. */
function askFrom(url: string, path: string, headers: Record<string, string>, body: object): Promise<number> {
  const ask = url.startsWith('https:') ? httpsRequest : httpRequest
  const { port } = new URL(url)
  const place = { host: '127.0.0.1', port, servername: 'localhost', localAddress: CLIENT }
  const about = {
    host: `localhost:${port}`,
    'content-type': 'application/json',
    'x-forwarded-for': FORGED,
    'x-forwarded-host': FORGED,
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const request = ask({ ...place, path, method: 'POST', headers: about })
    request.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    request.once('error', reject)
    request.end(JSON.stringify(body))
  })
}

async function knowsClients(app: TestApp, { url }: RunningProxy): Promise<void> {
  const { authorization } = await app.logIn('admin')
  for (const [name, way] of [
    ['Through the proxy', url],
    ['Past the proxy', app.url],
  ] as const) {
    const made = await askFrom(way, '/api/admin/devices', { authorization }, { name, module: 'health' })
    assert.equal(made, 201, name)
    const [entry] = await app.rows<{ address: string }>(
      `select address from audit_entries where action = 'device.created' and subject_name = '${name}'`,
    )
    assert.equal(entry?.address, CLIENT, name)
  }
}

async function limitsBodies({ url }: RunningProxy, app: TestApp): Promise<void> {
  const { token } = await app.createDevice()
  const send = (bytes: number) =>
    fetch(`${url}/api/telemetry/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': token },
      body: `[{"module":"factory"}${' '.repeat(bytes - 22)}]`,
    }).then(({ status }) => status)
  assert.equal(await send(MOST_BYTES), 200)
  assert.equal(await send(MOST_BYTES + 1), 413)
}

async function hidesMetrics({ url }: RunningProxy): Promise<void> {
  for (const path of ['/metrics', '//metrics', '/%6detrics', '/metrics?x']) {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: 'Bearer a token' } })
    assert.equal(answer.status, 404, path)
  }
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
}
