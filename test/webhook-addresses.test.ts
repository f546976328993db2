import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { compareFile } from './harness/configuration.ts'
import { LOCAL_HOSTS } from './harness/local-hosts.ts'
import { startReceiver } from './harness/receiver.ts'

const ONLY_ALERTS = { events: ['alert.triggered' as const] }

test('an address inside the private network is refused when a webhook is saved, in every spelling', async (t) => {
  const app = await startApp(t, { env: { WEBHOOK_ALLOWED_CIDRS: '' } })
  const call = await app.logIn('admin')
  let connections = 0
  const canary = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((listening) => canary.listen(0, '127.0.0.1', listening))
  cleanUp(t, () => canary.close())
  const { port } = canary.address() as AddressInfo
  assert.equal(LOCAL_HOSTS.length, 44)
  for (const host of LOCAL_HOSTS) {
    const answer = await call('POST', '/api/admin/webhooks', { name: 'x', url: `https://${host}:${port}/` })
    assert.equal(answer.status, 400, host)
    assert.equal(answer.body.errors[0].field, '/url', host)
  }
  assert.equal(connections, 0)
})

test('a host that became private after it was saved is refused at the connection', async (t) => {
  const app = await startApp(t, { env: { WEBHOOK_ALLOWED_CIDRS: '' } })
  const receiver = await startReceiver(t)
  // Saved under another policy, as if the name had resolved to the public internet then.
  const { port } = new URL(receiver.url)
  for (const host of ['127.0.0.1', 'localhost']) {
    await app.createWebhook({ url: `http://127.0.0.1:${port}/${host}`, ...ONLY_ALERTS })
    await app.rows('update webhooks set url = $1 where url like $2', [`http://${host}:${port}/`, `%/${host}`])
  }
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.fastForward({ minutes: 1 })
  assert.equal(receiver.requests.length, 0)
  const deliveries = await app.rows<{ status: string; outcome: string }>(
    "select status, attempts -> 0 ->> 'outcome' as outcome from deliveries",
  )
  assert.deepEqual(deliveries, Array(2).fill({ status: 'dead', outcome: 'blocked_address' }))
})

test('a URL is stored normalized', async (t) => {
  const app = await startApp(t, { env: { WEBHOOK_ALLOWED_CIDRS: '' } })
  const call = await app.logIn('admin')
  const typed = 'HTTPS://0x5DB8D822:443/a b?c=ü'
  const stored = 'https://93.184.216.34/a%20b?c=%C3%BC'
  const created = await call('POST', '/api/admin/webhooks', { name: 'Receiver', url: typed })
  assert.deepEqual([created.status, created.body.data.url], [201, stored])
  const changed = await call('PATCH', '/api/admin/webhooks/1', { url: 'https://93.184.216.34:443' })
  assert.equal(changed.body.data.url, 'https://93.184.216.34/')
  const { changes } = await compareFile(
    app,
    'format: tocsin-configuration-1\nwebhooks: [{ name: Receiver, url: "HTTPS://93.184.216.34:443" }]',
  )
  assert.deepEqual(changes, [{ kind: 'webhook', name: 'Receiver', change: 'same', fields: [] }])
})

test('errors of a webhook are reported when it is saved', async (t) => {
  const app = await startApp(t, { env: { WEBHOOK_ALLOW_HTTP: 'false', WEBHOOK_ALLOWED_CIDRS: '' } })
  const call = await app.logIn('admin')
  const wrong = [
    { url: '' },
    { url: 'nonsense' },
    { url: 'http://93.184.216.34/' },
    { url: 'javascript:alert(1)' },
    { url: 'ftp://93.184.216.34/' },
    { url: 'https://user:password@93.184.216.34/' },
    { url: 'https://93.184.216.34/#fragment' },
    { url: 'https://93.184.216.34:0/' },
    { url: 'https://93.184.216.34:65536/' },
    { url: `https://93.184.216.34/${'x'.repeat(2_048)}` },
    { url: 'https://does-not-exist.invalid/' },
    { events: ['alert.deleted'] },
    { events: [] },
    { min_severity: 'major' },
    { modules: ['drone'] },
    { name: ' ' },
    { secret: 'mine' },
  ]
  for (const part of wrong) {
    const webhook = { name: 'Receiver', url: 'https://93.184.216.34/', ...part }
    assert.equal((await call('POST', '/api/admin/webhooks', webhook)).status, 400, JSON.stringify(part))
  }
  const created = await call('POST', '/api/admin/webhooks', { name: 'Receiver', url: 'https://93.184.216.34/' })
  assert.equal(created.status, 201)
  assert.match(created.body.data.secret, /^whsec_/)
  const [listed] = (await call('GET', '/api/admin/webhooks')).body.data
  assert.equal(listed.secret, undefined)
  const [row] = await app.rows<{ secret_sealed: Buffer }>('select secret_sealed from webhooks')
  assert.ok(!row!.secret_sealed.includes(created.body.data.secret.slice(6)))
})
