import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isFound, rankOf, wordsOf } from '../../src/console/frame/search/matching.ts'
import {
  cornersOf,
  labelsOf,
  parseDuration,
  parseList,
  parseNumberField,
  scoreOf,
} from '../../src/console/rules/form/field-texts.ts'
import { ruleFromText } from '../../src/console/rules/form/rule-from-text.ts'
import { parseConfiguration } from '../../src/core/configuration/document.ts'
import { readDeviceFile } from '../../src/core/devices/device-csv.ts'
import { calendarText } from '../../src/core/on-call/calendar/calendar-text.ts'
import { ruleFaults } from '../../src/core/rules/editing/check-rule.ts'
import { isEmailAddress } from '../../src/core/settings/connections/email-address.ts'
import { checkedReading } from '../../src/core/telemetry/checked-reading.ts'
import { foldLatest } from '../../src/core/telemetry/latest/latest-metrics.ts'
import { toReading } from '../../src/core/telemetry/reading.ts'
import { parseTime } from '../../src/core/telemetry/values.ts'
import { faultOfTemplate } from '../../src/core/webhooks/formats/template.ts'
import { batchItems, NDJSON } from '../../src/doors/readings/batch-items.ts'
import { readOsmAnd } from '../../src/doors/readings/trackers/osmand.ts'
import { readingOfOwnTracks } from '../../src/doors/readings/trackers/owntracks.ts'
import { countRecorded, readRecording } from '../../src/fleet/recordings/read-recording.ts'
import { csvLine, unguarded } from '../../src/platform/files/csv.ts'
import { clientAddress } from '../../src/platform/http/client-address.ts'
import { versionsToMatch } from '../../src/platform/http/etags.ts'
import { idBehind } from '../../src/platform/http/pagination.ts'
import { parseReadingText } from '../../src/platform/http/schemas/json-bodies.ts'
import { hasUnseen } from '../../src/platform/visible-text.ts'
import { processorMs } from '../harness/processor-ms.ts'

/**
 * Reading input takes time in proportion to its size: with twice the input about twice the time, and never the four times
 * of work that grows with the square. Measured over three doublings, since another program on the machine can make one
 * measurement half as long again.
 */
const MOST = 2.5
/** V8 itself takes up to 2.5 times for an object of many names, which outgrows the caches: the middle of twice and four times. */
const MOST_OF_NAMES = 2.8
const DOUBLINGS = 3
const LEAST_TURNS = 3
const TURNS = 40
/** A measurement takes at least so long. */
const LEAST_MS = 10

interface Row<Input> {
  /** The largest size: where there is a limit, the limit; elsewhere enough for a square to show. */
  limit: number
  /** Another limit of the growth. */
  most?: number
  make: (size: number) => Input
  /** Reads it. What is wrong with the input may be thrown. */
  read: (input: Input) => unknown
}

const row = <Input>(what: Row<Input>): Row<unknown> => what as Row<unknown>
const times = <Of>(count: number, of: (place: number) => Of): Of[] =>
  Array.from({ length: count }, (_, place) => of(place))
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const reading = (place: number) => ({ module: 'factory', ts: 1_760_000_000 + place, metrics: { gas_ppm: place % 50 } })
const KB = 1_024

const folder = mkdtempSync(join(tmpdir(), 'tocsin-'))
after(() => rmSync(folder, { recursive: true }))
/** A recording with this content, as a file. */
const recording = (extension: string, content: (size: number) => string, options = {}) => ({
  make: (size: number) => {
    const path = join(folder, `${size}${Object.keys(options).length}.${extension}`)
    writeFileSync(path, content(size))
    return path
  },
  read: (path: string) => countRecorded(readRecording(path, options)),
})

const RULE = { key: 'own', name: 'Own', title: 'Too hot', source: 'Our own choice', scope: { modules: ['factory'] } }
const ruleOf = (condition: object) => ({ ...RULE, condition, levels: [{ severity: 'warning' }] })

