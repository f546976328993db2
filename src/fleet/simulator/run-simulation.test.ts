import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startStubServer } from '../../../test/harness/stub-server.ts'
import { runSimulation, type SentReading } from './run-simulation.ts'

const DEVICES = [
  { name: 'Paint shop', module: 'factory', token: 'aaa' },
  { name: 'Van 1', module: 'vehicle', token: 'bbb' },
] as const

const now = () => new Date('2026-03-01T12:00:00.250Z')

test('every device sends each interval, with its token and the real time', async (t) => {
  const { url, requests } = await startStubServer(t)
  const result = await runSimulation({ devices: DEVICES, url, intervalS: 5, durationS: 50, speed: 10_000, now })
  assert.deepEqual(result, { sent: 20, accepted: 20, rejected: 0, failed: 0 })
  assert.equal(requests.filter(({ token }) => token === 'aaa').length, 10)
  assert.equal(requests.filter(({ token }) => token === 'bbb').length, 10)
  assert.ok(requests.every(({ path, sent }) => path === '/api/telemetry/ingest' && sent[0] === now().getTime()))
})

test('each reading is reported with its outcome', async (t) => {
  const error = { status: 'error', message: '/lat: too large', code: 400 }
  const { url } = await startStubServer(t, [400, error], [503, {}], 'hang up')
  const told: SentReading[] = []
  const [device] = DEVICES
  const result = await runSimulation({
    ...{ devices: [device], url, intervalS: 60, durationS: 300, speed: 100_000, scenario: 'gas_leak' },
    onSent: (sent) => told.push(sent),
  })
  assert.deepEqual(result, { sent: 5, accepted: 2, rejected: 1, failed: 2 })
  assert.deepEqual(
    told.map(({ device, outcome, struck }) => [device, outcome, struck]),
    [
      ['Paint shop', 'rejected', false],
      ['Paint shop', 'failed', true],
      ['Paint shop', 'failed', true],
      ['Paint shop', 'accepted', true],
      ['Paint shop', 'accepted', true],
    ],
  )
  assert.deepEqual([told[0]?.message, told[4]?.message], ['/lat: too large (400)', null])
})

test('intervals are kept, divided by the speed', async (t) => {
  const { url } = await startStubServer(t)
  const startedAt = performance.now()
  await runSimulation({ devices: DEVICES, url, intervalS: 10, durationS: 40, speed: 100 })
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs >= 295 && tookMs < 10_000, `it took ${tookMs} ms`)
})

test('a signal ends the simulation with the result so far', async (t) => {
  const { url } = await startStubServer(t)
  const stop = new AbortController()
  const result = await runSimulation({
    ...{ devices: [DEVICES[0]], url, intervalS: 3_600, signal: stop.signal },
    onSent: () => stop.abort(),
  })
  assert.deepEqual(result, { sent: 1, accepted: 1, rejected: 0, failed: 0 })
})

test('an unknown token ends the simulation and names the device', async (t) => {
  const { url } = await startStubServer(t, [401, { status: 'error', message: 'Invalid device token', code: 401 }])
  const [device] = DEVICES
  await assert.rejects(runSimulation({ devices: [device], url, intervalS: 5 }), {
    name: 'SendError',
    message: 'The readings of Paint shop were refused: Invalid device token (401)',
  })
})

test('a scenario that finds no device to strike is refused before anything is sent', async (t) => {
  const { url, requests } = await startStubServer(t)
  await assert.rejects(
    runSimulation({ devices: DEVICES, url, intervalS: 5, scenario: 'water_leak' }),
    /needs a device of the module home_infra/,
  )
  assert.equal(requests.length, 0)
})
