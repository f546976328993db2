import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { csvTable } from './csv-table.ts'
import { recordingFile } from './recording-file.fixture.ts'

const read = async (t: TestContext, text: string, module?: string) =>
  Array.fromAsync(csvTable(await recordingFile(t, 'hall.csv', text), module))

test('columns are named as values are; empty cells were not measured, other columns are passed over', async (t) => {
  const text = [
    'timestamp,metrics.temperature,metrics.gas_type,flags.fire_detected,lat,lng,remark',
    '2026-11-01 00:00:00,21.5,CO,FALSE,46.05,14.5,',
    '1793491200250,,,true,,,"window, open"',
  ].join('\r\n')
  assert.deepEqual(await read(t, text, 'factory'), [
    {
      line: 2,
      body: {
        module: 'factory',
        ts: 1_793_491_200,
        lat: 46.05,
        lng: 14.5,
        metrics: { temperature: 21.5, gas_type: 'CO' },
        flags: { fire_detected: false },
      },
    },
    { line: 3, body: { module: 'factory', ts: 1_793_491_200_250, metrics: {}, flags: { fire_detected: true } } },
  ])
})

test('the time is taken from ts before at, and the module from its column unless one is given', async (t) => {
  const text = 'at,ts,module,battery\n2026-11-01T00:00:00Z,1793491201,fleet,80\n'
  const [row] = await read(t, text)
  assert.deepEqual([row!.body.ts, row!.body.module, row!.body.battery], [1_793_491_201, 'fleet', 80])
  assert.equal((await read(t, text, 'vehicle'))[0]!.body.module, 'vehicle')
})

test('unreadable rows are reported with their line', async (t) => {
  const wrong: [string, string | undefined, RegExp][] = [
    ['', 'factory', /hall\.csv: is empty/],
    ['metrics.x\n1\n', 'factory', /line 1: one of the columns ts, at/],
    ['ts,value\n1,1\n', 'factory', /line 1: no column says what was measured/],
    ['ts,metrics.x\n1,1\n', undefined, /line 1: there is no column module; give --module/],
    ['ts,metrics.x\n1,1\nnoon,1\n', 'factory', /line 3: "noon" is not a time/],
    ['ts,metrics.x\n1,warm\n', 'factory', /line 2: "warm" is no value for metrics\.x/],
    ['ts,flags.x\n1,7\n', 'factory', /line 2: "7" is no value for flags\.x/],
    ['ts,metrics.x\n1,1,1\n', 'factory', /line 2: 2 fields are required, found 3/],
  ]
  for (const [text, module, message] of wrong) await assert.rejects(read(t, text, module), message)
})
