import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { startApp, type TestApp, type TestDevice } from '../harness/app.ts'
import { startReceiver } from '../harness/receiver.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/recipes.md'), 'utf8')

/** The blocks of the page with this mark. */
function blocks(mark: string): string[] {
  const found = [...PAGE.matchAll(new RegExp(`<!-- ${mark} -->\n\`\`\`\\w*\n([\\s\\S]+?)\`\`\``, 'g'))]
  assert.ok(found.length > 0, mark)
  return found.map(([, text]) => text!)
}

async function recipe(t: TestContext, mark: string, options = {}) {
  const app = await startApp(t, options)
  const device = await app.createDevice({ module: 'home_infra' })
  const text = blocks(mark)[0]!.replaceAll('http://tocsin.local:8080', app.url).replaceAll('THE_TOKEN', device.token)
  return { app, device, text }
}

interface StoredReading {
  at: Date
  lat: number | null
  battery: number | null
  metrics: Record<string, number>
  flags: Record<string, boolean>
}

const stored = (app: TestApp, { id }: TestDevice) =>
  app.rows<StoredReading>('select * from report_readings where device_id = $1 order by at desc', [id])

async function newest(app: TestApp, device: TestDevice): Promise<StoredReading> {
  return (await stored(app, device))[0]!
}

test('every reading of the recipes is stored', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  for (const text of blocks('a reading')) assert.equal((await device.send(JSON.parse(text))).status, 200, text)
})

test('the URL for a Traccar server accepts its forwarded positions', async (t) => {
  const { app, device, text } = await recipe(t, 'traccar', { env: { DEVICE_TOKEN_IN_ADDRESS: 'true' } })
  // Times are in milliseconds, speeds in knots.
  const position: Record<string, unknown> = { fixTime: 1734200710000, valid: true, latitude: 64.32232666666667 }
  Object.assign(position, { longitude: 41.0712, altitude: 42.1, speed: 10, course: 283, accuracy: 0 })
  const address = text.trim().replace(/\{(\w+)\}/g, (_, name: string) => String(position[name]))
  assert.equal((await fetch(address)).status, 200)
  const { lat, metrics, at } = await newest(app, device)
  assert.deepEqual(
    [lat, at.toISOString(), metrics.speed_kmh, metrics.heading],
    [64.32232666666667, '2024-12-14T18:25:10.000Z', 18.52, 283],
  )
})

test('the Home Assistant templates match the webhook and the API', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const boiler = await app.createDevice()
  await boiler.send({ battery: 80, metrics: { temperature: 90 } })
  await app.runJobs()
  const json = JSON.parse(receiver.requests.find(({ event }) => event === 'incident.created')!.body)
  const asked = [...blocks('webhook')[0]!.matchAll(/trigger\.json\.([\w.]+)/g)].map(([, path]) => path!)
  assert.equal(asked.length, 4)
  for (const path of asked) assert.ok(partAt(json, path), path)

  const { sensor } = parse(blocks('rest')[0]!)
  const viewer = await app.logIn('viewer')
  const { body } = await viewer('GET', new URL(sensor[0].resource).pathname)
  const [, path] = /value_json\.([\w.]+)/.exec(sensor[0].value_template)!
  assert.equal(partAt(body, path!), 90)
  for (const attribute of sensor[0].json_attributes) assert.ok(attribute in body.data, attribute)
})

test('a Zigbee message becomes a reading that raises an alert', async (t) => {
  const { app, device, text } = await recipe(t, 'function')
  const run = new Function('msg', text)
  // A restart of Zigbee2MQTT publishes it again.
  for (let time = 0; time < 2; time += 1) {
    const { payload, headers } = run({ payload: JSON.parse(blocks('message')[0]!) })
    const answer = await fetch(`${app.url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    assert.equal(answer.status, 200)
  }
  const readings = await stored(app, device)
  assert.deepEqual(
    readings.map(({ at, metrics, flags, battery }) => [at.toISOString(), metrics, flags, battery]),
    [['2026-11-21T12:20:21.480Z', { temperature: 14.2, linkquality: 120 }, { water_leak: true }, 97]],
  )
  assert.deepEqual(await app.rows('select rule_key from alerts'), [{ rule_key: 'home_infra.water_leak' }])
})

test('a retained Zigbee message is none, and one without its time is an error', () => {
  const run = new Function('msg', blocks('function')[0]!)
  const payload = JSON.parse(blocks('message')[0]!)
  assert.equal(run({ payload, retain: true }), null)
  assert.throws(() => run({ payload: { ...payload, last_seen: undefined } }), /last_seen/)
})

test('the rule for Tasmota sends a reading', async (t) => {
  const { app, device, text } = await recipe(t, 'tasmota')
  const [, url, headers, body] = /WebQuery (\S+) POST \[(.+?)\](\{.+\}) ENDON/.exec(text)!
  const answer = await fetch(url!, {
    method: 'POST',
    headers: headers!.split('|').map((header) => header.split(/:(.*)/).slice(0, 2) as [string, string]),
    body: body!.replace('%value%', '21.5'),
  })
  assert.equal(answer.status, 200)
  assert.deepEqual((await newest(app, device)).metrics, { temperature: 21.5 })
})

test('the Shelly script keeps readings without a response', async (t) => {
  const { app, device, text } = await recipe(t, 'shelly')
  let tick = () => {}
  let unixtime = 1_795_263_600
  let isAway = true
  let answered = Promise.resolve()
  const shelly = {
    getComponentStatus: (name: string) => (name === 'sys' ? { unixtime } : { tC: 21.5 }),
    call(
      _: string,
      request: { url: string; method: string; headers: Record<string, string>; body: string },
      tell: CallableFunction,
    ) {
      answered = (isAway ? Promise.reject(new Error('away')) : fetch(request.url, request)).then(
        ({ status }) => tell({ code: status }, 0),
        () => tell(null, -104),
      )
    },
  }
  const timer = { set: (_ms: number, _repeat: boolean, work: () => void) => (tick = work) }
  new Function('Shelly', 'Timer', text)(shelly, timer)
  for (const away of [true, true, false]) {
    isAway = away
    unixtime += 60
    tick()
    await answered
  }
  assert.deepEqual(
    (await stored(app, device)).map(({ at }) => at.getTime() / 1_000),
    [1_795_263_780, 1_795_263_720, 1_795_263_660],
  )
})

test('the cron job of a Linux machine sends a reading', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async (t) => {
  const { app, device, text } = await recipe(t, 'shell')
  await promisify(execFile)('sh', ['-c', text])
  assert.deepEqual(Object.keys((await newest(app, device)).metrics).sort(), ['disk_percent', 'load'])
})

const partAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], value)
