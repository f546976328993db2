import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const MINUTE = 60
const HOUR = 3_600
const DEFAULT_S = 600

const JOBS = [
  'mark offline devices',
  'run stale rules',
  'run due rules',
  'gather storms',
  'open offline incidents',
  'watch returns of offline devices',
  'resolve due incidents',
]

/** Lets time pass with a node at work, in few steps: silences of hours would take thousands of small ones. */
async function pass(app: TestApp, seconds: number): Promise<void> {
  // Incidents open half a minute after their device went offline, and end five minutes after it is back.
  const [open] = await app.rows(`select from incidents where status <> 'resolved' limit 1`)
  const ends = open === undefined ? [] : [5, 310]
  const steps = seconds > DEFAULT_S ? [...ends, seconds - 40 - (open === undefined ? 0 : 315), 40] : [seconds]
  for (const step of steps) {
    app.setClock({ seconds: step })
    await app.rows('update service_presence set alive_at = $1', [app.now()])
    for (const job of app.service.jobs) if (JOBS.includes(job.name)) while (await job.step(app.now()));
  }
}

async function sendEvery(app: TestApp, device: TestDevice, seconds: number, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await pass(app, seconds)
    await device.send({ metrics: { temperature: 20 } })
  }
}

async function startOffice(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { startsAt: NOW })
  await app.runJobs()
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['device.offline'] })
  const device = await app.createDevice({ name: 'Office' })
  await device.send({ metrics: { temperature: 20 } })
  const call = await app.logIn('operator')
  return {
    app,
    device,
    call,
    record: async () => (await call('GET', `/api/mobile/devices/${device.id}`)).body.data,
    /** How often it went offline, and how many incidents that opened. */
    count: async () => {
      await app.runJobs()
      const [row] = await app.rows<{ incidents: number }>(
        `select count(*)::integer as incidents from incidents where origin = 'offline'`,
      )
      return { offline: receiver.requests.length, incidents: row!.incidents }
    },
  }
}

test('an hourly device without an interval opens no incident, and is not offline between its readings after some hours', async (t) => {
  const { app, device, record, count } = await startOffice(t)
  await sendEvery(app, device, HOUR, 5)
  assert.deepEqual(await count(), { offline: 5, incidents: 0 }, 'offline after ten minutes until its interval is known')
  await sendEvery(app, device, HOUR, 12)
  assert.deepEqual(await count(), { offline: 5, incidents: 0 })

  await pass(app, 3 * HOUR - 1)
  assert.equal((await record()).status, 'online')
  await pass(app, 1)
  assert.equal((await record()).status, 'offline', 'three of its usual intervals')
  await pass(app, MINUTE)
  assert.deepEqual(await count(), { offline: 6, incidents: 1 })
})

test('a device that has sent little is shown as offline after ten minutes, and nobody is told', async (t) => {
  const { app, device, record, count } = await startOffice(t)
  await sendEvery(app, device, MINUTE, 5)
  await pass(app, DEFAULT_S)
  assert.equal((await record()).status, 'offline')
  await pass(app, 24 * HOUR)
  assert.deepEqual(await count(), { offline: 1, incidents: 0 })
})

test('a device that has sent each minute for ten minutes opens an incident ten minutes after its last reading', async (t) => {
  const { app, device, count } = await startOffice(t)
  await sendEvery(app, device, MINUTE, 10)
  await pass(app, DEFAULT_S - 1)
  assert.deepEqual(await count(), { offline: 0, incidents: 0 })
  await pass(app, 1)
  await pass(app, MINUTE)
  assert.deepEqual(await count(), { offline: 1, incidents: 1 })
})

test('three readings within a second and then an hour of silence are an hourly device', async (t) => {
  const { app, device, count, record } = await startOffice(t)
  for (let hour = 0; hour < 8; hour += 1) {
    await sendEvery(app, device, HOUR - 1, 1)
    for (const humidity of [40, 41]) await device.send({ metrics: { humidity } })
    await pass(app, 1)
    await device.send({ metrics: { humidity: 42 } })
  }
  assert.equal((await record()).usual_interval_s, HOUR - 1)
  assert.deepEqual(await count(), { offline: 5, incidents: 0 })
})

