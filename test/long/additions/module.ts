import type { Addition } from '../../harness/addition.ts'

/** A module with three metrics and its rules: hives of bees. */
export const addition: Addition = {
  title: 'Adding a device module',
  toy: 'beehive',
  atMost: 7,
  adds: {
    'src/core/vocabulary/modules/beehive.ts': `import { HUMIDITY, TEMPERATURE } from '../measure.ts'
import type { DeviceModule } from './device-module.ts'

/** Hives of bees. */
export const beehive = {
  icon: 'leaf',
  device: 'hive',
  mobility: 'fixed',
  metrics: {
    weight_kg: { measure: { unit: 'kg', digits: 1 }, usual: [38, 44] },
    brood_temperature: { measure: TEMPERATURE, usual: [33.5, 35.5] },
    humidity: { measure: HUMIDITY, usual: [50, 65] },
  },
  flags: { tipped_over: 'safety', lid_open: 'ordinary' },
  headline: ['weight_kg', 'brood_temperature'],
  example: { metric: 'weight_kg', value: 41.5 },
} as const satisfies DeviceModule
`,
    'src/core/rules/packs/beehive.yaml': `# Hives of bees: the brood, and what happens to the hive.
rules:
  - key: beehive.brood_temperature.low
    name: Brood temperature low
    scope: { modules: [beehive] }
    condition: { type: threshold, field: metrics.brood_temperature, op: lte }
    unit: °C
    levels:
      - { severity: warning, value: 32, clear: 33, for_s: 900 }
    max_gap_s: 7200
    title: "Brood temperature at or below {threshold} °C"
    translations: { de: { name: "Bruttemperatur niedrig", title: "Bruttemperatur bei {threshold} °C oder darunter" } }
    source: "Our own choice: brood is kept at 33 to 36 °C"

  - key: beehive.tipped_over
    name: Hive tipped over
    scope: { modules: [beehive] }
    condition: { type: flag, field: flags.tipped_over }
    late: raise
    levels:
      - { severity: critical }
    title: Hive tipped over
    translations: { de: { name: "Bienenstock umgekippt", title: "Bienenstock umgekippt" } }
    source: Our own choice
`,
    'src/core/rules/packs/beehive.test.yaml': `# What the pack beehive promises: the last value that is still fine, and the first that is not.
tests:
  - name: beehive.brood_temperature.low is warning at 32 for 15 minutes, and not at 32.1
    only: [beehive.brood_temperature.low]
    input:
      - { device: fine, field: metrics.brood_temperature, values: 32.1 }
      - { device: beyond, field: metrics.brood_temperature, values: 32 }
    expect:
      - { at: 899s, alerts: [] }
      - at: 15m
        alerts:
          - { rule: beehive.brood_temperature.low, severity: warning, device: beyond }

  - name: beehive.tipped_over is critical at once
    input:
      - { device: fine, field: flags.tipped_over, values: false }
      - { device: beyond, field: flags.tipped_over, values: true }
    expect:
      - at: 0s
        alerts:
          - { rule: beehive.tipped_over, severity: critical, device: beyond }
`,
  },
  edits: {
    'src/core/vocabulary/modules.ts': [
      [
        "import type { DeviceModule } from './modules/device-module.ts'\n",
        "import { beehive } from './modules/beehive.ts'\nimport type { DeviceModule } from './modules/device-module.ts'\n",
      ],
      ['  fleet,\n}', '  fleet,\n  beehive,\n}'],
    ],
    'src/words/en.ts': [
      ["    fleet: 'Fleet',\n", "    fleet: 'Fleet',\n    beehive: 'Beehive',\n"],
      [
        "    fleet: 'trucks: location, speed, fuel, geofences',\n",
        "    fleet: 'trucks: location, speed, fuel, geofences',\n    beehive: 'weight, brood temperature, humidity',\n",
      ],
      [
        "    power_failure: 'Power failure',\n",
        "    power_failure: 'Power failure',\n    weight_kg: 'Weight',\n    brood_temperature: 'Brood temperature',\n    tipped_over: 'Tipped over',\n    lid_open: 'Lid open',\n",
      ],
      [
        "    power_failure: 'power failure',\n",
        "    power_failure: 'power failure',\n    weight_kg: 'weight',\n    brood_temperature: 'brood temperature',\n    tipped_over: 'tipped over',\n    lid_open: 'lid open',\n",
      ],
    ],
    'src/words/de.ts': [
      ["    fleet: 'Flotte',\n", "    fleet: 'Flotte',\n    beehive: 'Bienenstock',\n"],
      [
        "    fleet: 'Lkw: Position, Geschwindigkeit, Tank, Geofences',\n",
        "    fleet: 'Lkw: Position, Geschwindigkeit, Tank, Geofences',\n    beehive: 'Gewicht, Bruttemperatur, Luftfeuchte',\n",
      ],
      [
        "    fire_detected: 'Feuer erkannt',\n    high_temperature: 'Hohe Temperatur',\n",
        "    fire_detected: 'Feuer erkannt',\n    weight_kg: 'Gewicht',\n    brood_temperature: 'Bruttemperatur',\n    tipped_over: 'Umgekippt',\n    lid_open: 'Deckel offen',\n    high_temperature: 'Hohe Temperatur',\n",
      ],
      [
        "    fire_detected: 'Feuer erkannt',\n    high_temperature: 'hohe Temperatur',\n",
        "    fire_detected: 'Feuer erkannt',\n    weight_kg: 'Gewicht',\n    brood_temperature: 'Bruttemperatur',\n    tipped_over: 'umgekippt',\n    lid_open: 'Deckel offen',\n    high_temperature: 'hohe Temperatur',\n",
      ],
    ],
    'docs/built-in-rules.md': [
      [
        '## How often they call\n',
        `## beehive (2)

| Rule | Value | Warning | Critical | | Source |
|---|---|---|---|---|---|
| \`beehive.brood_temperature.low\` | \`brood_temperature\` °C | ≤ 32 (33), 900 s | | | our own choice |
| \`beehive.tipped_over\` | \`tipped_over\` | | raised | | our own choice |

## How often they call
`,
      ],
    ],
  },
  proof: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savePreferences } from '../src/core/people/preferences/preferences.ts'
