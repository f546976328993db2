import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { DEFAULT_PREFERENCES, type Preferences } from '../../core/people/preferences/preferences.ts'
import { parseRules, readRulePacks } from '../../core/rules/packs/rule-packs.ts'
import type { RuleDefinition } from '../../core/rules/rule.ts'
import { type Language, WORDS } from '../../words/words.ts'
import { formats } from '../frame/formats/formats.ts'
import { sentenceOfRule } from './rule-sentence.ts'

const KINDS = new URL('../../core/rehearsal/tests/kinds/rules.yaml', import.meta.url)

function said(rule: RuleDefinition, language: Language = 'en', units: Partial<Preferences> = {}): string {
  const preferences = { ...DEFAULT_PREFERENCES, ...units, language }
  const reader = { t: WORDS[language], format: formats(preferences, new Date()), preferences }
  return String(sentenceOfRule(reader, rule))
    .replace(/<svg class="icon.*?<\/svg>/g, '→')
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u202f', ' ')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
}

const all = async () => [...(await readRulePacks()), ...parseRules(await readFile(KINDS, 'utf8'), 'rules.yaml')]

const ONE: RuleDefinition = {
  key: 'a',
  name: 'A',
  scope: { modules: ['health'] },
  condition: { type: 'threshold', field: 'metrics.systolic', op: 'gt' },
  levels: [{ severity: 'critical', value: 160, for_s: 120 }],
  title: 'A',
}

test('a rule is described in a sentence', () => {
  assert.equal(said(ONE), 'When systolic pressure > 160 mmHg for 2 min on health devices → Critical, opens an incident')
  assert.equal(
    said(ONE, 'de'),
    'Wenn systolischer Druck > 160 mmHg für 2 min bei Geräten (Gesundheit) → Kritisch, eröffnet einen Vorfall',
  )
})

test('each limit is followed by its severity, and a limit of the device is named', () => {
  const levels: RuleDefinition['levels'] = [
    { severity: 'critical', value: { attr: 'max_systolic', default: 180 } },
    { severity: 'warning', value: 140, for_s: 60 },
  ]
  assert.equal(
    said({ ...ONE, scope: { tags: ['ward 3'], exclude_device_ids: [4] }, levels, incident: { mode: 'never' } }),
    'When systolic pressure > 140 mmHg for 1 min Warning or > max_systolic of the device (else 180 mmHg) Critical on all devices tagged ward 3 except 1 device → no incident',
  )
})

test('limits are converted to the units of the reader, differences without the offset of the scale', () => {
  const level = (value: number): RuleDefinition['levels'] => [{ severity: 'warning', value }]
  const temperature = 'metrics.temperature'
  const hot: RuleDefinition = {
    ...ONE,
    condition: { type: 'threshold', field: temperature, op: 'gte' },
    levels: level(38),
  }
  assert.match(said(hot, 'en', { temperature: '°F' }), /temperature ≥ 100\.4 °F/)
  const rate: RuleDefinition = {
    ...ONE,
    condition: { type: 'rate', field: temperature, window_s: 600, calc: 'per_min', op: 'gt' },
    levels: level(1.5),
  }
  assert.match(said(rate, 'en', { temperature: '°F' }), /per minute over 10 min > 2\.7 °F\/min/)
  assert.match(said(rate), /> 1\.5 °C\/min/)
})

test('every kind of condition has a sentence in every language', async () => {
  for (const rule of await all()) {
    for (const language of ['en', 'de'] as const) {
      const text = said(rule, language)
      assert.doesNotMatch(text, /undefined|null|NaN|\[object/, rule.key)
      assert.ok(text.length > 30, text)
      if (process.env.SHOW_SENTENCES) console.log(`${rule.key.padEnd(26)} ${text}`)
    }
  }
})
