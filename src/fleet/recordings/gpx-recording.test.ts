import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { recordingFile } from '../../../test/harness/recording-file.ts'
import { gpxRecording } from './gpx-recording.ts'
import { RecordingError, type RecordingOptions } from './recorded-reading.ts'

const read = async (t: TestContext, text: string, options: RecordingOptions = {}) =>
  Array.fromAsync(gpxRecording(await recordingFile(t, 'trip.gpx', text), options))

const gpx = (...segments: string[]): string =>
  `<?xml version="1.0"?>\n<gpx version="1.0"><trk>${segments.map((points) => `<trkseg>\n${points}</trkseg>`).join('')}</trk></gpx>`

const point = (lat: number, lon: number, time: string | null, more = ''): string =>
  `<trkpt lat="${lat}" lon="${lon}">${time === null ? '' : `<time>2010-08-05T${time}Z</time>`}${more}</trkpt>\n`

test('points become readings with the speed and the heading since the point before', async (t) => {
  assert.deepEqual(await read(t, gpx(point(0, 0, '14:00:00') + point(0, 0.001, '14:00:10'))), [
    { line: 3, body: { module: 'vehicle', ts: 1_281_016_800, lat: 0, lng: 0 } },
    {
      line: 4,
      body: { module: 'vehicle', ts: 1_281_016_810, lat: 0, lng: 0.001, metrics: { speed_kmh: 40.03, heading: 90 } },
    },
  ])
})

test('the first point of every segment has no speed and no heading', async (t) => {
  const readings = await read(t, gpx(point(0, 0, '14:00:00') + point(1, 0, '15:00:00'), point(2, 0, '16:00:00')))
  assert.deepEqual(
    readings.map(({ body }) => body.metrics),
    [undefined, { speed_kmh: 111.2, heading: 0 }, undefined],
  )
})

test('all tracks and segments are read in order, empty ones and waypoints left aside', async (t) => {
  const text = `<gpx version="1.1"><wpt lat="9" lon="9"/><trk><trkseg></trkseg><trkseg/></trk><trk/>
    <trk><trkseg>${point(1, 0, '14:00:00')}</trkseg><trkseg>${point(2, 0, '14:00:01')}</trkseg></trk>
    <trk><trkseg>${point(3, 0, '14:00:02')}</trkseg></trk></gpx>`
  assert.deepEqual(
    (await read(t, text, { module: 'fleet' })).map(({ body }) => [body.module, body.lat]),
    [
      ['fleet', 1],
      ['fleet', 2],
      ['fleet', 3],
    ],
  )
})

test('a speed in metres a second and a course that the point carries are used', async (t) => {
  const own = '<speed>10</speed><course>359.96</course>'
  const garmin = `<extensions><a:TrackPointExtension xmlns:a="x"><a:speed>20</a:speed><a:course>12.34</a:course></a:TrackPointExtension></extensions>`
  const readings = await read(t, gpx(point(0, 0, '14:00:00', own) + point(1, 0, '14:00:10', garmin)))
  assert.deepEqual(
    readings.map(({ body }) => body.metrics),
    [
      { speed_kmh: 36, heading: 0 },
      { speed_kmh: 72, heading: 12.3 },
    ],
  )
})

test('two points at the same time have a heading but no speed, two at the same place a speed but no heading', async (t) => {
  const readings = await read(t, gpx(point(0, 0, '14:00:00') + point(-1, 0, '14:00:00') + point(-1, 0, '14:00:09')))
  assert.deepEqual(
    readings.map(({ body }) => body.metrics),
    [undefined, { heading: 180 }, { speed_kmh: 0 }],
  )
})

test('a file without any times is refused, since its places would all be of the moment it is sent', async (t) => {
  const text = gpx(point(0, 0, null) + point(1, 0, null))
  await assert.rejects(read(t, text), { message: /trip\.gpx: none of its 2 track points has a time/ })
})

test('points and tracks without times are passed over and counted, and the others are read', async (t) => {
  const passedOver: [number, string][] = []
  const text = gpx(
    point(5, 0, null) + point(6, 0, null),
    point(0, 0, '14:00:00') + point(1, 0, null) + point(2, 0, '15:00:00'),
  )
  const readings = await read(t, text, { onPassedOver: (line, why) => passedOver.push([line, why]) })
  assert.deepEqual(
    readings.map(({ body }) => [body.lat, body.metrics]),
    [
      [0, undefined],
      [2, { speed_kmh: 222.39, heading: 0 }],
    ],
  )
  assert.deepEqual(
    passedOver.map(([, why]) => why),
    ['no_time', 'no_time', 'no_time'],
  )
})

test('a byte order mark and CRLF change nothing, not even the line numbers', async (t) => {
  const text = gpx(point(0, 0, '14:00:00') + point(1, 0, '14:00:10'))
  assert.deepEqual(await read(t, `\uFEFF${text.replaceAll('\n', '\r\n')}`), await read(t, text))
})