const ROWS: Record<string, Row<unknown>> = {
  'a file of devices: rows': row({
    limit: 3_000,
    make: (size) => `name,module,tags\n${times(size, (place) => `Pump ${place},factory,hall;cellar\n`).join('')}`,
    read: (text) => readDeviceFile('CSV', text),
  }),
  'a file of devices: columns': row({
    limit: 120_000,
    make: (size) => `${'id,'.repeat(size * 0.6)}${'icon,'.repeat(size * 0.4)}name`,
    read: (text) => readDeviceFile('CSV', text),
  }),
  'a file of devices: faulty rows': row({
    limit: 3_000,
    make: (size) => `name,module\n${times(size, (place) => `Pump ${place},nothing\n`).join('')}`,
    read: (text) => readDeviceFile('CSV', text),
  }),
  'a file of devices: one quoted text': row({
    limit: 900 * KB,
    make: (size) => `name,module\n"${'""'.repeat(size / 2)}",factory`,
    read: (text) => readDeviceFile('CSV', text),
  }),
  'a file of devices, as Windows writes it': row({
    limit: 3_000,
    make: (size) => `\uFEFFname,module\r\n${times(size, (place) => `"Pump ""${place}""",factory\r\n`).join('')}`,
    read: (text) => readDeviceFile('CSV', text),
  }),
  'texts in CSV': row({
    limit: 256 * KB,
    make: (size) => `${`;'" =＝\t`.repeat(size / 8)}`,
    read: (text) => unguarded(csvLine([text])),
  }),
  'spaces and quotes in CSV': row({
    limit: 256 * KB,
    make: (size) => `;${`"' `.repeat(size / 3)}`,
    read: (text) => unguarded(csvLine([text])),
  }),
  'a rule as text: unknown keys': row({
    limit: 20_000,
    make: (size) => times(size / 12, (place) => `key_${place}: 1\n`).join(''),
    read: ruleFromText,
  }),
  'a rule as text: nested lists': row({ limit: 20_000, make: (size) => '['.repeat(size), read: ruleFromText }),
  'a rule as text: one long string': row({
    limit: 20_000,
    make: (size) => `name: "${'\\"'.repeat(size / 2)}"`,
    read: ruleFromText,
  }),
  'a configuration file': row({
    limit: 600,
    make: (size) => `devices:\n${times(size, (place) => `  - name: Pump ${place}\n    module: factory\n`).join('')}`,
    read: (text) => parseConfiguration(text, 'file'),
  }),
  'the parts of a rule that are too many': row({
    limit: 4_000,
    make: (size) =>
      ruleOf({ type: 'any', of: times(size, () => ({ type: 'threshold', field: 'battery', op: 'lt', value: 5 })) }),
    read: ruleFaults,
  }),
  'conditions within each other': row({
    limit: 2_000,
    make: (size) => {
      let condition: object = { type: 'threshold', field: 'battery', op: 'lt', value: 5 }
      for (let depth = 0; depth < size; depth += 1) condition = { type: 'all', of: [condition] }
      return ruleOf(condition)
    },
    read: ruleFaults,
  }),
  'a GPX track': row({
    limit: 2_000,
    ...recording('gpx', (size) => {
      const points = times(
        size,
        (place) => `<trkpt lat="46.${place}" lon="14"><time>${new Date(place * 1e3).toISOString()}</time></trkpt>`,
      )
      return `<gpx><trk><trkseg>${points.join('\n')}</trkseg></trk></gpx>`
    }),
  }),
  'a recording in JSON lines': row({
    limit: 6_000,
    ...recording('jsonl', (size) => times(size, (place) => `${JSON.stringify(reading(place))}\n`).join('')),
  }),
  'a recording in JSON lines without a line break': row({
    limit: 16_000_000,
    ...recording('ndjson', (size) => ' '.repeat(size)),
  }),
  'a recording as a table': row({
    limit: 6_000,
    ...recording(
      'csv',
      (size) => `ts,module,metrics.gas_ppm\n${times(size, (place) => `${place + 1},factory,3\n`).join('')}`,
    ),
  }),
  'a recording as a table of many columns': row({
    limit: 8_000,
    ...recording(
      'csv',
      (size) => `ts,module,${times(size, (place) => `metrics.m${place}`).join(',')}\n1,factory${',1'.repeat(size)}\n`,
      { module: 'fleet' },
    ),
  }),
  'a batch as an array': row({
    limit: 1_000,
    make: (size) => json(times(size, reading)),
    read: (body) => batchItems(body, 'application/json'),
  }),
  'a batch in lines': row({
    limit: 1_000,
    make: (size) => Buffer.from(times(size, (place) => JSON.stringify(reading(place))).join('\n')),
    read: (body) => batchItems(body, NDJSON),
  }),
  'a batch of faulty lines': row({
    limit: 1_000,
    make: (size) => Buffer.from(`{"module":"factory",\n`.repeat(size)),
    read: (body) => batchItems(body, NDJSON),
  }),
  'a reading with too many names': row({
    // An object of more than a thousand names is stored in another way, which costs more for each: both have more.
    // Both are also larger than the caches, which hold less while the machine is busy.
    limit: 80_000,
    most: MOST_OF_NAMES,
    make: (size) => JSON.stringify({ metrics: Object.fromEntries(times(size, (place) => [`m${place}`, place])) }),
    read: (text) => checkedReading({ module: 'factory', ...JSON.parse(text) }),
  }),
  'a reading with unknown fields': row({
    limit: 5_000,
    make: (size) => ({ module: 'factory', ...Object.fromEntries(times(size, (place) => [`modul${place}`, place])) }),
    read: checkedReading,
  }),
  'a reading with one long name': row({
    limit: 64 * KB,
    make: (size) => ({ module: 'factory', ['m'.repeat(size)]: 1 }),
    read: checkedReading,
  }),
  'the latest values of a batch': row({
    limit: 1_000,
    make: (size) =>
      times(size, (place) => {
        const metrics = Object.fromEntries(times(16, (name) => [`m${place * 16 + name}`, 1]))
        return toReading({ ...reading(place), module: 'factory', metrics }, 1_770_000_000_000)
      }),
    read: (readings) => foldLatest(1, readings, null),
  }),
  'OsmAnd: many parameters': row({
    limit: 6_000,
    make: (size) => `id=1&lat=1&lon=2&${times(size, (place) => `m${place}=${place}`).join('&')}`,
    read: (body) => readOsmAnd('/', body).readingOf('vehicle'),
  }),
  'OsmAnd: one long number': row({
    limit: 64 * KB,
    make: (size) => `id=1&lat=1&lon=2&hdop=${'1'.repeat(size)}x`,
    read: (body) => readOsmAnd('/', body).readingOf('vehicle'),
  }),
  'OsmAnd: one long time': row({
    limit: 64 * KB,
    make: (size) => `id=1&lat=1&lon=2&timestamp=2026-01-01T00:00:00.${'0'.repeat(size)}+01:00`,
    read: (body) => readOsmAnd('/', body).readingOf('vehicle'),
  }),
  'OsmAnd: JSON with numbers that are not known': row({
    limit: 64 * KB,
    make: (size) => `{"device_id":"1","a":[NaN,${' '.repeat(size / 2)}nan${' '.repeat(size / 2)}],"b":-}`,
    read: (body) => readOsmAnd('/', body),
  }),
  'a reading with large numbers': row({
    limit: 64 * KB,
    make: (size) => `{"a":[${times(size / 18, () => '9007199254740993').join()}],"b":${'1'.repeat(size / 2)}}`,
    read: (text) => parseReadingText(text),
  }),
  'OsmAnd: JSON': row({
    // As many names as above.
    limit: 80_000,
    most: MOST_OF_NAMES,
    make: (size) =>
      JSON.stringify({
        device_id: '1',
        location: {
          timestamp: '2026-01-01T00:00:00Z',
          coords: Object.fromEntries(times(size, (place) => [`c${place}`, place])),
        },
      }),
    read: (body) => readOsmAnd('/', body).readingOf('vehicle'),
  }),
  OwnTracks: row({
    limit: 5_000,
    make: (size) => ({
      _type: 'location',
      lat: 1,
      lon: 2,
      tst: 1,
      ...Object.fromEntries(times(size, (place) => [`k${place}`, place])),
    }),
    read: (message) => readingOfOwnTracks(message, 'vehicle'),
  }),
  'a number': row({ limit: 64 * KB, make: (size) => `${'1'.repeat(size)}x`, read: parseNumberField }),
  'a duration': row({ limit: 64 * KB, make: (size) => `${'1 h '.repeat(size / 4)}x`, read: parseDuration }),
  'a duration of digits': row({ limit: 64 * KB, make: (size) => '1'.repeat(size), read: parseDuration }),
  'a time': row({ limit: 64 * KB, make: (size) => `2026-01-01T00:00:00.${'0'.repeat(size)}`, read: parseTime }),
  'the corners of a geofence': row({ limit: 4_000, make: (size) => '46.04, 14.49\n'.repeat(size), read: cornersOf }),
  'the parts of a score': row({
    limit: 2_000,
    make: (size) => 'battery: 3 to 20, 1 to 50\n'.repeat(size),
    read: scoreOf,
  }),
  labels: row({
    limit: 4_000,
    make: (size) => times(size, (place) => `team${place}=night`).join('\n'),
    read: labelsOf,
  }),
  'a list of words': row({ limit: 64 * KB, make: (size) => 'ward 3,'.repeat(size / 7), read: parseList }),
  'the words of a search': row({
    limit: 8 * KB,
    make: (size) => 'ä '.repeat(size / 2),
    read: (text) => isFound(wordsOf(text), 'Ä'.repeat(100)) && rankOf(wordsOf(text), text),
  }),
  'the template of a webhook': row({
    limit: 20_000,
    make: (size) => `{"a":"${'{{title}}'.repeat(size / 9)}"}`,
    read: faultOfTemplate,
  }),
  'a template of braces': row({ limit: 20_000, make: (size) => '{{'.repeat(size / 2), read: faultOfTemplate }),
  'a calendar': row({
    limit: 64 * KB,
    make: (size) => 'é;\n'.repeat(size / 3),
    read: (name) => calendarText(name, []),
  }),
  'a text with invisible characters': row({ limit: 256 * KB, make: (size) => 'ab'.repeat(size / 2), read: hasUnseen }),
  'an e-mail address': row({ limit: 64 * KB, make: (size) => `${'a.'.repeat(size / 2)}@b`, read: isEmailAddress }),
  'a cursor': row({
    limit: 64 * KB,
    make: (size) => ({ cursor: Buffer.from(`[${'['.repeat(size)}`).toString('base64url') }),
    read: idBehind,
  }),
  'the versions of If-Match': row({
    limit: 8 * KB,
    make: (size) => ({ headers: { 'if-match': '"1", '.repeat(size / 5) } }) as never,
    read: versionsToMatch,
  }),
  'the addresses of proxies': row({
    limit: 8 * KB,
    make: (size) => '10.0.0.1, '.repeat(size / 10),
    read: (text) => clientAddress('10.0.0.0/8')({ remoteAddress: '10.0.0.2' } as never, text),
  }),
}

