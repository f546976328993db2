import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { MEASURES } from '../src/core/vocabulary/measures.ts'
import type { DeviceModule } from '../src/core/vocabulary/modules/device-module.ts'
import { DEVICE_MODULES, type KnownFlag, type KnownMetric, MODULES } from '../src/core/vocabulary/modules.ts'
import { WORDS } from '../src/words/words.ts'
import { startApp } from './harness/app.ts'

const root = join(import.meta.dirname, '..')
const asIs = { serializers: [String] }
/** The compiler names a metric or flag without a word; other languages are checked against English. */
const NAMES: Readonly<Record<string, string>> = WORDS.en.shared.measures satisfies Record<
  KnownMetric | KnownFlag,
  string
>
WORDS.en.shared.measuresInside satisfies Record<KnownMetric | KnownFlag, string>
const KINDS: [string, DeviceModule][] = Object.entries(DEVICE_MODULES)

test('the manual and the client of devices have the modules of the code; npm run schemas renews them', (t) => {
  t.assert.fileSnapshot(manual(), join(root, 'docs/modules.md'), asIs)
  t.assert.fileSnapshot(
    `// Made of src/core/vocabulary/modules.ts by \`npm run schemas\`; not to be edited.\n\n${[
      'export type Module =',
      ...MODULES.map((module) => `  | '${module}'`),
    ].join('\n')}\n`,
    join(root, 'packages/device-client/src/module.ts'),
    asIs,
  )
})

test('a metric of several modules has one unit', () => {
  for (const [module, { metrics }] of KINDS) {
    for (const [name, { measure }] of Object.entries(metrics)) assert.deepEqual(MEASURES[name], measure, module)
  }
})

test('what a module shows first and sends as an example is a known metric, and its usual values are a range', () => {
  for (const [module, { metrics, headline, example }] of KINDS) {
    for (const name of headline.flat()) assert.ok(name in MEASURES, `${module} ${name}`)
    assert.ok(example.metric in metrics, module)
    for (const { usual } of Object.values(metrics)) assert.ok(usual[0] < usual[1], module)
  }
})

test('the API accepts each module and no other, in devices, readings, silences and webhooks', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  for (const module of MODULES) assert.equal((await (await app.createDevice({ module })).send({ module })).status, 200)
  const device = await app.createDevice()
  const refused = [
    await admin('POST', '/api/admin/devices', { name: 'Moon', module: 'moon' }),
    await admin('PATCH', `/api/admin/devices/${device.id}`, { module: 'moon' }),
    await admin('POST', '/api/admin/webhooks', { name: 'Moon', url: 'https://example.com', modules: ['moon'] }),
    await admin('POST', '/api/admin/silences', { reason: 'Moon', modules: ['moon'], ends_at: '2100-01-01T00:00:00Z' }),
    await admin('GET', '/api/mobile/devices?module=moon'),
    await device.send({ module: 'moon' }),
  ]
  for (const { status, body } of refused) assert.deepEqual([status, /module/.test(JSON.stringify(body))], [400, true])
})

function manual(): string {
  const sections = KINDS.map(([module, { metrics, rareMetrics = {}, texts = {}, flags }]) => {
    const rows = [
      ...Object.entries(metrics).map(([name, { measure, usual }]) => [name, measure.unit, usual.join(' to ')]),
      ...Object.entries(rareMetrics).map(([name, { unit }]) => [name, unit, 'few devices send it']),
      ...Object.entries(texts).map(([name, text]) => [name, 'a text', `such as ${text}`]),
    ].map(([name, unit, usual]) => `| \`${name}\` | ${NAMES[name!]} | ${unit} | ${usual} |`)
    const raised = Object.entries(flags).map(
      ([name, kind]) => `| \`${name}\` | ${NAMES[name]} | ${kind === 'safety' ? 'yes' : ''} |`,
    )
    return `## ${module}

For ${WORDS.en.shared.moduleHints[module as keyof typeof DEVICE_MODULES]}.

| Metric | Name | Unit | Usual |
|---|---|---|---|
${rows.join('\n')}

| Flag | Name | Safety |
|---|---|---|
${raised.join('\n')}
`
  })
  return `# Modules

A module says what a device is for. Rules and the console know these metrics and flags of it; any others may be sent as well.
The *Connect* page of a device and the form of a rule point out flags that the module does not know, with the one that was probably meant.
Values are sent in these units. *Usual* values are those of an ordinary day: no built-in rule fires, and
\`npx tocsin simulate\` sends such values. No [limit of readings](sites.md#limits-of-readings) rejects a reading with a flag
of *safety* that is true.

<!-- Made of src/core/vocabulary/modules.ts by \`npm run schemas\`; not to be edited. -->

${sections.join('\n')}`
}