test('bad positions, times and files are refused with the line and the text', async (t) => {
  await assert.rejects(
    read(t, '<gpx><trk><trkseg>\n<trkpt lat="north" lon="1"/></trkseg></trk></gpx>'),
    /line 2: lat "north" is not a number/,
  )
  await assert.rejects(
    read(t, '<gpx><trk><trkseg>\n<trkpt lat="1"/></trkseg></trk></gpx>'),
    /line 2: lon "" is not a number/,
  )
  await assert.rejects(read(t, gpx(point(0, 0, '25:00:00'))), /line 3: time "2010-08-05T25:00:00Z" is not a time/)
  await assert.rejects(read(t, '<gpx><trk>\n<trkseg></trk></gpx>'), /trip\.gpx, line 2: is not XML/)
  await assert.rejects(read(t, '<kml/>'), /trip\.gpx: is not GPX/)
  await assert.rejects(read(t, '<gpx><wpt lat="1" lon="1"/></gpx>'), /trip\.gpx: has no track points/)
})

test('a jump of the receiver gives no speed and no heading, and does not discredit what follows', async (t) => {
  const track = point(46, 14, '14:00:00') + point(46.0001, 14, '14:00:02') + point(46.0016, 14, '14:00:04')
  const readings = await read(t, gpx(track + point(46.0017, 14, '14:00:06')))
  const steady = { speed_kmh: 20.02, heading: 0 }
  assert.deepEqual(
    readings.map(({ body }) => body.metrics),
    [undefined, steady, undefined, steady],
  )
})

/** A drive north at 54 km/h, a point every five seconds. */
const drive = (count: number): string =>
  Array.from({ length: count }, (_, n) => {
    const seconds = 10 + 5 * n
    return point(
      Number((46.05 + n * 0.000675).toFixed(6)),
      14.5,
      `14:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    )
  }).join('')

test('wrong first points give no speed and no heading, and do not discredit what follows', async (t) => {
  const starts: [what: string, points: string, count: number][] = [
    ['one', point(46.32, 14.5, '14:00:05'), 1],
    ['two in different places', point(47.3, 14.5, '14:00:01') + point(46.32, 14.5, '14:00:05'), 2],
    ['two near each other', point(46.32, 14.5, '14:00:01') + point(46.3201, 14.5, '14:00:05'), 2],
    ['on the other side of the earth', point(-46.05, -165.5, '14:00:05'), 1],
  ]
  const alone = await read(t, gpx(drive(30)))
  for (const [what, points, count] of starts) {
    const readings = await read(t, gpx(points + drive(30)))
    assert.equal(readings[count]!.body.metrics, undefined, what)
    assert.deepEqual(
      readings.slice(count + 1).map(({ body }) => body.metrics),
      alone.slice(1).map(({ body }) => body.metrics),
      what,
    )
    const fastest = Math.max(...readings.map(({ body }) => (body.metrics as { speed_kmh?: number })?.speed_kmh ?? 0))
    assert.ok(fastest < 60, `${what}: ${fastest}`)
  }
})

test('a track of two points that nothing moves between has no speed', async (t) => {
  const [, last] = await read(t, gpx(point(46.05, 14.5, '14:00:00') + point(48, 14.5, '14:00:01')))
  assert.equal(last!.body.metrics, undefined)
})

test('a wrong third point, and a fix that is repeated at the beginning, keep the first speed', async (t) => {
  const [begin, next] = [point(46.05, 14.5, '14:00:00'), point(46.050675, 14.5, '14:00:05')]
  const wrong = point(46.4, 14.5, '14:00:07')
  const speedOf = async (points: string) => (await read(t, gpx(points)))[1]!.body.metrics
  assert.deepEqual(await speedOf(begin + next + wrong + drive(10)), { speed_kmh: 54.04, heading: 0 })
  assert.deepEqual(await speedOf(begin + next + point(46.050675, 14.5, '14:00:06') + drive(10)), {
    speed_kmh: 54.04,
    heading: 0,
  })
})

test('a speed or course of -1 or NaN is unknown, and a decimal comma is read', async (t) => {
  const unknown = '<speed>-1</speed><course>NaN</course>'
  const text = gpx(point(0, 0, '14:00:00') + point(0, 0.001, '14:00:10', unknown)).replace('lon="0.001"', 'lon="0,001"')
  const [, last] = await read(t, text)
  assert.deepEqual([last!.body.lng, last!.body.metrics], [0.001, { speed_kmh: 40.03, heading: 90 }])
})

test('a file that the parser does not take is refused with a sentence', async (t) => {
  const inside = '<trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>'
  for (const text of [
    `<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]><gpx>${inside}</gpx>`,
    `<gpx><__proto__>1</__proto__>${inside}</gpx>`,
    `<gpx>${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}${inside}</gpx>`,
  ]) {
    await assert.rejects(read(t, text), (error: Error) => {
      assert.match(error.message, /^\S+trip\.gpx(, line \d+)?: (is not XML|cannot be read): [^\n]+$/)
      return error instanceof RecordingError
    })
  }
})