import { runRuleTestFile } from '../src/core/rehearsal/tests/read-rule-tests.ts'
import { PACKS } from '../src/core/rules/packs/rule-packs.ts'
import { runSimulation } from '../src/fleet/simulator/run-simulation.ts'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser, openBrowserAs } from './harness/browser.ts'

test('a hive of bees is added, sends, raises an alert, and has its words and units in each language', async (t) => {
  const app = await startApp(t)
  const operator = await openBrowserAs(app, 'operator')
  await operator.go('/devices/new')
  const connect = await operator.send('/devices/new', { name: 'Hive 2', module: 'beehive', tags: '', expected_interval_s: '', notes: '' })
  assert.equal(connect.status, 201)
  assert.match(connect.text, /weight_kg[^}]*41\\.5/)

  const hive = await app.createDevice({ name: 'Hive 1', module: 'beehive' })
  const metrics = { weight_kg: 40.2, brood_temperature: 34.6, humidity: 55 }
  assert.equal((await hive.send({ metrics, flags: { tipped_over: true } })).status, 200)
  const viewer = await app.logIn('viewer')
  const { data } = (await viewer('GET', '/api/mobile/alerts?module=beehive')).body
  assert.deepEqual(
    data.map(({ rule_key, severity }: Record<string, string>) => [rule_key, severity]),
    [['beehive.tipped_over', 'critical']],
  )

  const shown = { en: /Weight[\\s\\S]*40\\.2 kg/, de: /Gewicht[\\s\\S]*40,2 kg/ }
  const list = { en: 'Beehive', de: 'Bienenstock' }
  for (const language of ['en', 'de'] as const) {
    const { id, email } = await addUser(app, 'viewer')
    await savePreferences(app.service.db, id, { language })
    const browser = openBrowser(app.url)
    await browser.logIn(email)
    assert.match((await browser.go(\`/devices/\${hive.id}\`)).text, shown[language])
    assert.ok((await browser.go('/devices')).text.includes(list[language]))
  }
})

test('a simulated hive sends usual values, which raise nothing, and its pack passes its tests', async (t) => {
  const app = await startApp(t)
  const { token, id } = await app.createDevice({ module: 'beehive' })
  const devices = [{ name: 'Hive', module: 'beehive' as const, token }]
  const result = await runSimulation({ devices, url: app.url, intervalS: 5, durationS: 15, speed: 100 })
  assert.equal(result.accepted, 3)
  const viewer = await app.logIn('viewer')
  const { latest } = (await viewer('GET', \`/api/mobile/devices/\${id}\`)).body.data
  assert.ok(latest.metrics.weight_kg >= 38 && latest.metrics.weight_kg <= 44)
  assert.deepEqual(await app.rows('select rule_key from alerts'), [])
  for (const { differences } of (await runRuleTestFile(new URL('beehive.test.yaml', PACKS).pathname)).tests)
    assert.deepEqual(differences, [])
})
`,
}
