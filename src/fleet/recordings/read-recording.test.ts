import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countReadings, readRecording } from './read-recording.ts'
import { recordingFile } from './recording-file.fixture.ts'

test('the ending of the name decides how a recording is read, whatever its case', async (t) => {
  const csv = await recordingFile(t, 'A.CSV', 'timestamp,value\n1372896000,21\n')
  const gpx = await recordingFile(
    t,
    'b.gpx',
    '<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>',
  )
  const ndjson = await recordingFile(t, 'c.ndjson', '{"module":"worker"}\n{"module":"worker"}\n')
  assert.equal(await countReadings(readRecording(csv, { module: 'factory', metric: 'temperature' })), 1)
  assert.equal(await countReadings(readRecording(gpx)), 1)
  assert.equal(await countReadings(readRecording(ndjson)), 2)
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
    await assert.rejects(countReadings(readings), { code: 'ENOENT' })
  }
})
