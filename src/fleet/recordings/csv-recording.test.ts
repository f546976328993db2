import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { recordingFile } from '../../../test/harness/recording-file.ts'
import { csvRecording } from './csv-recording.ts'

const ROOM = { module: 'home_infra', metric: 'temperature' } as const

const read = async (t: TestContext, text: string, options = {}) =>
  Array.fromAsync(csvRecording(await recordingFile(t, 'room.csv', text), { ...ROOM, ...options }))

test('each row becomes a reading of the module and metric asked for', async (t) => {
  assert.deepEqual(await read(t, 'timestamp,value\n2013-07-04 00:00:00,21.5\n2013-07-04 01:00:00,22\n'), [
    { line: 2, body: { module: 'home_infra', ts: 1_372_896_000, metrics: { temperature: 21.5 } } },
    { line: 3, body: { module: 'home_infra', ts: 1_372_899_600, metrics: { temperature: 22 } } },
  ])
})

test('Fahrenheit is converted to Celsius and rounded to four decimals', async (t) => {
  const readings = await read(t, 'timestamp,value\n1372896000,69.88083514\n1372899600,32\n', { unit: 'F' })
  assert.deepEqual(
    readings.map(({ body }) => body.metrics),
    [{ temperature: 21.0449 }, { temperature: 0 }],
  )
})

test('Celsius and values without a unit are sent as they stand', async (t) => {
  const [reading] = await read(t, 'timestamp,value\n1372896000,21.044908411\n', { unit: 'C' })
  assert.deepEqual(reading?.body.metrics, { temperature: 21.044908411 })
})

test('a byte order mark, CRLF, blank lines, capitals, other columns and another order are fine', async (t) => {
  const text =
    '\uFEFFSensor,Value, Timestamp\r\nroom 1,21.5,2013-07-04T00:00:00Z\r\n\r\n"a, b",22,2013-07-04T01:00:00.500Z'
  assert.deepEqual(await read(t, text), [
    { line: 2, body: { module: 'home_infra', ts: 1_372_896_000, metrics: { temperature: 21.5 } } },
    { line: 4, body: { module: 'home_infra', ts: 1_372_899_600_500, metrics: { temperature: 22 } } },
  ])
})

test('a file with a header alone has no readings', async (t) => {
  assert.deepEqual(await read(t, 'timestamp,value\n'), [])
})

test('a missing column is named with the header that was found', async (t) => {
  await assert.rejects(read(t, 'timestamp,temperature\n1372896000,21\n'), {
    name: 'RecordingError',
    message: /room\.csv, line 1: the columns timestamp and value are required, found "timestamp,temperature"$/,
  })
  await assert.rejects(read(t, ''), /room\.csv: is empty; the first line must contain the column names$/)
})

test('a value or a time that cannot be read is named with its line and text', async (t) => {
  const header = 'timestamp,value\n1372896000,21\n'
  await assert.rejects(read(t, `${header}1372899600,warm\n`), /line 3: "warm" is not a number/)
  await assert.rejects(read(t, `${header}yesterday,21\n`), /line 3: "yesterday" is not a time in "yesterday,21"$/)
  await assert.rejects(read(t, `${header},21\n`), /line 3: "" is not a time/)
})

test('rows with missing or surplus fields and open quotes are refused, not guessed at', async (t) => {
  await assert.rejects(
    read(t, 'timestamp,value\n1372896000\n'),
    /line 2: 2 fields are required, found 1 in "1372896000"$/,
  )
  await assert.rejects(read(t, 'timestamp,value\n1372896000,21,5\n'), /line 2: 2 fields are required, found 3/)
  await assert.rejects(read(t, 'timestamp,value\n1372896000,"21\n'), {
    name: 'RecordingError',
    message: /Quote Not Closed/,
  })
})

test('the rows before a faulty one are read first', async (t) => {
  const path = await recordingFile(t, 'room.csv', 'timestamp,value\n1372896000,21\nnever,21\n')
  const readings = csvRecording(path, ROOM)
  assert.equal((await readings.next()).value?.line, 2)
  await assert.rejects(readings.next(), /line 3/)
})

test('a row whose value was not measured is passed over and named', async (t) => {
  const passedOver: string[] = []
  const rows = ['', 'unavailable', 'Unknown', 'NaN', '#N/A', '-'].map((value) => `1372896000,${value}\n`)
  const onPassedOver = (line: number, why: string) => passedOver.push(`${line} ${why}`)
  const readings = await read(t, `timestamp,value\n1372896000,20.1\n${rows.join('')}1372899600,20.3\n`, {
    onPassedOver,
  })
  assert.deepEqual(
    readings.map(({ line }) => line),
    [2, 9],
  )
  assert.deepEqual(passedOver, ['3 no_value', '4 no_value', '5 no_value', '6 no_value', '7 no_value', '8 no_value'])
})

test('semicolons and tabs separate cells too, and then a comma is a decimal one', async (t) => {
  for (const separator of [';', '\t']) {
    const rows = ['timestamp,value', '21.11.2026 10:00,20\u{b8}1', '21.11.2026 11:00,-1.5'].map((row) =>
      row.replaceAll(',', separator).replace('\u{b8}', ','),
    )
    const readings = await read(t, rows.join('\r\n'))
    assert.deepEqual(
      readings.map(({ body }) => [body.ts, body.metrics]),
      [
        [1_795_255_200, { temperature: 20.1 }],
        [1_795_258_800, { temperature: -1.5 }],
      ],
    )
  }
})

test('a column that appears twice is rejected', async (t) => {
  await assert.rejects(read(t, 'timestamp,value,Value\n1,1,2\n'), /line 1: column value appears twice$/)
})
