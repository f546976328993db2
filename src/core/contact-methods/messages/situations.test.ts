import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { NIGHT, PRESSURE, SITUATIONS, situation } from '../../../../test/harness/situations.ts'
import { DEFAULT_PREFERENCES } from '../../people/preferences/preferences.ts'
import { BRIEF_CHARACTERS, cutAtWord } from './brief-message.ts'
import { type MessageReader, messageFor } from './compose-message.ts'
import type { NotificationFacts } from './notification-facts.ts'

const EN: MessageReader = { ...DEFAULT_PREFERENCES, zone: 'Europe/Ljubljana', details: 'full' }
const DE: MessageReader = { ...EN, language: 'de' }
const frame = { id: '1', role: 'operator' as const, url: 'https://tocsin.example/a/t', action: null, now: NIGHT }
const step = (incident: (typeof SITUATIONS)[string]): NotificationFacts => ({
  ...{ reason: 'step', incident, step: 1, steps: 3, repeated: false },
})
const written = (facts: NotificationFacts, reader = EN) => messageFor(facts, reader, frame)
const firstTwo = (facts: NotificationFacts, reader = EN) => {
  const { title, text } = written(facts, reader)
  return [title, text.split('\n')[0]]
}
const of = (name: string) => SITUATIONS[name]!

test('title and first line say who, how bad, since when, where and what helps', () => {
  assert.deepEqual(firstTwo(step(of('pressure'))), [
    'Room 3: systolic 196 mmHg (above 180)',
    'Critical for 2 min. Ward 2, left of the lift. Key safe 4711.',
  ])
  assert.deepEqual(firstTwo(step(of('fall'))), [
    'Monitor Ana: fall detected',
    'Critical, 02:38. 2 km N of Kranj, fix 1 min old. At home. Door code 1805.',
  ])
  assert.deepEqual(firstTwo(step(of('gas'))), [
    'Tank farm: CO 84 ppm (at or above 70)',
    'Critical for 1 min, rising. Hall 4. Do not enter without air.',
  ])
  assert.deepEqual(firstTwo(step(of('van'))), ['LJ 352-CR: 147 km/h (above 140)', 'Critical for 40 s. Near Celje.'])
  assert.deepEqual(firstTwo(step(of('leak'))), [
    'Cellar: water leak',
    'Critical, Sat 21 Nov, 23:10. Main valve behind the boiler.',
  ])
  assert.deepEqual(firstTwo(step(of('offline storm'))), [
    'Hall 4: 97 of 98 devices offline',
    'Critical, since 02:35. First: gateway Hall 4.',
  ])
  assert.deepEqual(firstTwo({ ...step(of('pressure that is clear')), asked: true } as NotificationFacts), [
    'Room 3: back to 128 mmHg',
    'Clear since 02:38, after 14 min. Not yet resolved.',
  ])
})

test('an update says a new alert once: above if the block is of it or names it, else in a line', () => {
  const titled = (title: string, key: string) => ({
    ...{ title, device_name: 'Room 3', severity: 'warning' as const },
    title_of: { of: 'rule' as const, key, version: 1, threshold: 91, value: 90, device: 'Room 3' },
  })
  const [pressure, spo2, pulse] = [titled('Pressure', 'p'), titled('SpO2', 's'), titled('Pulse', 'h')]
  const incident = situation({ ...pressure, id: 7 })
  incident.headline!.also = {
    ...incident.headline!,
    ...spo2,
    label: 'SpO2',
    metric: 'spo2',
    device_name: null,
    more: 1,
  }
  const lines = (alerts: (typeof pressure)[], facts = incident) =>
    written({ reason: 'update', incident: facts, alerts, rose: false }).text.split('\n').slice(1)
  assert.deepEqual(lines([pressure, spo2, pulse]), ['Warning: Pulse – Room 3'])
  const elsewhere = { ...spo2, device_name: 'Room 4', title_of: { ...spo2.title_of, device: 'Room 4' } }
  assert.deepEqual(lines([elsewhere]), ['Warning: SpO2 – Room 4'])
  const cleared = { ...incident, cleared_since: NIGHT.toISOString() }
  assert.deepEqual(lines([spo2], cleared), ['Warning: SpO2 – Room 3'])
})

