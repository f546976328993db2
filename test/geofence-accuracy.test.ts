import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const HOME = { lat: 46.05, lng: 14.5 }
/** 912 m beyond the border of 200 m. */
const ASTRAY = { lat: 46.06, lng: 14.5 }

type Device = Awaited<ReturnType<TestApp['createDevice']>>
interface Fix {
  lat: number
  lng: number
  accuracy?: number
}

async function withFence(app: TestApp, when: 'outside' | 'inside' | 'exit' | 'enter', min_points = 2): Promise<void> {
  const operator = await app.logIn('operator')
  const fence = { circle: { ...HOME, radius_m: 200 } }
  const condition = { type: 'geofence', fence, when, min_points }
  const rule = {
    key: 'home',
    name: 'Home',
    title: 'Home',
    condition,
    levels: [{ severity: 'warning' }],
    clear_for_s: 0,
  }
  assert.equal((await operator('POST', '/api/admin/rules', rule)).status, 201)
}

const alertsOf = async (app: TestApp, { id }: Device) =>
  (await app.rows<{ status: string }>('select status from alerts where device_id = $1', [id])).map(
    ({ status }) => status,
  )

const seconds = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

const ways: Record<string, (app: TestApp, device: Device, fix: Fix) => Promise<number>> = {
  'the own JSON': async (_app, device, { accuracy, ...place }) =>
    (await device.send({ ...place, ...(accuracy === undefined ? {} : { metrics: { accuracy } }) })).status,
  OwnTracks: async (app, { token }, { lat, lng, accuracy }) => {
    const answer = await fetch(`${app.url}/api/telemetry/owntracks`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`phone:${token}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ _type: 'location', tst: seconds(app), lat, lon: lng, acc: accuracy }),
    })
    return answer.status
  },
  OsmAnd: async (app, { token }, { lat, lng, accuracy }) => {
    const place = new URLSearchParams({ id: token, timestamp: `${seconds(app)}`, lat: `${lat}`, lon: `${lng}` })
    if (accuracy !== undefined) place.set('accuracy', `${accuracy}`)
    return (await fetch(`${app.url}/api/telemetry/osmand`, { method: 'POST', body: place })).status
  },
}

for (const [way, send] of Object.entries(ways)) {
  test(`fixes that may be wrong by more than they are beyond the border leave no fence, by ${way}`, async (t) => {
    const app = await startApp(t)
    await withFence(app, 'exit')
    const worker = await app.createDevice({ module: 'worker' })
    const go = async (...fixes: Fix[]) => {
      for (const fix of fixes) {
        await app.leap({ seconds: 10 })
        assert.equal(await send(app, worker, fix), 200)
      }
      return alertsOf(app, worker)
    }
    const [near, poor] = [
      { ...HOME, accuracy: 10 },
      { ...ASTRAY, accuracy: 3_000 },
    ]
    assert.deepEqual(await go(near, near, near, near, poor, poor, poor), [])
    assert.deepEqual(await go({ ...ASTRAY, accuracy: 913 }, { ...ASTRAY, accuracy: 913 }), [])
    assert.deepEqual(await go({ ...ASTRAY, accuracy: 911 }, poor), [], 'one location beyond the border')
    assert.deepEqual(await go({ ...ASTRAY, accuracy: 911 }), ['firing'], 'a poor one between does not count')
  })
}

test('a fix that may be on either side neither enters nor returns, and one without an accuracy decides', async (t) => {
  const app = await startApp(t)
  await withFence(app, 'outside', 1)
  const worker = await app.createDevice({ module: 'worker' })
  const after = async (fix: Fix) => {
    await app.leap({ seconds: 10 })
    await ways['the own JSON']!(app, worker, fix)
    return alertsOf(app, worker)
  }
  assert.deepEqual(await after({ ...ASTRAY, accuracy: 3_000 }), [], 'the first location')
  assert.deepEqual(await after(ASTRAY), ['firing'])
  assert.deepEqual(await after({ ...HOME, accuracy: 3_000 }), ['firing'])
  assert.deepEqual(await after({ ...HOME, accuracy: 201 }), ['firing'])
  assert.deepEqual(await after({ ...HOME, accuracy: 199 }), ['resolved'])
  assert.deepEqual(await after({ ...ASTRAY, accuracy: -1 }), ['firing'], 'no accuracy is below 0')
})
