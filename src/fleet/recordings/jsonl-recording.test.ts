import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { recordingFile } from '../../../test/harness/recording-file.ts'
import { jsonlRecording } from './jsonl-recording.ts'

const read = async (t: TestContext, text: string) =>
  Array.fromAsync(jsonlRecording(await recordingFile(t, 'day.jsonl', text)))

test('each line is a body, sent as it stands, and blank lines are left aside', async (t) => {
  assert.deepEqual(
    await read(t, '\uFEFF{"module":"worker","ts":1}\r\n\r\n  \n{"module":"worker","metrics":{"steps":2}}'),
    [
      { line: 1, body: { module: 'worker', ts: 1 } },
      { line: 4, body: { module: 'worker', metrics: { steps: 2 } } },
    ],
  )
})

test('lines that lie across the chunks of a file stay whole', async (t) => {
  const bodies = Array.from({ length: 5_000 }, (_, ts) => ({ module: 'factory', ts, metrics: { gas_type: 'é\u2028' } }))
  const readings = await read(t, bodies.map((body) => `${JSON.stringify(body)}\n`).join(''))
  assert.deepEqual(
    readings.map(({ body }) => body),
    bodies,
  )
})

test('an empty file has no readings', async (t) => {
  assert.deepEqual(await read(t, ''), [])
})

test('lines that are not JSON objects are refused with their text', async (t) => {
  await assert.rejects(read(t, '{}\n{"module":\n'), {
    name: 'RecordingError',
    message: /day\.jsonl, line 2: is not JSON: \{"module":$/,
  })
  await assert.rejects(read(t, '[1]'), /line 1: a JSON object is required, found \[1\]$/)
  const long = `{}\n{"a":"${'x'.repeat(1_100_000)}"}`
  await assert.rejects(read(t, long), /line 2: is longer than 1000000 characters$/)
  await assert.rejects(read(t, 'null'), /line 1: a JSON object is required, found null$/)
})
