import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { LOCAL_HOSTS } from '../../../../test/harness/local-hosts.ts'
import { needs } from '../../../../test/harness/programs.ts'
import type { Lookup } from '../webhook-address.ts'
import { parseNetworks } from './public-address.ts'
import { openSender } from './send-webhook.ts'

const policyFor = (networks: string) => ({ allowHttp: true, allowedNetworks: parseNetworks(networks) })
const message = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{"event":"x"}' })

/** A listener that counts its requests. */
function canary() {
  const seen = { hits: 0 }
  const answer: RequestListener = (_request, response) => {
    seen.hits += 1
    response.end()
  }
  const connected = (socket: Socket) => {
    seen.hits += 1
    socket.destroy()
  }
  return { seen, answer, connected }
}

async function listen(t: TestContext, server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((listening) => server.listen(port, host, listening))
  t.after(() => {
    ;(server as { closeAllConnections?: () => void }).closeAllConnections?.()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const web = (t: TestContext, listener: RequestListener, host?: string, port?: number) =>
  listen(t, createServer(listener), host, port)

function senderFor(t: TestContext, networks: string, resolver?: Lookup) {
  const sender = openSender(policyFor(networks), resolver)
  t.after(() => sender.close())
  return sender
}

test('a host name that changes to a private address between lookups is never connected to, in 1,000 requests', async (t) => {
  let hits = 0
  const stray = canary()
  const port = await web(t, (_request, response) => {
    hits += 1
    // The next request has to resolve the name again.
    response.writeHead(204, { connection: 'close' }).end()
  })
  await web(t, stray.answer, '127.0.0.2', port)
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['169.254.169.254'], []]
  let lookups = 0
  const flipping: Lookup = async () => answers[lookups++ % 5]!.map((address) => ({ address, family: 4 }))
  const sender = senderFor(t, '127.0.0.1', flipping)
  const outcomes: Record<string, number> = {}
  for (let n = 0; n < 1_000; n += 1) {
    const { outcome, address } = await sender.send(message(`http://rebind.test:${port}/`))
    assert.equal(address, outcome === 'delivered' ? '127.0.0.1' : null)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  assert.deepEqual([outcomes, hits, stray.seen.hits], [{ delivered: 200, blocked_address: 800 }, 200, 0])
})

test('a failed lookup allows no connection', async (t) => {
  const failing: Lookup = () => Promise.reject(Object.assign(new Error('SERVFAIL'), { code: 'EAI_AGAIN' }))
  const { outcome, detail } = await senderFor(t, '127.0.0.1', failing).send(message('http://broken.test/'))
  assert.deepEqual([outcome, detail], ['dns', 'the host name does not resolve (EAI_AGAIN)'])
})

test('a local address is refused in every notation', async (t) => {
  const { seen, connected } = canary()
  const port = await listen(t, createTcpServer(connected))
  // Without IPv6 on this machine, nothing can be reached by it.
  await listen(t, createTcpServer(connected), '::1', port).catch(() => undefined)
  const sender = senderFor(t, '')
  for (const host of LOCAL_HOSTS) {
    const { outcome } = await sender.send(message(`http://${host}:${port}/`))
    assert.ok(['blocked_address', 'dns'].includes(outcome), `${host}: ${outcome}`)
  }
  assert.equal(seen.hits, 0)
})

test('no redirect is followed, whatever its status', async (t) => {
  const stray = canary()
  const target = await web(t, stray.answer)
  const port = await web(t, ({ url }, response) => {
    response.writeHead(Number(url!.slice(1)), { location: `http://127.0.0.1:${target}/` }).end()
  })
  const sender = senderFor(t, '127.0.0.0/8')
  for (const status of [300, 301, 302, 303, 304, 307, 308]) {
    const sent = await sender.send(message(`http://127.0.0.1:${port}/${status}`))
    assert.deepEqual([sent.outcome, sent.status], ['redirect', status])
  }
  assert.equal(stray.seen.hits, 0)
})

test('a proxy that the environment names is not used', async (t) => {
  const [stray, receiver] = [canary(), canary()]
  const [proxy, port] = [await web(t, stray.answer), await web(t, receiver.answer)]
  const named = {
    HTTP_PROXY: `http://127.0.0.1:${proxy}`,
    http_proxy: `http://127.0.0.1:${proxy}`,
    NODE_USE_ENV_PROXY: '1',
  }
  Object.assign(process.env, named)
  t.after(() => {
    for (const name of Object.keys(named)) delete process.env[name]
  })
  assert.equal((await senderFor(t, '127.0.0.0/8').send(message(`http://127.0.0.1:${port}/`))).outcome, 'delivered')
  assert.deepEqual([stray.seen.hits, receiver.seen.hits], [0, 1])
})

test('an endless response is cut off, and a compressed one is not decompressed', async (t) => {
  const packed = gzipSync(Buffer.alloc(5_000_000))
  const port = await web(t, ({ url }, response) => {
    if (url === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
      return
    }
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) sent += 65_536
    }
    response.on('drain', pour)
    response.writeHead(200)
    pour()
  })
  let sent = 0
  const sender = senderFor(t, '127.0.0.0/8')
  const endless = await sender.send(message(`http://127.0.0.1:${port}/endless`))
  assert.deepEqual([endless.outcome, endless.response_body?.length], ['delivered', 4_096])
  assert.ok(sent < 20_000_000, `${sent} bytes were taken`)
  const bomb = await sender.send(message(`http://127.0.0.1:${port}/bomb`))
  assert.deepEqual([bomb.outcome, bomb.response_body], ['delivered', `(${packed.length} bytes, compressed, not shown)`])
})

test('a slow receiver has ten seconds in all: for the beginning, the headers and the body', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const asked: Promise<unknown>[] = []
  const slow = (head: string) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    asked.push(promise)
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', resolve)
      if (head === '') return
      socket.write(head)
      const drip = setInterval(() => socket.write('x'), 200)
      socket.on('close', () => clearInterval(drip))
    })
    return listen(t, server)
  }
  const silent = await slow('')
  const headers = await slow('HTTP/1.1 200 OK\r\nx-slow: ')
  const body = await slow('HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n')
  const { promise: answered, resolve } = Promise.withResolvers<unknown>()
  subscribe('http.client.response.finish', resolve)
  t.after(() => unsubscribe('http.client.response.finish', resolve))
  const sender = senderFor(t, '127.0.0.0/8')
  let settled = 0
  const sending = [silent, headers, body].map((port) =>
    sender.send(message(`http://127.0.0.1:${port}/`)).finally(() => (settled += 1)),
  )
  await Promise.all([...asked, answered])
  t.mock.timers.tick(9_999)
  await setImmediate()
  assert.equal(settled, 0)
  t.mock.timers.tick(1)
  const [first, second, third] = await Promise.all(sending)
  assert.deepEqual([first!.outcome, first!.detail], ['timeout', 'no response within 10 seconds'])
  assert.equal(second!.outcome, 'timeout')
  // The status had arrived.
  assert.deepEqual([third!.outcome, third!.status], ['delivered', 200])
})

