import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { InfluxDB, Point } from '@influxdata/influxdb-client'
import { InfluxDB as InfluxDB1 } from 'influx'
import { startApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { needed, needs } from '../harness/programs.ts'
import { addSource, historyOf, outageOf, type Sender, type StoredReading } from '../harness/senders.ts'
import { freePort, type Served, servedProgram } from '../harness/served.ts'
import { until } from '../harness/served-people.ts'
import type { Person } from '../harness/test-app.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/sources.md'), 'utf8')

/** The first block of the section of a sender, with its address and token. */
function documented(section: string, { url, token }: Pick<Sender, 'url' | 'token'>): string {
  const found = new RegExp(`^### ${section}\n[\\s\\S]+?\`\`\`\\w+\n([\\s\\S]+?)\`\`\``, 'm').exec(GUIDE)
  assert.ok(found, section)
  return found[1]!.replaceAll('https://tocsin.example/api/sources/1', url).replaceAll('THE_SOURCE_TOKEN', token)
}

test('the client of InfluxDB 1 creates its database and writes points', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'influx' })
  const { hostname, port, pathname } = new URL(source.url)
  const client = new InfluxDB1({
    ...{ host: hostname, port: Number(port), path: pathname },
    ...{ database: 'home', username: 'any', password: source.token },
  })
  await client.createDatabase('home')
  assert.equal((await client.getDatabaseNames()).length, 1)
  const write = (second: number) =>
    client.writePoints([
      {
        measurement: 'air',
        tags: { device: 'hall, 4', room: 'a=b' },
        fields: { co2: 800 + second, note: 'x "y" \\ z', alarm: true },
        timestamp: new Date(1_795_263_600_000 + second * 1_000),
      },
    ])
  await write(1)
  const [device] = await source.adopt('hall, 4')
  await write(2)
  await write(2)
  const end = await outageOf(app)
  await assert.rejects(write(3), /Service Unavailable/)
  await end()
  // For a while it asks no server that has failed.
  await until('the client asks again', () =>
    write(3).then(
      () => true,
      () => undefined,
    ),
  )
  const seen = await historyOf(operator, device!)
  assert.deepEqual(
    seen.map(({ at, metrics, flags }) => [at, metrics, flags]),
    [1, 2, 3].map((second) => [`2026-11-21T12:20:0${second}.000Z`, { co2: 800 + second }, { alarm: true }]),
  )
})

test('the client of InfluxDB 2 writes points, and those of an outage once it is over', async (t) => {
  const app = await startApp(t)
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'influx' })
  const refusals: unknown[] = []
  const writer = new InfluxDB({ url: source.url, token: source.token }).getWriteApi('any', 'any', 'ms', {
    ...{ batchSize: 1, minRetryDelay: 100, maxRetryDelay: 1_000, retryJitter: 10, gzipThreshold: 10 },
    writeFailed: (error) => void refusals.push((error as { statusCode?: number }).statusCode),
  })
  const write = (second: number) => {
    const point = new Point('boiler').tag('device', 'cellar 1').timestamp(1_795_263_600_000 + second * 1_000)
    writer.writePoint(
      point.floatField('temperature', 61.5).intField('starts', second).uintField('run', 8).booleanField('fault', false),
    )
  }
  write(1)
  await until('a message', async () => ((await source.record()).counts.pending > 0 ? true : undefined))
  const [device] = await source.adopt('cellar 1')
  const end = await outageOf(app)
  write(2)
  write(3)
  await until('two refusals', () => (refusals.length >= 2 ? true : undefined))
  await end()
  await historyOnce(operator, device!, (readings) => readings.length >= 3)
  await writer.close()
  assert.ok(refusals.every((status) => status === 503))
  const seen = await historyOf(operator, device!)
  assert.deepEqual(
    seen.map(({ metrics, flags }) => [metrics, flags]),
    [1, 2, 3].map((starts) => [{ temperature: 61.5, starts, run: 8 }, { fault: false }]),
  )
})

