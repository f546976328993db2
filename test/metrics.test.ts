import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkService } from '../src/app/doctor/check-service.ts'
import { watchProcess } from '../src/app/metrics/node-metrics.ts'
import { BY_COMMAND, recordChange } from '../src/core/audit-log/record-change.ts'
import { rawRequest } from './bad-inputs/raw-request.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { certificate } from './harness/certificate.ts'
import { cleanUp } from './harness/cleanup.ts'
import { databaseUrl } from './harness/database.ts'
import { MQTT } from './harness/mqtt-client.ts'
import { needs } from './harness/programs.ts'
import { startReceiver } from './harness/receiver.ts'
import { servedProgram } from './harness/served.ts'

const root = join(import.meta.dirname, '..')

interface Scraped {
  status: number
  text: string
  /** That of the node which has answered: the ids of its requests begin with it. */
  process: string
}

async function scrape(url: string, headers: Record<string, string> = {}): Promise<Scraped> {
  const answer = await fetch(`${url}/metrics`, { headers })
  const [process = ''] = answer.headers.get('x-request-id')!.split('-')
  return { status: answer.status, text: await answer.text(), process }
}

/** The value of one series, given as `name{a="b"}`. */
function seriesOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  assert.ok(line, `${series} is not there`)
  return Number(line.slice(series.length + 1))
}

async function sendSome(app: TestApp): Promise<void> {
  const monitor = await app.createDevice({ module: 'health' })
  assert.equal((await monitor.send({ ts: 1_770_000_000, metrics: { systolic: 185 } })).status, 200)
  assert.equal((await monitor.send({ ts: 1_770_000_000, metrics: { systolic: 185 } })).status, 200)
  assert.equal((await monitor.send({ module: 'toaster' })).status, 400)
  const boiler = await app.createDevice({ module: 'factory' })
  assert.equal((await boiler.send({ metrics: { gas_ppm: 3 } })).status, 200)
}

test('each stage of a reading is counted: stored, repeated and refused, its group, its rules, its alert', async (t) => {
  const app = await startApp(t, { isNew: true })
  await sendSome(app)
  const { status, text } = await scrape(app.url)
  assert.equal(status, 200)
  assert.equal(seriesOf(text, 'tocsin_readings_total{module="health",result="stored"}'), 1)
  assert.equal(seriesOf(text, 'tocsin_readings_total{module="health",result="repeated"}'), 1)
  assert.equal(seriesOf(text, 'tocsin_readings_total{module="factory",result="stored"}'), 1)
  assert.equal(seriesOf(text, 'tocsin_ingestion_refusals_total{code="400"}'), 1)
  assert.equal(seriesOf(text, 'tocsin_reading_duration_seconds_count'), 3)
  assert.equal(seriesOf(text, 'tocsin_group_commit_readings_sum'), 3)
  assert.equal(seriesOf(text.replaceAll('{cell="0"}', ''), 'tocsin_readings_queued'), 0)
  assert.ok(seriesOf(text, 'tocsin_rule_evaluation_seconds_total') > 0)
  assert.equal(seriesOf(text, 'tocsin_alerts_open{severity="critical",status="firing"}'), 1)
  assert.equal(seriesOf(text, 'tocsin_incidents_open{severity="critical",status="open"}'), 1)
  assert.equal(seriesOf(text, 'tocsin_devices{status="online"}'), 2)
  assert.equal(seriesOf(text, 'tocsin_database_up'), 1)
})

