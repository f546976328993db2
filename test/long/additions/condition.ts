import type { Addition } from '../../harness/addition.ts'

/** A kind of condition: how far a value lies from where it should be. */
export const addition: Addition = {
  title: 'Adding a kind of condition',
  toy: 'deviation',
  atMost: 8,
  adds: {
    'src/core/conditions/kinds/deviation.ts': `import Type from 'typebox'
import type { LeafKind } from './kind.ts'
import { numberReader } from './read-field.ts'
import { closed, Field, INNER, Op } from './shapes.ts'

const Deviation = Type.Object(
  { type: Type.Literal('deviation'), field: Field, target: Type.Number(), op: Op, ...INNER },
  closed,
)

/** Compares how far a number lies from where it should be, on either side. */
export const deviation = {
  shape: Deviation,
  compares: 'change',
  notation: ['field', 'target', 'op', 'value', 'clear'],
  read(condition) {
    const read = numberReader(condition)
    return (reading) => {
      const value = read(reading)
      return value === null ? null : Math.abs(value - condition.target)
    }
  },
  sentence: ({ field, target }) => ({ with: [{ field }, { amount: target, of: field }] }),
  form: [
    { as: 'field', of: 'value' },
    { as: 'number', name: 'target' },
    { as: 'choice', name: 'op' },
    { as: 'limits' },
  ],
} as const satisfies LeafKind<typeof Deviation>
`,
  },
  edits: {
    'src/core/conditions/kinds.ts': [
      [
        "import { count } from './kinds/count.ts'\n",
        "import { count } from './kinds/count.ts'\nimport { deviation } from './kinds/deviation.ts'\n",
      ],
      ['score, stale, geofence }', 'score, stale, geofence, deviation }'],
    ],
    'src/words/en.ts': [
      ["    score: 'Score',\n", "    score: 'Score',\n    deviation: 'Deviation',\n"],
      ["    margin: 'Margin to clear',\n", "    margin: 'Margin to clear',\n    target: 'From',\n"],
      [
        '    score: (of: string) => `score of ${of}`,\n',
        '    score: (of: string) => `score of ${of}`,\n    deviation: (what: string, target: string) => `${what} differs from ${target}`,\n',
      ],
    ],
    'src/words/de.ts': [
      ["    score: 'Punktzahl',\n", "    score: 'Punktzahl',\n    deviation: 'Abweichung',\n"],
      ["    margin: 'Abstand zur Entwarnung',\n", "    margin: 'Abstand zur Entwarnung',\n    target: 'Von',\n"],
      [
        '    score: (of) => `Punktzahl aus ${of}`,\n',
        '    score: (of) => `Punktzahl aus ${of}`,\n    deviation: (what, target) => `Abweichung (${what}) von ${target}`,\n',
      ],
    ],
    'docs/rules.md': [
      [
        '| `score` | the sum',
        '| `deviation` | how far a value lies from `target` | `field`, `target`, `op` |\n| `score` | the sum',
      ],
    ],
    'src/core/rehearsal/tests/kinds/rules.yaml': [
      [
        '  - key: count.patient\n',
        `  - key: deviation.set
    name: Far from its set point
    condition: { type: deviation, field: metrics.heat, target: 20, op: gt }
    levels: [{ severity: warning, value: 5 }]
    clear_for_s: 0
    title: "{value} from 20"

  - key: count.patient
`,
      ],
    ],
    'src/core/rehearsal/tests/kinds/kinds.test.yaml': [
      [
        'tests:\n',
        `tests:
  - name: a deviation counts on either side
    only: [deviation.set]
    input: [{ field: metrics.heat, values: 20 14 20 26 }]
    expect:
      - { at: 0m, alerts: [] }
      - { at: 1m, alerts: [{ rule: deviation.set, severity: warning, value: 6 }] }
      - { at: 2m, alerts: [] }
      - { at: 3m, alerts: [{ rule: deviation.set, severity: warning }] }

`,
      ],
    ],
  },
  proof: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PREFERENCES } from '../src/core/people/preferences/preferences.ts'
import { formats } from '../src/console/frame/formats/formats.ts'
import { ruleFields, ruleOf } from '../src/console/rules/form/rule-fields.ts'
import { sentenceOfRule } from '../src/console/rules/rule-sentence.ts'
import type { RuleDefinition } from '../src/core/rules/rule.ts'
import { WORDS } from '../src/words/words.ts'
import { startApp } from './harness/app.ts'
import { addUser, openBrowser } from './harness/browser.ts'

const RULE: RuleDefinition = {
  key: 'heat.off',
  name: 'Off',
  condition: { type: 'deviation', field: 'metrics.heat', target: 20, op: 'gt' },
  levels: [{ severity: 'warning', value: 5 }],
  title: 'Off',
}

test('a rule on a deviation is saved, fires, and is shown', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  assert.equal((await admin('POST', '/api/admin/rules', RULE)).status, 201)
  const device = await app.createDevice({ module: 'factory' })
  for (const heat of [20, 14]) {
    await device.send({ metrics: { heat } })
    await app.fastForward({ minutes: 1 })
  }
  const [alert] = await app.rows<{ id: number; triggered_value: number }>("select alert_id as id, triggered_value from alerts where rule_key = 'heat.off'")
  assert.equal(alert?.triggered_value, 6)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'admin')).email)
  assert.match((await browser.go(\`/alerts/\${alert.id}\`)).text, /class="evaluated"/)
  assert.match((await browser.go('/rules/heat.off')).text, /name="p0_target"[^>]* value="20"/)
})

test('its form reads back, and its sentence is in both languages', () => {
  assert.deepEqual(ruleOf(ruleFields(RULE)!).definition.condition, RULE.condition)
  const said = (language: 'en' | 'de') => {
    const preferences = { ...DEFAULT_PREFERENCES, language }
    return String(sentenceOfRule({ t: WORDS[language], format: formats(preferences, new Date()), preferences }, RULE))
  }
  assert.match(said('en'), /heat differs from 20/)
  assert.match(said('de'), /Abweichung \\(heat\\) von 20/)
})
`,
}