for (const [what, { limit, most = MOST, make, read }] of Object.entries(ROWS)) {
  test(`${what}: twice the input takes at most ${most} times the processor time`, async () => {
    const [part, whole] = [make(limit / 2 ** DOUBLINGS), make(limit)]
    const once = async (input: unknown) => {
      try {
        await read(input)
      } catch {
        // Refused: that takes its time as well.
      }
    }
    const spent = async (input: unknown, repeats: number) => {
      const began = processorMs()
      for (let turn = 0; turn < repeats; turn += 1) await once(input)
      return (processorMs() - began) / repeats
    }
    // The first time, code is compiled.
    for (const input of [part, whole]) await once(input)
    const repeats = Math.max(1, Math.ceil(LEAST_MS / Math.max(0.001, await spent(part, 2))))
    // The fastest of each: what else the machine does only adds to a measurement. More turns bring both nearer to
    // what the work itself takes, so that a growth that is too large stays so.
    let [one, other, growth] = [Infinity, Infinity, Infinity]
    for (let turn = 0; turn < TURNS && (turn < LEAST_TURNS || growth > most); turn += 1) {
      one = Math.min(one, await spent(part, repeats))
      other = Math.min(other, await spent(whole, Math.ceil(repeats / 2 ** DOUBLINGS)))
      growth = (other / one) ** (1 / DOUBLINGS)
    }
    assert.ok(
      growth <= most,
      `${one.toFixed(3)} ms and ${other.toFixed(3)} ms: ${growth.toFixed(2)} times for each doubling`,
    )
  })
}
