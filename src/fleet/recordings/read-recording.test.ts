import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingFile } from '../../../test/harness/recording-file.ts'
import { countRecorded, readRecording } from './read-recording.ts'

test('the ending of the name decides how a recording is read, whatever its case', async (t) => {
  const csv = await recordingFile(t, 'A.CSV', 'timestamp,value\n1372896000,21\n')
  const gpx = await recordingFile(
    t,
    'b.gpx',
    '<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>',
  )
  const ndjson = await recordingFile(t, 'c.ndjson', '{"module":"worker"}\n{"module":"worker"}\n')
  assert.equal(await countRecorded(readRecording(csv, { module: 'factory', metric: 'temperature' })), 1)
  assert.equal(await countRecorded(readRecording(gpx)), 1)
  assert.equal(await countRecorded(readRecording(ndjson)), 2)
})

test('a CSV file of a metric without a module and unknown endings are refused at once', () => {
  assert.throws(
    () => readRecording('room.csv', { metric: 'temperature' }),
    /room\.csv: .*--metric also requires --module/,
  )
  assert.throws(
    () => readRecording('notes.txt'),
    /notes\.txt: the name of a recording must end in \.csv, \.gpx, \.jsonl or \.ndjson/,
  )
})

test('a file that is not there is an error of its own for every kind', async () => {
  for (const name of ['none.csv', 'none.gpx', 'none.jsonl']) {
    const readings = readRecording(`/no-such-folder/${name}`, { module: 'factory', metric: 'temperature' })
    await assert.rejects(countRecorded(readings), { code: 'ENOENT' })
  }
})

const NOW = new Date('2026-11-26T12:00:00Z')
const FILES: Record<string, (times: string[]) => string> = {
  'trip.gpx': (times) =>
    `<gpx><trk><trkseg>\n${times.map((time) => `<trkpt lat="1" lon="2"><time>${time}</time></trkpt>\n`).join('')}</trkseg></trk></gpx>`,
  'room.csv': (times) => `timestamp,metrics.x\n${times.map((time) => `${time},1\n`).join('')}`,
  'day.jsonl': (times) =>
    `\n${times.map((time) => `{"module":"factory","ts":${Date.parse(time)},"metrics":{"x":1}}\n`).join('')}`,
}

test('readings before 2000 and in the future are passed over with their line, and a file of nothing else is refused', async (t) => {
  const possible = ['2000-01-01T00:00:00Z', '2026-11-26T12:00:00Z']
  const impossible = ['1901-12-13T20:45:52Z', '1999-12-31T23:59:59Z', '2026-11-26T12:00:01Z', '2626-01-01T00:00:00Z']
  for (const [name, content] of Object.entries(FILES)) {
    const passedOver: [number, string][] = []
    const options = {
      module: 'factory' as const,
      now: NOW,
      onPassedOver: (...one: [number, string]) => passedOver.push(one),
    }
    const path = await recordingFile(t, name, content([possible[0]!, ...impossible, possible[1]!]))
    const read = await Array.fromAsync(readRecording(path, options))
    assert.deepEqual(
      read.map(({ line }) => line),
      [2, 7],
      name,
    )
    assert.deepEqual(
      passedOver.map(([line, why]) => `${line} ${why}`),
      [3, 4, 5, 6].map((line) => `${line} impossible_time`),
    )
    const nothing = await recordingFile(t, name, content(impossible))
    await assert.rejects(
      countRecorded(readRecording(nothing, options)),
      /: none of its 4 (readings|points) has a time from 2000 on that is not in the future$/,
    )
  }
})

test('a point of an impossible time does not change the speed of the others', async (t) => {
  const point = (lat: number, time: string) => `<trkpt lat="${lat}" lon="2"><time>${time}</time></trkpt>`
  const points = `${point(1, '2026-01-01T00:00:00Z')}${point(9, '1980-01-06T00:00:00Z')}${point(1.001, '2026-01-01T00:00:10Z')}`
  const path = await recordingFile(t, 'trip.gpx', `<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`)
  const [, last] = await Array.fromAsync(readRecording(path, { now: NOW }))
  assert.deepEqual(last!.body.metrics, { speed_kmh: 40.03, heading: 0 })
})

test('an exported reading of a device whose clock was wrong has the time that counted', async (t) => {
  const at = '2026-03-01T00:00:00.000Z'
  const csv = await recordingFile(t, 'a.csv', `ts,at,metrics.x\n5,${at},1\n`)
  const jsonl = await recordingFile(t, 'a.jsonl', `{"module":"factory","ts":5,"at":"${at}","metrics":{"x":1}}\n`)
  for (const path of [csv, jsonl]) {
    const [reading] = await Array.fromAsync(readRecording(path, { module: 'factory', now: NOW }))
    assert.equal(reading!.body.ts, Date.parse(at) / 1_000, path)
  }
})
