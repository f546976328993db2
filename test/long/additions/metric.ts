import type { Addition } from '../../harness/addition.ts'

/** One more metric of a module: how loud it is in a factory. */
export const addition: Addition = {
  title: 'Adding a metric',
  toy: 'noise_db',
  atMost: 3,
  adds: {},
  edits: {
    'src/core/vocabulary/modules/factory.ts': [
      [
        "    smoke_level: { measure: { unit: '%/ft', digits: 2 }, usual: [0.03, 0.2] },\n",
        "    smoke_level: { measure: { unit: '%/ft', digits: 2 }, usual: [0.03, 0.2] },\n    noise_db: { measure: { unit: 'dB', digits: 0 }, usual: [62, 78] },\n",
      ],
    ],
    'src/words/en.ts': [
      ["    smoke_level: 'Smoke',\n", "    smoke_level: 'Smoke',\n    noise_db: 'Noise',\n"],
      ["    smoke_level: 'smoke',\n", "    smoke_level: 'smoke',\n    noise_db: 'noise',\n"],
    ],
    'src/words/de.ts': [
      [
        "    smoke_level: 'Rauch',\n    oxygen: 'Sauerstoff',\n    lel: 'Brennbares Gas',\n",
        "    smoke_level: 'Rauch',\n    noise_db: 'Lärm',\n    oxygen: 'Sauerstoff',\n    lel: 'Brennbares Gas',\n",
      ],
      [
        "    smoke_level: 'Rauch',\n    oxygen: 'Sauerstoff',\n    lel: 'brennbares Gas',\n",
        "    smoke_level: 'Rauch',\n    noise_db: 'Lärm',\n    oxygen: 'Sauerstoff',\n    lel: 'brennbares Gas',\n",
      ],
    ],
  },
  proof: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulatedDevice } from '../src/fleet/simulator/simulated-device.ts'
import { startApp } from './harness/app.ts'
import { openBrowserAs } from './harness/browser.ts'

test('the noise of a factory has a name and a unit on pages, a field in forms, and is simulated', async (t) => {
  const app = await startApp(t)
  const press = await app.createDevice({ module: 'factory' })
  assert.equal((await press.send({ metrics: { noise_db: 71 } })).status, 200)
  const operator = await openBrowserAs(app, 'operator')
  assert.match((await operator.go(\`/devices/\${press.id}\`)).text, /Noise[\\s\\S]*71 dB/)
  assert.match((await operator.go('/rules/new')).text, /<option value="metrics\\.noise_db">Noise</)
  const noise = Number(simulatedDevice('factory', 1)(0).metrics!.noise_db)
  assert.ok(noise >= 62 && noise <= 78)
})
`,
}