test('a batch is one sign of life, however old its readings are', async (t) => {
  const { app, device, record } = await startOffice(t)
  for (let hour = 0; hour < 6; hour += 1) {
    await pass(app, HOUR)
    const at = Math.floor(app.now().getTime() / 1_000)
    const body = Array.from({ length: 60 }, (_, minute) => ({
      module: 'factory',
      ts: at - minute * MINUTE,
      metrics: { temperature: minute },
    }))
    const answer = await fetch(`${app.url}/api/telemetry/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': device.token },
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 200)
    await answer.body?.cancel()
  }
  assert.equal((await record()).usual_interval_s, HOUR)
})

test('a device that changes from hourly to each minute is offline after ten minutes again an hour later', async (t) => {
  const { app, device, record, count } = await startOffice(t)
  await sendEvery(app, device, HOUR, 9)
  await sendEvery(app, device, MINUTE, 59)
  assert.equal((await record()).usual_interval_s, HOUR)
  await sendEvery(app, device, MINUTE, 1)
  const before = await count()
  await pass(app, DEFAULT_S)
  assert.equal((await record()).status, 'offline')
  await pass(app, MINUTE)
  assert.deepEqual(await count(), { offline: before.offline + 1, incidents: before.incidents + 1 })
})

test('a device that changes from each minute to hourly opens three incidents at most', async (t) => {
  const { app, device, record, count } = await startOffice(t)
  await sendEvery(app, device, MINUTE, 10)
  await sendEvery(app, device, HOUR, 8)
  assert.equal((await record()).usual_interval_s, HOUR)
  assert.deepEqual(await count(), { offline: 3, incidents: 3 })
})

test('nights without readings, and two outages of a few hours, are no interval', async (t) => {
  const { app, device, record } = await startOffice(t)
  for (let day = 0; day < 4; day += 1) {
    await sendEvery(app, device, 10 * MINUTE - 10, 12)
    await sendEvery(app, device, 14 * HOUR, 1)
  }
  assert.equal((await record()).usual_interval_s, 10 * MINUTE - 10)

  const van = await app.createDevice({ name: 'Van', module: 'vehicle' })
  await van.send({})
  for (let day = 0; day < 3; day += 1) {
    await sendEvery(app, van, MINUTE, 12)
    await sendEvery(app, van, 14 * HOUR, 1)
  }
  const [row] = await app.rows<{ usual: number }>(
    'select usual_interval_s as usual from device_states where device_id = $1',
    [van.id],
  )
  assert.equal(row!.usual, DEFAULT_S / 3, 'less than the shortest that matters')
})

test('the interval that a person has set counts, and nothing learnt', async (t) => {
  const { app, device, call, record, count } = await startOffice(t)
  await sendEvery(app, device, HOUR, 9)
  await call('PATCH', `/api/admin/devices/${device.id}`, { expected_interval_s: 20 })
  await device.send({})
  await pass(app, 59)
  assert.equal((await record()).status, 'online')
  await pass(app, 1)
  assert.equal((await record()).status, 'offline')
  await pass(app, 30)
  assert.equal((await count()).incidents, 1)
})

test('devices whose interval is not known yet form no storm', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  await app.runJobs()
  const devices = await Promise.all(Array.from({ length: 8 }, () => app.createDevice()))
  for (const device of devices) await device.send({})
  await pass(app, DEFAULT_S)
  await pass(app, 20)
  assert.deepEqual(await app.rows('select status, count(*)::integer from device_states group by status'), [
    { status: 'offline', count: 8 },
  ])
  assert.deepEqual(await app.rows('select origin from incidents'), [])
})

test('the threshold of a device is the same for its status, its alert and its webhook, and is explained', async (t) => {
  const { app, device, call, record } = await startOffice(t)
  const explain = async () =>
    (await call('GET', `/api/admin/rules/device.offline/explain?device_id=${device.id}`)).body.data
  assert.deepEqual([(await explain()).usual_interval_s, (await explain()).levels[0].value], [null, DEFAULT_S])
  await sendEvery(app, device, HOUR, 9)
  // Its alert flapped while its interval was not known. That takes twenty readings to settle.
  await sendEvery(app, device, 1, 20)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['device.offline'] })
  assert.deepEqual([(await explain()).usual_interval_s, (await explain()).levels[0].value], [HOUR, 3 * HOUR])
  assert.equal((await record()).usual_interval_s, HOUR)
  const open = async () => (await call('GET', '/api/mobile/alerts?status=firing')).body.data.length
  await pass(app, 3 * HOUR - 1)
  assert.deepEqual([(await record()).status, await open()], ['online', 0])
  await pass(app, 1)
  assert.deepEqual([(await record()).status, await open()], ['offline', 1])
  await app.runJobs()
  const [offline] = receiver.received('device.offline')
  assert.equal(offline!.data.threshold_s, 3 * HOUR)
})

/** From a minute to a day, as devices are in turn: bursts, steady ones, and those with long silences. */
const gap = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom(60, 199, 200, 201, 300, 600, HOUR, HOUR + 1, 5 * HOUR),
  fc.integer({ min: 1, max: 86_400 }),
)
const stretches = fc.array(
  fc.tuple(gap, fc.integer({ min: 1, max: 14 })).map(([seconds, times]) => Array<number>(times).fill(seconds)),
  { minLength: 1, maxLength: 6 },
)

/** The definition in docs/devices.md, from the whole history of gaps. */
function usualInterval(gaps: readonly number[]): number | null {
  const shortest = DEFAULT_S / 3
  let known: number | null = null
  let silences: number[] = []
  let heardFor = 0
  for (const seconds of gaps) {
    if (seconds > shortest) {
      heardFor = 0
      silences = [...silences, seconds].slice(-9)
      if (silences.length >= (known === null ? 5 : 3)) known = silences.toSorted((one, other) => other - one)[2]!
      continue
    }
    heardFor += seconds
    if (heardFor < Math.max(DEFAULT_S, known ?? 0)) continue
    known = shortest
    silences = []
  }
  return known
}

test('what is stored after each reading is what the whole history of a device says, on two nodes', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const other = await startApp(t, { connection: app.connection, startsAt: NOW })
  await fc.assert(
    fc.asyncProperty(stretches, async (parts) => {
      const device = await app.createDevice()
      await device.send({})
      const past: number[] = []
      for (const [place, seconds] of parts.flat().entries()) {
        for (const node of [app, other]) node.setClock({ seconds })
        past.push(seconds)
        const url = (place % 2 === 0 ? app : other).url
        const answer = await fetch(`${url}/api/telemetry/ingest`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-device-token': device.token },
          // Late ones are signs of life, too.
          body: JSON.stringify({
            module: 'factory',
            ts: Math.floor(app.now().getTime() / 1_000) - (place % 3) * 7,
            metrics: { gas_ppm: place },
          }),
        })
        assert.equal(answer.status, 200)
        await answer.body?.cancel()
      }
      const [row] = await app.rows<{ usual: number | null; gaps: number[] | null }>(
        'select usual_interval_s as usual, silences as gaps from device_states where device_id = $1',
        [device.id],
      )
      assert.equal(row!.usual, usualInterval(past))
      assert.ok((row!.gaps ?? []).length <= 9)
    }),
    { numRuns: 20 },
  )
})

test('the page of a device says when it counts as offline, and what was learnt', async (t) => {
  const { app, device } = await startOffice(t)
  const browser = await openBrowserAs(app, 'viewer')
  const page = async () => (await browser.go(`/devices/${device.id}`)).text.replaceAll(/[\u202f\u00a0]/g, ' ')
  assert.match(await page(), /Offline after 10 min without data · no incident until its usual interval is known/)
  await sendEvery(app, device, HOUR, 5)
  assert.match(await page(), /Offline after 3 h without data · usually sends every 1 h/)
})