/** The parts of OpenTelemetry for JavaScript that this test needs. It is too large to be installed for it. */
interface OpenTelemetry {
  MeterProvider: new (
    options: object,
  ) => {
    getMeter(name: string): {
      createGauge(name: string): { record(value: number): void }
      createCounter(name: string): { add(value: number, attributes?: object): void }
    }
    forceFlush(): Promise<void>
    shutdown(): Promise<void>
  }
  PeriodicExportingMetricReader: new (options: object) => object
  resourceFromAttributes(attributes: object): object
  OTLPMetricExporter: new (options: object) => object
}
const SDK = ['@opentelemetry/sdk-metrics', '@opentelemetry/resources']
const EXPORTERS = ['@opentelemetry/exporter-metrics-otlp-http', '@opentelemetry/exporter-metrics-otlp-proto']

/** Null where it is not installed: `npm install --no-save` and their names bring them. */
async function openTelemetry(exporter: string): Promise<OpenTelemetry | null> {
  try {
    const [...parts] = await Promise.all([...SDK, exporter].map((name) => import(name)))
    return Object.assign({}, ...parts) as OpenTelemetry
  } catch {
    return null
  }
}

for (const exporter of EXPORTERS) {
  const sdk = await openTelemetry(exporter)
  const skip = sdk === null && needed(exporter)
  test(`${exporter} exports metrics, and repeats them when the service is busy`, { skip }, async (t) => {
    const { MeterProvider, PeriodicExportingMetricReader, resourceFromAttributes, OTLPMetricExporter } = sdk!
    const app = await startApp(t)
    const operator = await app.logIn('operator')
    const source = await addSource(app, operator, { format: 'otlp' })
    const headers = { authorization: `Bearer ${source.token}` }
    const provider = new MeterProvider({
      resource: resourceFromAttributes({ 'service.name': 'press', 'host.name': 'hall-4' }),
      readers: [
        new PeriodicExportingMetricReader({
          exporter: new OTLPMetricExporter({ url: `${source.url}/v1/metrics`, headers }),
          exportIntervalMillis: 3_600_000,
        }),
      ],
    })
    cleanUp(t, () => provider.shutdown())
    const meter = provider.getMeter('test')
    const strokes = meter.createCounter('strokes')
    const temperature = meter.createGauge('oil.temperature')
    strokes.add(5, { line: 'a' })
    temperature.record(61.5)
    await provider.forceFlush()
    const [device] = await source.adopt('hall-4')
    const end = await outageOf(app)
    strokes.add(1, { line: 'a' })
    temperature.record(62)
    const exporting = provider.forceFlush()
    await sleep(500)
    await end()
    await exporting
    const seen = await historyOf(operator, device!)
    assert.deepEqual(
      seen.map(({ metrics }) => metrics),
      [
        { strokes: 5, oil_temperature: 61.5 },
        { strokes: 6, oil_temperature: 62 },
      ],
    )
  })
}

/** The readings of a device once they are as they should be. */
const historyOnce = (operator: Person, device: number, isThere: (readings: StoredReading[]) => boolean) =>
  until('its readings', async () => {
    const readings = await historyOf(operator, device)
    return isThere(readings) ? readings : undefined
  })

/** A running Prometheus, by its address. */
interface Prometheus {
  at: string
  /** Moments at which it has scraped itself, milliseconds. */
  scrapes(): Promise<number[]>
  /** Waits for some more, and resolves with the moment of the last one. */
  moreScrapes(): Promise<number>
}

/** Prometheus as documented, scraping itself each second. */
async function startPrometheus(t: TestContext, sender: Pick<Sender, 'url' | 'token'>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-prometheus-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const at = `127.0.0.1:${await freePort()}`
  const file = join(folder, 'prometheus.yml')
  const scraped = `global: {scrape_interval: 1s}\nscrape_configs:\n  - {job_name: self, static_configs: [{targets: ['${at}']}]}\n`
  writeFileSync(file, scraped + documented('Prometheus', sender).replace('node_load1', 'go_goroutines'))
  const args = ['--config.file', file, '--storage.tsdb.path', join(folder, 'data'), '--web.listen-address', at]
  const program = spawn('prometheus', args, { stdio: 'ignore' })
  cleanUp(t, async () => {
    program.kill()
    if (program.exitCode === null) await once(program, 'exit')
  })
  const scrapes = async () => {
    const answer = await fetch(`http://${at}/api/v1/query?query=up[10m]`)
    const { data } = (await answer.json()) as { data: { result: { values: [number, string][] }[] } }
    return (data.result[0]?.values ?? []).map(([second]) => Math.round(second * 1_000))
  }
  return {
    ...{ at, scrapes },
    async moreScrapes() {
      const { length } = await scrapes()
      return until('more scrapes', async () => (await scrapes())[length + 2])
    },
  }
}

