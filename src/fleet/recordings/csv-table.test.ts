import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { recordingFile } from '../../../test/harness/recording-file.ts'
import { csvTable } from './csv-table.ts'

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
    ['ts,metrics.x,metrics.X\n1,1,2\n', 'factory', /line 1: column metrics\.x appears twice/],
    ['ts,lat,lon,longitude\n1,1,2,2\n', 'factory', /line 1: column lng appears twice/],
    ['ts,metrics.x\n11/12/2026,1\n', 'factory', /line 2: "11\/12\/2026" is not a time/],
    ['ts,metrics.x\n31.02.2026,1\n', 'factory', /line 2: "31\.02\.2026" is not a time/],
    ['ts,metrics.x\n1,"2,6"\n', 'factory', /line 2: "2,6" is no value for metrics\.x/],
  ]
  for (const [text, module, message] of wrong) await assert.rejects(read(t, text, module), message)
})

test('positions may be named as other programs name them', async (t) => {
  for (const names of ['lat,lon', 'Latitude,Longitude', 'lat,long', 'latitude,lng']) {
    const [row] = await read(t, `time,${names}\n2026-02-23T23:40:52Z,40.0,-105.0\n`, 'vehicle')
    assert.deepEqual([row!.body.lat, row!.body.lng], [40, -105], names)
  }
})

test('times as Excel and other programs write them are read', async (t) => {
  const rows: [string, string][] = [
    ['2012-01-01', '2012-01-01T00:00:00Z'],
    ['2004-03-11 0:00:00', '2004-03-11T00:00:00Z'],
    ['2004-3-1 7:05', '2004-03-01T07:05:00Z'],
    ['2026/11/21 10:00', '2026-11-21T10:00:00Z'],
    ['21.11.2026', '2026-11-21T00:00:00Z'],
    ['1.2.2026 9:30:15', '2026-02-01T09:30:15Z'],
    ['46347', '2026-11-21T00:00:00Z'],
    ['46347.4166666667', '2026-11-21T10:00:00Z'],
    ['36526', '2000-01-01T00:00:00Z'],
    ['1795255200.25', '2026-11-21T10:00:00.250Z'],
    ['2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00Z'],
  ]
  const read1 = await read(t, `time,metrics.x\n${rows.map(([text]) => `"${text}",1\n`).join('')}`, 'factory')
  for (const [place, [text, iso]] of rows.entries()) {
    const ts = read1[place]!.body.ts as number
    assert.equal(ts < 1e11 ? ts * 1_000 : ts, Date.parse(iso), text)
  }
})

test('cells of programs that do not know a value, and -1 where nothing is negative, were not measured', async (t) => {
  const text =
    'ts;battery;metrics.speed_kmh;metrics.temperature;flags.x\n46347,5;-1;-1;-1;unknown\n46347,5;55,5;NaN;n/a;true\n'
  assert.deepEqual(
    (await read(t, text, 'vehicle')).map(({ body: { module: _, ts: __, ...body } }) => body),
    [
      { metrics: { temperature: -1 }, flags: {} },
      { battery: 55.5, metrics: {}, flags: { x: true } },
    ],
  )
})

test('a file that is not UTF-8 is refused with its line', async (t) => {
  const text = 'timestamp,metrics.x,remark\n1793491200,1,hall\n1793491201,1,Küche\n'
  for (const [encoding, line] of [
    ['latin1', 3],
    ['utf16le', 1],
  ] as const) {
    const path = await recordingFile(t, 'hall.csv', Buffer.from(text, encoding))
    await assert.rejects(
      Array.fromAsync(csvTable(path, 'factory')),
      new RegExp(`line ${line}: is not UTF-8; save the file`),
    )
  }
})