for (const [language, reader] of [
  ['en', EN],
  ['de', DE],
] as const) {
  test(`the situations of a decisive moment in ${language}, with full and minimal details`, (t) => {
    const texts = Object.entries(SITUATIONS).flatMap(([name, incident]) => {
      const reasons: Record<string, NotificationFacts> = {
        '': step(incident),
        ', acknowledged': { reason: 'acknowledged', incident, by: 'Ana' },
        ', resolved': { reason: 'resolved', incident, by: 'Ana', resolved_at: NIGHT.toISOString() },
      }
      return Object.entries(reasons).map(([what, facts]) => {
        const { title, subject, text } = written(facts, reader)
        const { brief } = written(facts, reader)
        const minimal = written(facts, { ...reader, details: 'minimal' })
        const isSame = brief.title === title && text.startsWith(brief.text)
        return [
          `## ${name}${what}`,
          title,
          text,
          ...(isSame ? [] : [`phone: ${brief.title}`, `phone: ${brief.text}`]),
          ...(subject === title ? [] : [`subject: ${subject}`]),
          `minimal: ${minimal.title} / ${minimal.text}`,
        ].join('\n')
      })
    })
    t.assert.fileSnapshot(`${texts.join('\n\n')}\n`, join(import.meta.dirname, `golden/situations-${language}.txt`), {
      serializers: [String],
    })
  })
}

test('minimal details say severity and number, and nothing else', () => {
  for (const reader of [EN, DE]) {
    for (const [name, incident] of Object.entries(SITUATIONS)) {
      const { title, subject, text, brief, block } = written(step(incident), { ...reader, details: 'minimal' })
      const all = `${title} ${subject} ${text} ${brief.title} ${brief.text}`
      assert.doesNotMatch(
        all,
        /Room|Ana|Tank|LJ|Cellar|Hall|Pump|Freezer|mmHg|ppm|km|Kranj|Celje|code|valve|:\d\d/,
        name,
      )
      assert.equal(block, null)
    }
  }
  const minimal = (reader: MessageReader) => firstTwo(step(of('fall')), { ...reader, details: 'minimal' })
  assert.deepEqual(minimal(EN), ['Critical incident 42', 'Open to see it.'])
  assert.deepEqual(minimal(DE), ['Kritischer Vorfall 42', 'Öffnen, um ihn zu sehen.'])
})

const LONG = 'Bedside monitor of the second bed at the window in the large room of ward two in the old building'
const NOTES =
  'Second floor, left of the lift, third door. Key safe 4711 under the stairs. Daughter +386 40 123 456, neighbour +386 41 654 321. Do not lift him alone; he has a new hip since March.'

test('a value has the time beside how long it lasts; in its first seconds the time says it all', () => {
  const toldAfter = (begins: number) => {
    const { text, block } = written(step(situation({ ...PRESSURE, begins })))
    return [text.split('.')[0], block!.since]
  }
  assert.deepEqual(toldAfter(120), ['Critical for 2 min', 'since 02:38'])
  assert.deepEqual(toldAfter(2), ['Critical, 02:39', null])
})

/** The answers to the five questions, in both languages: who, how bad, since when, where, what helps. */
const ANSWERS: Record<string, readonly RegExp[]> = {
  pressure: [/^(Room 3|Bedside)/, /196 mmHg/, /(Critical|Kritisch)/, /(for|seit) 2 min/, /Second floor|Ward 2/],
  fall: [/^(Monitor|Bedside)/, /fall detected|Sturz erkannt/, /(Critical|Kritisch)/, /02:38/, /km N|Second|At home/],
  gas: [/^(Tank|Bedside)/, /CO 84 ppm/, /(Critical|Kritisch)/, /(for|seit) 1 min/, /Hall 4/],
  van: [/^(LJ|Bedside)/, /147 km\/h/, /(Critical|Kritisch)/, /(for|seit) 40 s/, /(Near|Bei) Celje/],
  leak: [/^(Cellar|Bedside)/, /water leak|Wasseraustritt/, /(Critical|Kritisch)/, /23:10/, /Second floor|Main valve/],
  'offline storm': [
    /^(Hall|Bedside)/,
    /97 (of|von) 98/,
    /(Critical|Kritisch)/,
    /(since|seit) 02:35/,
    /gateway|Bedside/,
  ],
}

test('160 characters of a push message answer the five questions, however long names and notes are', () => {
  for (const reader of [EN, DE]) {
    for (const [name, answers] of Object.entries(ANSWERS)) {
      const plain = of(name)
      const storm = plain.headline!.storm && { ...plain.headline!.storm, where: LONG, first: LONG }
      const long = { ...plain, headline: { ...plain.headline!, device_name: LONG, notes: NOTES, storm } }
      for (const incident of [plain, long]) {
        for (const news of ['step', 'acknowledged'] as const) {
          const facts: NotificationFacts =
            news === 'step' ? step(incident) : { reason: 'acknowledged', incident, by: 'Ana' }
          const { title, text } = written(facts, reader).brief
          assert.ok(title.length + text.length <= BRIEF_CHARACTERS, `${name}: ${title} / ${text}`)
          for (const answer of answers) assert.match(`${title} ${text}`, answer, `${name}: ${title} / ${text}`)
          if (incident === long && storm === null) assert.match(text, /Second/, `${name}: ${text}`)
        }
      }
    }
  }
})

