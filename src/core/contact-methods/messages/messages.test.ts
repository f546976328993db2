import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { situation } from '../../../../test/harness/situations.ts'
import { DEFAULT_PREFERENCES } from '../../people/preferences/preferences.ts'
import { DETAILS } from '../channels/channel-kind.ts'
import { messageFor } from './compose-message.ts'
import type { IncidentFacts, NotificationFacts } from './notification-facts.ts'

const now = new Date('2026-11-22T13:30:00Z')
const incident = situation({
  ...{ id: 7, title: 'Gas above 3 ppm', device_name: 'Boiler room', notes: 'Hall 4', now, begins: 1_530 },
  alert: { field: 'metrics.gas_ppm', threshold: 3, triggered_value: 4, last_value: 4, peak_value: 4 },
})
/** An incident of which nothing more is known. */
const warning: IncidentFacts = {
  ...{ id: 8, severity: 'warning', title: 'Battery low', title_of: null, device_name: null },
  created_at: incident.created_at,
}
const until = '2026-11-30T08:00:00Z'

const FACTS: Record<string, NotificationFacts> = {
  'the first step': { reason: 'step', incident, step: 1, steps: 3, repeated: false },
  'a repeated step': { reason: 'step', incident, step: 2, steps: 3, repeated: true },
  'a step that somebody asked for while all is clear': {
    ...{ reason: 'step', step: 2, steps: 3, repeated: true, asked: true },
    incident: { ...incident, cleared_since: '2026-11-22T13:20:00Z' },
  },
  'the only step': { reason: 'step', incident: warning, step: 1, steps: 1, repeated: false },
  'new alerts': { reason: 'update', incident, alerts: [{ ...warning, device_name: 'Boiler room' }], rose: false },
  'alerts that raise the severity': { reason: 'update', incident, alerts: [warning, incident], rose: true },
  'a severity that rises by itself': { reason: 'update', incident, alerts: [], rose: true },
  acknowledged: { reason: 'acknowledged', incident, by: 'Ana' },
  'resolved by a person': { reason: 'resolved', incident, by: 'Ana', resolved_at: now.toISOString() },
  'auto-resolved': { reason: 'resolved', incident, by: null, resolved_at: '2026-11-22T13:05:10Z' },
  'reopened by a person': { reason: 'reopened', incident, because: 'person', by: 'Ana' },
  'reopened by an alert': { reason: 'reopened', incident, because: 'alert', by: null },
  'a lapsed acknowledgement': { reason: 'reopened', incident, because: 'lapsed', by: null },
  'many incidents': { reason: 'digest', incidents: [warning, incident], because: 'many' },
  'many incidents, one of them clear': {
    ...{ reason: 'digest', because: 'many' },
    incidents: [warning, { ...incident, cleared_since: '2026-11-22T13:20:00Z' }],
  },
  'the end of quiet hours': { reason: 'digest', incidents: Array(12).fill(warning), because: 'quiet_hours' },
  'many incidents that somebody has': {
    ...{ reason: 'answers', answer: 'acknowledged', by: 'Ana' },
    incidents: [...Array(12).fill(warning), incident],
  },
  'many incidents that somebody has resolved': {
    ...{ reason: 'answers', answer: 'resolved', by: 'Ana' },
    incidents: [warning, incident],
  },
  'many incidents that are over': { reason: 'answers', answer: 'resolved', by: null, incidents: [warning, incident] },
  'a call for help': { reason: 'call', incident, by: 'Ana', note: null, by_id: 3, entry_id: 9 },
  'a call for help with a note': {
    ...{ reason: 'call', by: 'Ana', note: 'bring the Boiler key', by_id: 3, entry_id: 9 },
    incident: { ...incident, cleared_since: '2026-11-22T13:20:00Z' },
  },
  'help that is coming': { reason: 'coming', incident, by: 'Ana' },
  'an assignment': { reason: 'assigned', incident, by: 'Ana', entry_id: 9 },
  'many assignments': { reason: 'answers', answer: 'assigned', by: 'Ana', incidents: [warning, incident] },
  'nobody told': { reason: 'nobody_told', incident },
  'a broken method': { reason: 'method_broken', label: 'Ana’s phone', kind: 'push' },
  test: { reason: 'test', label: 'Ana’s phone' },
  verification: { reason: 'verification', code: '012345', valid_minutes: 15 },
  'a shift that begins': { reason: 'handover', schedule: 'Plant', begins: true, until, other: 'Ben' },
  'a shift that has ended': { reason: 'handover', schedule: 'Plant', begins: false, until: null, other: 'Ben' },
  'a shift tomorrow': { reason: 'handover_reminder', schedule: 'Plant', from: '2026-11-23T08:00:00Z', until },
  'a gap': { reason: 'gap', schedule: 'Plant', unreachable: null, from: '2026-11-23T08:00:00Z', to: until },
  'a gap of every day': {
    ...{ reason: 'gap', schedule: 'Plant', unreachable: null, from: '2026-11-23T08:00:00Z', to: until, is_daily: true },
  },
  'a gap without an end': { reason: 'gap', schedule: 'Plant', unreachable: null, from: until, to: null },
  'a shift of somebody unreachable': { reason: 'gap', schedule: 'Plant', unreachable: 'Ben', from: until, to: null },
}
const units = DEFAULT_PREFERENCES
const frame = { id: '1', role: 'operator' as const, url: 'https://tocsin.example/a/t', action: null, now }