test('readings of a batch that cannot be stored are counted, and requests without a token', async (t) => {
  const app = await startApp(t, { isNew: true })
  const { token } = await app.createDevice({ module: 'factory' })
  const send = (token: string) =>
    fetch(`${app.url}/api/telemetry/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': token },
      body: JSON.stringify([{ module: 'factory' }, { module: 'toaster' }, 7]),
    })
  assert.deepEqual([(await send(token)).status, (await send('0'.repeat(64))).status], [200, 401])
  const { text } = await scrape(app.url)
  assert.equal(seriesOf(text, 'tocsin_readings_rejected_total'), 2)
  assert.equal(seriesOf(text, 'tocsin_ingestion_refusals_total{code="401"}'), 1)
  assert.equal(seriesOf(text, 'tocsin_readings_total{module="factory",result="stored"}'), 1)
})

test('metrics have webhook attempts by outcome, waiting deliveries, and jobs', async (t) => {
  const app = await startApp(t, { isNew: true })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const dead = await startReceiver(t)
  await app.createWebhook({ url: dead.url })
  dead.status = 500
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ metrics: { systolic: 185 } })
  await app.runJobs()
  const { text } = await scrape(app.url)
  assert.equal(seriesOf(text, 'tocsin_webhook_attempts_total{outcome="delivered"}'), 2)
  assert.equal(seriesOf(text, 'tocsin_webhook_attempts_total{outcome="http_status"}'), 1)
  // The second one waits behind the first in its lane.
  assert.equal(seriesOf(text, 'tocsin_deliveries_waiting{state="retrying"}'), 1)
  assert.equal(seriesOf(text, 'tocsin_deliveries_waiting{state="pending"}'), 1)
  const at = seriesOf(text, 'tocsin_job_last_success_timestamp_seconds{task="deliver_webhooks"}')
  assert.ok(Math.abs(at - app.now().getTime() / 1_000) < 1)
  assert.equal(seriesOf(text, 'tocsin_job_failures_total{task="aggregate_hours"}'), 0)
})

test('metrics have the hours that wait, the last backup, and the end of the certificate of MQTT', async (t) => {
  const { certFile, keyFile } = certificate(t)
  const env = { ...MQTT, MQTT_TLS_CERT_FILE: certFile, MQTT_TLS_KEY_FILE: keyFile }
  const app = await startApp(t, { env })
  assert.equal(seriesOf((await scrape(app.url)).text, 'tocsin_last_backup_timestamp_seconds'), 0)
  const change = { action: 'backup.made', subject: { type: 'backup', id: 'x' }, before: null, after: {} }
  const at = new Date('2026-11-21T02:15:00Z')
  await recordChange(app.service.db, BY_COMMAND, change, at)
  await app.rows(`insert into hours_to_aggregate (device_id, hour) values (1, '2026-02-01'), (1, '2026-02-02')`)
  const { text } = await scrape(app.url)
  assert.equal(seriesOf(text, 'tocsin_last_backup_timestamp_seconds'), at.getTime() / 1_000)
  assert.equal(seriesOf(text, 'tocsin_hourly_totals_waiting'), 2)
  const expires = seriesOf(text, 'tocsin_certificate_expires_timestamp_seconds{listener="mqtt"}') * 1_000
  assert.ok(expires > Date.now() + 86_400_000 && expires < Date.now() + 3 * 86_400_000)
})

test('without METRICS_TOKEN, /metrics answers only this machine, and no proxied request', async (t) => {
  const app = await startApp(t, { isNew: true })
  assert.equal((await scrape(app.url)).status, 200)
  const signs = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']
  for (const header of signs) {
    assert.equal((await scrape(app.url, { [header]: '127.0.0.1' })).status, 403, header)
  }
})

test('a proxy on this machine without headers is recognized by the host name or HTTP/1.0', async (t) => {
  const app = await startApp(t, { env: { PUBLIC_URL: 'https://tocsin.example.org' } })
  const { port } = new URL(app.url)
  const ask = (host: string) =>
    new Promise((resolve) => {
      request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (answer) =>
        resolve(answer.resume().statusCode),
      ).end()
    })
  for (const host of ['localhost:8080', 'LOCALHOST', '127.0.0.1', '127.1.2.3:8080', '[::1]:8080']) {
    assert.equal(await ask(host), 200, host)
  }
  for (const host of ['tocsin.example.org', '192.168.1.5', '10.0.0.1:8080', '[fe80::1]']) {
    assert.equal(await ask(host), 403, host)
  }
  assert.equal(await ask('evil.example.org'), 421)
  const asNginx = 'GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n\r\n'
  const { answers } = await rawRequest(app.url, [asNginx])
  assert.equal(answers[0]!.status, 403, 'with nothing but proxy_pass')
})

const outward = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)

const noNetwork = outward === undefined && 'there is no network'

test('doctor checks whether a proxy exposes /metrics', {
  skip: noNetwork,
}, async (t) => {
  const app = await startApp(t, { isNew: true })
  const { port } = new URL(app.url)
  const proxy = createServer((client) => {
    const service = connect(Number(port), '127.0.0.1')
    pipeline(client, service, client, () => undefined)
  })
  await new Promise<void>((listening) => proxy.listen(0, outward!.address, listening))
  cleanUp(t, () => proxy.close())
  const address = `http://${outward!.address}:${(proxy.address() as AddressInfo).port}`
  assert.equal((await scrape(address)).status, 403)
  const findings = await checkService(address, address)
  assert.equal(findings.find(({ about }) => about === 'metrics')!.says, '/metrics can be read there without a token')
})

test('another machine is refused', { skip: noNetwork }, async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t), HOST: '0.0.0.0' })
  await served.start()
  const url = new URL(served.url)
  assert.equal((await scrape(served.url)).status, 200)
  assert.equal((await scrape(`http://${outward!.address}:${url.port}`)).status, 403)
})