test('invalid HTTP and refused connections are distinguished', async (t) => {
  const port = await listen(
    t,
    createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')),
  )
  const huge = await web(t, (_request, response) => response.writeHead(200, { 'x-huge': 'x'.repeat(20_000) }).end())
  const sender = senderFor(t, '127.0.0.0/8')
  assert.equal((await sender.send(message(`http://127.0.0.1:${port}/`))).outcome, 'bad_response')
  assert.equal((await sender.send(message(`http://127.0.0.1:${huge}/`))).outcome, 'bad_response')
  const nobody = await sender.send(message('http://127.0.0.1:9/'))
  assert.deepEqual([nobody.outcome, nobody.detail], ['connect', 'no connection, or it was interrupted (ECONNREFUSED)'])
})

test(
  'a certificate nobody vouches for is refused, also when the environment would let it pass',
  needs('openssl'),
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-tls-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    spawnSync('openssl', [...args, '-subj', '/CN=localhost', '-keyout', key, '-out', cert])
    let hits = 0
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      hits += 1
      response.end()
    })
    const port = await listen(t, server)
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
    const { outcome, detail } = await senderFor(t, '127.0.0.0/8').send(message(`https://127.0.0.1:${port}/`))
    assert.deepEqual([outcome, detail], ['tls', 'no trusted connection (DEPTH_ZERO_SELF_SIGNED_CERT)'])
    assert.equal(hits, 0)
  },
)

test('a connection closed while idle is replaced without an error', async (t) => {
  let hits = 0
  // Promises keep-alive, but closes connections at once.
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      hits += 1
      socket.write('HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n')
      socket.once('data', () => socket.resetAndDestroy())
    })
  })
  const port = await listen(t, server)
  const sender = senderFor(t, '127.0.0.0/8')
  for (let n = 1; n <= 3; n += 1) {
    assert.equal((await sender.send(message(`http://127.0.0.1:${port}/`))).outcome, 'delivered')
    assert.equal(hits, n)
  }
})
