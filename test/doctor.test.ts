import assert from 'node:assert/strict'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { CheckResult } from '../src/app/doctor/finding.ts'
import { startReceiver } from './harness/receiver.ts'
import { setUpAppAt } from './harness/second-factor.ts'
import { type Served, servedProgram } from './harness/served.ts'

/** Nobody can be notified by a service as it was installed; each has a test of its own. */
const UNREADY = new Set(['people', 'messages', 'heartbeat'])

async function examine(served: Served, env: Record<string, string> = {}, ...flags: string[]) {
  const before = { ...served.env }
  Object.assign(served.env, env)
  const { code, stdout, stderr } = await served.run('doctor', '--json', ...flags)
  for (const name of Object.keys(env)) delete served.env[name]
  Object.assign(served.env, before)
  assert.equal(stderr, '')
  const { findings } = JSON.parse(stdout) as { findings: CheckResult[] }
  const of = (about: string) => findings.filter((finding) => finding.about === about)
  const unwell = findings
    .filter(({ state, about }) => state !== 'ok' && !UNREADY.has(about))
    .map(({ about, state }) => `${about} ${state}`)
  return { code, findings, of, unwell }
}

/** A proxy that does not forward the requested host name. */
async function forgetfulProxy(t: TestContext, target: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: 'upstream' }
    const asked = request(`${target}${incoming.url}`, { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    asked.end()
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  t.after(() => proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('doctor finds nothing wrong with a healthy service, and names each problem', async (t) => {
  const admin = { ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: 'a quiet harbour at dawn' }
  const served = await servedProgram(t, admin)
  const fresh = await examine(served)
  assert.deepEqual([fresh.code, fresh.unwell], [0, []])
  await served.start()
  const receiver = await startReceiver(t)
  await served.run('webhook', 'add', receiver.url)
  await setUpAppAt(served.url, 'ana@example.org')
  const publicUrl = { PUBLIC_URL: served.url }
  const well = await examine(served, publicUrl, '--url', served.url)
  assert.deepEqual([well.code, well.unwell], [0, []])
  assert.match(well.of('database')[0]!.says, /^PostgreSQL \d+/)
  for (const about of ['webhook 1', 'service', 'ready', 'name', 'metrics'])
    assert.equal(well.of(about).length, 1, about)
  assert.equal(receiver.requests.length, 0, 'no message is sent')

  assert.deepEqual((await examine(served, { MAP_PMTILES: 'gone.pmtiles' })).unwell, ['map warn'])
  const key = join(served.dataDir, 'encryption-key')
  chmodSync(key, 0o644)
  assert.deepEqual((await examine(served)).unwell, ['key file warn'])
  chmodSync(key, 0o600)
  const right = readFileSync(key)
  writeFileSync(key, `${'a'.repeat(64)}\n`)
  const locked = await examine(served)
  assert.deepEqual([locked.code, locked.unwell], [1, ['encryption key fail']])
  assert.match(locked.of('encryption key')[0]!.says, /webhooks 1, .* authenticator apps/)
  writeFileSync(key, right)

  await served.run('webhook', 'add', 'http://127.0.0.1:9/')
  const unreached = await examine(served)
  assert.deepEqual([unreached.code, unreached.unwell], [1, ['webhook 2 fail']])
  const forgetful = await forgetfulProxy(t, served.url)
  const lost = await examine(served, publicUrl, '--url', forgetful)
  assert.deepEqual(lost.unwell, ['webhook 2 fail', 'name fail'])
  assert.ok(lost.of('name')[0]!.advice)
})

test('doctor reports invalid settings, an unreachable database and an unreachable service', async (t) => {
  const served = await servedProgram(t)
  const mistaken = await examine(served, { PORT: '99999', OFFLINE_AFTER_S: 'soon' })
  assert.equal(mistaken.code, 1)
  assert.equal(mistaken.of('settings').length, 2)
  const away = await examine(
    served,
    { DATABASE_URL: 'postgres://a:sesame@127.0.0.1:9/a' },
    '--url',
    'http://127.0.0.1:9',
  )
  assert.deepEqual([away.code, away.unwell], [1, ['database fail', 'service fail']])
  assert.doesNotMatch(JSON.stringify(away.findings), /sesame/)
})

test('doctor says what keeps people from being notified', async (t) => {
  const served = await servedProgram(t)
  await served.start()
  const fresh = await examine(served)
  for (const about of UNREADY) assert.equal(fresh.of(about)[0]!.state, 'warn', about)
  assert.match(fresh.of('heartbeat')[0]!.says, /if this machine dies, nobody will notice/)
  const env = {
    PUBLIC_URL: 'https://tocsin.example.org',
    HEARTBEAT_URL: 'https://hc.example.org/secret',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMTP_FROM: 'tocsin@example.org',
    OUTBOUND: 'off',
    TRUST_PROXY: '127.0.0.1',
  }
  const set = await examine(served, env)
  assert.deepEqual([set.of('messages'), set.of('heartbeat')[0]!.says], [[], 'sent to hc.example.org'])
  assert.deepEqual([set.code, set.of('mail server')[0]!.state, set.of('OUTBOUND')[0]!.state], [1, 'fail', 'warn'])
})