test('with METRICS_TOKEN, /metrics answers only requests with the token', async (t) => {
  const app = await startApp(t, { env: { METRICS_TOKEN: 'for the collector'.replaceAll(' ', '-') } })
  const right = { authorization: 'Bearer for-the-collector' }
  assert.equal((await scrape(app.url, right)).status, 200)
  assert.equal((await scrape(app.url, { ...right, 'x-forwarded-for': '203.0.113.9' })).status, 200)
  for (const headers of [{}, { authorization: 'Bearer for-the-collecto' }, { authorization: 'Basic x' }]) {
    const answer = await fetch(`${app.url}/metrics`, { headers })
    assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, 'Bearer'])
  }
})

test('/metrics covers all processes of a node', async (t) => {
  const served = await servedProgram(t, { DATABASE_URL: await databaseUrl(t), WORKERS: '2' })
  await served.start()
  while (seriesOf((await scrape(served.url)).text, 'tocsin_processes') < 2) await sleep(100)
  const added = await served.run('device', 'add', 'Boiler room', '--module', 'factory', '--json')
  const { token } = JSON.parse(added.stdout) as { token: string }
  for (let ts = 1_770_000_000; ts < 1_770_000_020; ts += 1) {
    const answer = await fetch(`${served.url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': token, connection: 'close' },
      body: JSON.stringify({ module: 'factory', ts }),
    })
    assert.equal(answer.status, 200)
  }
  // A process that is slow to tell its part is left out: those are waited for that both tell of, whichever is asked.
  const asked = new Set<string>()
  for (let tries = 0; asked.size < 2; tries += 1) {
    assert.ok(tries < 100, `${asked.size} processes tell of both`)
    await sleep(100)
    const { text, process } = await scrape(served.url, { connection: 'close' })
    if (seriesOf(text, 'tocsin_processes') < 2) continue
    asked.add(process)
    assert.equal(seriesOf(text, 'tocsin_readings_total{module="factory",result="stored"}'), 20)
    assert.equal(seriesOf(text, 'tocsin_devices{status="online"}'), 1)
    assert.ok(seriesOf(text, 'process_resident_memory_bytes') > 50e6)
  }
  while (!/tocsin_job_last_success_timestamp_seconds\{task="run_stale_rules"\}/.test((await scrape(served.url)).text)) {
    await sleep(200)
  }
})

test('every metric named in rules, dashboard and documents exists', async (t) => {
  const app = await startApp(t, { env: { DATA_DIR: root } })
  watchProcess(app.service.registry)
  await app.runJobs()
  const { text } = await scrape(app.url)
  const metrics = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
  const isThere = (name: string) => metrics.has(name) || metrics.has(name.replace(/_(bucket|sum|count)$/, ''))
  for (const file of ['examples/prometheus/tocsin-alerts.yml', 'examples/grafana/tocsin.json', 'docs/monitoring.md']) {
    const named = readFileSync(join(root, file), 'utf8').match(/\b(tocsin|process|nodejs)_[a-z0-9_]+\b/g) ?? []
    assert.deepEqual(
      named.filter((name) => !isThere(name)),
      [],
      file,
    )
  }
  const document = readFileSync(join(root, 'docs/monitoring.md'), 'utf8')
  const ours = [...metrics].filter((name) => name.startsWith('tocsin_'))
  assert.deepEqual(
    ours.filter((name) => !document.includes(`\`${name}`)),
    [],
    'not in docs/monitoring.md',
  )
  const alerts = readFileSync(join(root, 'examples/prometheus/tocsin-alerts.yml'), 'utf8')
  for (const [, name] of alerts.matchAll(/- alert: (\S+)/g)) assert.match(document, new RegExp(`^### .*${name}`, 'm'))
})

test(
  'promtool finds nothing wrong with the metrics, the example rules and the example settings',
  needs('promtool'),
  async (t) => {
    const app = await startApp(t, { isNew: true })
    await sendSome(app)
    await app.runJobs()
    const { text } = await scrape(app.url)
    const lint = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    assert.deepEqual([lint.status, lint.stdout + lint.stderr], [0, ''])
    const folder = join(root, 'examples/prometheus')
    for (const args of [
      ['check', 'rules', join(folder, 'tocsin-alerts.yml')],
      ['check', 'config', join(folder, 'prometheus.yml')],
      ['test', 'rules', ...['tocsin-alerts', 'tocsin-alerts-of-days'].map((name) => join(folder, `${name}.test.yml`))],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
      assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`)
    }
  },
)