test('whatever names, notes and places are, a push message keeps within 160 characters and says how bad', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 250 })
  fc.assert(
    fc.property(words, words, words, words, (device_name, notes, place, title) => {
      const incident = situation({
        ...PRESSURE,
        ...{ device_name, notes, title, title_of: null, place: { of: 'geofence', name: place } },
        metrics: { systolic: { label: `Pressure ${place}` } },
      })
      for (const facts of [step(incident), step({ ...incident, headline: undefined! })]) {
        const { brief, title: whole, text } = written(facts, DE)
        assert.ok(brief.title.length + brief.text.length <= BRIEF_CHARACTERS)
        assert.ok(`${brief.title}${brief.text}`.isWellFormed())
        for (const part of [brief.title, brief.text, whole]) assert.doesNotMatch(part, /[\r\n\p{Cc}]/u)
        assert.ok(text.split('\n').length <= 2)
        assert.match(brief.text, /Kritisch/)
      }
    }),
  )
})

test('hostile names stay within their line', () => {
  const hostile = situation({
    ...PRESSURE,
    ...{ device_name: 'Room\r\nBcc: x@example.org \u202eb', notes: 'Key\nsafe 4711\u0000', title_of: null },
    place: { of: 'geofence', name: '<b>\n' },
  })
  const { title, subject, text } = written(step(hostile))
  assert.equal(title, 'Room Bcc: x@example.org b: systolic 196 mmHg (above 180)')
  assert.ok(!/[\r\n]/.test(subject))
  assert.equal(text, 'Critical for 2 min. <b>. Key. safe 4711.\nStep 1 of 3')
})

test('what is missing is left out: place, notes, unit, device', () => {
  const bare = situation({
    ...PRESSURE,
    ...{ device_name: null, notes: null, title_of: null },
    alert: { field: 'metrics.co2', threshold: 2_000, triggered_value: 2_100, last_value: 2_100, peak_value: 2_100 },
  })
  assert.deepEqual(firstTwo(step(bare)), ['co2 2,100 (above 2,000)', 'Critical for 2 min.'])
  const { headline: _, ...unknown } = of('fall')
  assert.deepEqual(firstTwo(step(unknown)), ['Monitor Ana: Fall detected', 'Critical, since 02:38.'])
})

test('the name of a device that has been erased is the one that it had, and of one that has moved the one at its site', () => {
  const erased = { ...of('fall'), headline: { ...of('fall').headline!, device_name: null } }
  assert.equal(firstTwo(step(erased))[0], 'Monitor Ana: fall detected')
  const moved = { ...of('fall'), device_name: 'Old', headline: { ...of('fall').headline!, device_name: 'At its site' } }
  assert.equal(firstTwo(step(moved))[0], 'At its site: fall detected')
})

test('the subject stays the same while the value changes, and follows a rise in severity', () => {
  const subject = (change: Partial<typeof PRESSURE> & { alert?: object }) =>
    written(step(situation({ ...PRESSURE, ...change }))).subject
  const first = subject({})
  assert.equal(first, 'Room 3: systolic 196 mmHg (above 180)')
  assert.equal(subject({ alert: { last_value: 210, peak_value: 210 } }), first)
  assert.equal(subject({ alert: { last_value: 128, current_severity: null } }), first)
  assert.equal(written({ reason: 'acknowledged', incident: of('pressure that is clear'), by: 'Ana' }).subject, first)
  const milder = { ...PRESSURE.title_of, threshold: 140, value: 150 }
  assert.equal(subject({ title_of: milder }), 'Room 3: systolic 150 mmHg (above 140)')
})

test('a title that begins with the name of its device says it once', () => {
  const full = situation({ ...PRESSURE, title: 'Room 3 is full', alert: { condition: { type: 'count' } } })
  assert.equal(firstTwo(step(full))[0], 'Room 3 is full')
  const other = situation({ ...PRESSURE, title: 'Room 33 is full', alert: { condition: { type: 'count' } } })
  assert.equal(firstTwo(step(other))[0], 'Room 3: Room 33 is full')
})

test('texts are cut at words, and a single word within', () => {
  assert.equal(cutAtWord('left of the lift', 16), 'left of the lift')
  assert.equal(cutAtWord('left of the lift', 12), 'left of the…')
  assert.equal(cutAtWord('left of the, lift', 14), 'left of the…')
  assert.equal(cutAtWord('x'.repeat(20), 10), `${'x'.repeat(9)}…`)
  assert.equal(cutAtWord('left', 1), '')
})