for (const [language, zone] of [
  ['en', 'Europe/London'],
  ['de', 'Europe/Berlin'],
] as const) {
  test(`notifications in ${language}, with full and minimal details`, (t) => {
    const texts = Object.entries(FACTS).map(([name, facts]) => {
      const written = DETAILS.map((details) => {
        const { title, text, quiet } = messageFor(facts, { ...units, language, zone, details }, frame)
        return `${details}${quiet ? ', quiet' : ''}:\n${[title, ...text.split('\n')].join('\n').replace(/^/gm, '  ').trimEnd()}`
      })
      return `## ${name}\n${written.join('\n')}`
    })
    t.assert.fileSnapshot(`${texts.join('\n\n')}\n`, join(import.meta.dirname, `golden/${language}.txt`), {
      serializers: [String],
    })
  })
}

test('minimal details hold no name and no value', () => {
  for (const [name, facts] of Object.entries(FACTS)) {
    for (const language of ['en', 'de'] as const) {
      const { title, subject, text } = messageFor(facts, { ...units, language, zone: null, details: 'minimal' }, frame)
      assert.doesNotMatch(`${title}\n${subject}\n${text}`, /Ana|\bBen\b|Boiler|Gas|Battery|Plant|2026|13:/, name)
      assert.notEqual(title, '')
    }
  }
})

test('a message carries the tag of its incident and the buttons in the language of its reader', () => {
  const action = { url: 'https://tocsin.example/a/t', may: ['acknowledge'] as const }
  const message = messageFor(
    FACTS['the first step']!,
    { ...units, language: 'de', details: 'full' },
    { ...frame, action },
  )
  assert.equal(message.tag, 'incident-7')
  assert.equal(message.incident_id, 7)
  assert.equal(message.subject, 'Boiler room: Gas 4 ppm (über 3)')
  assert.equal(message.ttl_s, 3_600)
  assert.deepEqual(message.action, {
    ...action,
    labels: { acknowledge: 'Bestätigen', resolve: 'Beheben', call: 'Hilfe rufen' },
  })
})

test('a digest is as severe as its worst incident', () => {
  const { severity, incident_id } = messageFor(FACTS['many incidents']!, { ...units, details: 'full' }, frame)
  assert.equal(severity, 'critical')
  assert.equal(incident_id, null)
})
