import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadingBody, toReading } from './reading.ts'

const RECEIVED_AT = Date.UTC(2026, 2, 1)
const STORED: [ReadingBody, bigint][] = [
  [{ module: 'worker' }, 9071882002108676285n],
  [
    {
      module: 'health',
      ts: RECEIVED_AT / 1_000,
      lat: 46.05,
      lng: -14.5,
      battery: 80,
      signal: -70,
      metrics: { spo2: 98, temperature: 36.6 },
      flags: { panic_pressed: false },
    },
    3186545259855449533n,
  ],
  [{ module: 'factory', ts: 12, metrics: { gas_ppm: 1e-7, gas_type: 'Rädon "²²²"' } }, -3522016369534243560n],
]

test('the digest of a content never changes: it identifies stored readings', () => {
  for (const [body, digest] of STORED) assert.equal(toReading(body, RECEIVED_AT).digest, digest)
})