const momentsIn = (readings: readonly StoredReading[]): number[] =>
  readings.filter(({ metrics }) => metrics.up === 1).map(({ at }) => Date.parse(at))

/** A reading for each scrape since the first of these, none of them missing and none twice. */
async function assertWhole(readings: readonly StoredReading[], { scrapes }: Prometheus): Promise<void> {
  const moments = momentsIn(readings)
  const [first, last] = [moments[0]!, moments.at(-1)!]
  assert.deepEqual(
    moments,
    (await scrapes()).filter((at) => at >= first && at <= last),
  )
}

test('Prometheus waits when it is beyond the rate, and loses nothing', needs('prometheus'), async (t) => {
  const app = await startApp(t, { isNew: true, runsJobs: true })
  const operator = await app.logIn('operator')
  const source = await addSource(app, operator, { format: 'prometheus' })
  const prometheus = await startPrometheus(t, source)
  await until('a message', async () => ((await source.record()).counts.pending > 0 ? true : undefined))
  const [device] = await source.adopt(prometheus.at)
  await source.call('PATCH', '', { rate_per_s: 5, burst: 1 })
  const end = await outageOf(app)
  await prometheus.moreScrapes()
  await end()
  const last = await prometheus.moreScrapes()
  const seen = await historyOnce(operator, device!, (readings) => momentsIn(readings).includes(last))
  await assertWhole(seen, prometheus)
})

/** An operator of a program, with a token for programs. */
async function operatorOf(served: Served): Promise<Person> {
  await served.run('user', 'add', 'you@example.org', '--role', 'operator')
  const { stdout } = await served.run('token', 'create', 'senders', '--user', 'you@example.org', '--json')
  const authorization = `Bearer ${JSON.parse(stdout).token}`
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(served.url + path, { method, headers, ...sent })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return Object.assign(call, { email: 'you@example.org', authorization })
}

test(
  'Prometheus and the client of InfluxDB 2 lose nothing while the service is killed',
  needs('prometheus'),
  async (t) => {
    const served = await servedProgram(t)
    await served.start()
    const operator = await operatorOf(served)
    const add = async (format: string) => {
      const { body } = await operator('POST', '/api/admin/sources', { name: format, format })
      return { id: body.data.id as number, url: `${served.url}/api/sources/${body.data.id}`, token: body.data.token }
    }
    const adopt = async (id: number, external_id: string) => {
      const items = [{ external_id, device: { name: external_id, module: 'factory' } }]
      const path = `/api/admin/sources/${id}/external-ids/adopt`
      return until('a device to adopt', async () => {
        const { status, body } = await operator('POST', path, { items })
        return status === 200 ? (body.data[0].device_id as number) : undefined
      })
    }
    const [scraped, influx] = [await add('prometheus'), await add('influx')]
    const writer = new InfluxDB({ url: influx.url, token: influx.token }).getWriteApi('any', 'any', 'ms', {
      ...{ batchSize: 1, minRetryDelay: 500, maxRetryDelay: 2_000, maxRetries: 1_000, maxRetryTime: 600_000 },
      writeFailed: () => undefined,
    })
    const write = (second: number) =>
      writer.writePoint(
        new Point('m')
          .tag('device', 'a')
          .intField('n', second)
          .timestamp(1_795_263_600_000 + second * 1_000),
      )
    const prometheus = await startPrometheus(t, scraped)
    write(1)
    await writer.flush()
    const devices = [await adopt(influx.id, 'a'), await adopt(scraped.id, prometheus.at)]
    await prometheus.moreScrapes()
    await served.killService()
    for (const second of [2, 3, 4]) write(second)
    await prometheus.moreScrapes()
    await served.start()
    await historyOnce(operator, devices[0]!, (readings) => readings.length >= 4)
    await writer.close()
    const last = await prometheus.moreScrapes()
    const seen = await historyOnce(operator, devices[1]!, (readings) => momentsIn(readings).includes(last))
    await assertWhole(seen, prometheus)
    const written = await historyOf(operator, devices[0]!)
    assert.deepEqual(
      written.map(({ metrics }) => metrics.n),
      [1, 2, 3, 4],
    )
  },
)
