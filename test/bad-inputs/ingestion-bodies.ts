/** Expected fields of the stored reading; others are not checked. */
export interface StoredReading {
  /** Also expected in the answer. */
  ts?: number
  module?: string
  at?: string
  clock_suspect?: boolean
  lat?: number | null
  lng?: number | null
  battery?: number | null
  signal?: number | null
  metrics?: Record<string, unknown> | null
  flags?: Record<string, unknown> | null
  gps_records?: number
  alerts?: number
}

export interface BodyRow {
  n: number
  name: string
  body: string | Buffer
  expect: 200 | 400
  stored: StoredReading
}

/** Time of the service when the bodies arrive. */
export const NOW = new Date('2026-03-01T12:00:00.500Z')

const RECEIVED: StoredReading = { at: NOW.toISOString(), clock_suspect: true }
const PLAIN = '{"module":"factory"}'
/** A reading of a factory sensor with these members. */
const factory = (members: string) => `{"module":"factory",${members}}`
const keys = (count: number) => Array.from({ length: count }, (_, place) => `"key_${place}":${place}`).join(',')
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const text = (length: number) => 'x'.repeat(length)

const refused = (n: number, name: string, body: BodyRow['body']): BodyRow => ({
  n,
  name,
  body,
  expect: 400,
  stored: {},
})
const accepted = (n: number, name: string, body: BodyRow['body'], stored: StoredReading = {}): BodyRow => ({
  n,
  name,
  body,
  expect: 200,
  stored,
})

const JSON_ROWS: BodyRow[] = [
  refused(1, 'an empty body is refused', ''),
  refused(2, 'a body that breaks off is refused', '{"module":'),
  refused(3, 'a trailing comma is refused', factory('')),
  refused(4, 'a raw control character in a text is refused', factory('"note":"a\nb"')),
  accepted(15, 'a byte order mark before the JSON is skipped', `\ufeff${PLAIN}`),
  refused(
    16,
    'bytes that are not UTF-8 are refused, not replaced',
    Buffer.concat([Buffer.from('{"module":"factory","note":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
  ),
  refused(17, 'a body in UTF-16 is refused', Buffer.from(PLAIN, 'utf16le')),
  refused(18, 'an array instead of a reading is refused', '[]'),
  refused(19, 'null instead of a reading is refused', 'null'),
  refused(20, 'a text instead of a reading is refused', '"x"'),
  refused(21, 'a number instead of a reading is refused', '1'),
  refused(22, 'a boolean instead of a reading is refused', 'true'),
  refused(23, 'NaN is refused', factory('"battery":NaN')),
  refused(24, 'Infinity is refused', factory('"battery":Infinity')),
  refused(25, 'a number beyond the largest double is refused', factory('"battery":1e400')),
  refused(25, 'a metric beyond the largest double is refused', factory('"metrics":{"gas_ppm":-1e400}')),
  refused(80, 'a __proto__ key is refused', factory('"__proto__":{"polluted":true}')),
  refused(81, 'a __proto__ key in escapes is refused', factory('"\\u005f_proto__":{"polluted":true}')),
  refused(82, 'a __proto__ key among the metrics is refused', factory('"metrics":{"__proto__":{"polluted":1}}')),
  refused(83, 'a constructor with a prototype is refused', factory('"constructor":{"prototype":{"polluted":true}}')),
  accepted(84, 'of a key sent twice the last value counts', factory('"battery":31,"battery":32'), { battery: 32 }),
  accepted(85, 'an unknown key of the reading is ignored', factory('"firmware":{"a":[1,null]}')),
  accepted(
    86,
    'ids in the body are ignored: the token says whose reading it is',
    factory('"device_id":999999,"id":7,"alert_id":9,"clock_suspect":true,"ts":1750000000'),
    { clock_suspect: false },
  ),
  accepted(87, 'ten thousand nested arrays in an unknown key are ignored', factory(`"x":${nested(10_000)}`)),
  refused(
    88,
    'ten thousand nested arrays in the metrics are refused',
    factory(`"metrics":{"gas_ppm":${nested(10_000)}}`),
  ),
  refused(89, 'thirty-two thousand nested arrays as the body are refused', nested(32_000)),
]

const TIME_ROWS: BodyRow[] = [
  refused(26, 'a ts of 1e20 is refused', factory('"ts":1e20')),
  refused(27, 'a ts that a double cannot hold is refused', factory('"ts":9007199254740993')),
  refused(28, 'a ts beyond the largest double is refused', factory('"ts":1e400')),
  accepted(29, 'a ts of 1.0 is an integer', factory('"ts":1.0'), { ts: 1, ...RECEIVED }),
  refused(30, 'a ts with a fraction is refused', factory('"ts":1.5')),
  accepted(31, 'a ts of -0 is echoed as 0', factory('"ts":-0'), { ts: 0, ...RECEIVED }),
  accepted(32, 'a ts before 1970 is stored with a suspect clock', factory('"ts":-1'), { ts: -1, ...RECEIVED }),
  refused(33, 'a ts as text is refused', factory('"ts":"123"')),
  accepted(34, 'a ts of null is the time of receipt in whole seconds', factory('"ts":null'), {
    ts: 1_772_366_400,
    at: '2026-03-01T12:00:00.000Z',
    clock_suspect: false,
  }),
  refused(35, 'a ts of true is refused', factory('"ts":true')),
  accepted(36, 'a missing ts is the time of receipt in whole seconds', PLAIN, {
    ts: 1_772_366_400,
    at: '2026-03-01T12:00:00.000Z',
    clock_suspect: false,
  }),
  refused(37, 'a ts in an array is refused', factory('"ts":[1]')),
  accepted(38, 'a ts of thirteen digits counts milliseconds', factory('"ts":1750000000123'), {
    ts: 1_750_000_000_123,
    at: '2025-06-15T15:06:40.123Z',
    clock_suspect: false,
  }),
  refused(39, 'a ts in microseconds is refused', factory('"ts":1750000000123456')),
  accepted(40, 'a ts of 0 is stored with a suspect clock', factory('"ts":0'), { ts: 0, ...RECEIVED }),
  accepted(41, 'a ts of the year 9999 is stored with a suspect clock', factory('"ts":253402300799'), {
    ts: 253_402_300_799,
    ...RECEIVED,
  }),
  accepted(
    41,
    'the last second below the limit of milliseconds is stored with a suspect clock',
    factory('"ts":99999999999'),
    { ts: 99_999_999_999, ...RECEIVED },
  ),
]

const PLACE_ROWS: BodyRow[] = [
  refused(42, 'a lat beyond the pole is refused', factory('"lat":90.0001,"lng":0')),
  refused(43, 'a lng beyond the date line is refused', factory('"lat":0,"lng":-180.5')),
  refused(44, 'a lat as text is refused', factory('"lat":"46.05","lng":14.5')),
  refused(45, 'a lat of 1e308 is refused', factory('"lat":1e308,"lng":0')),
  refused(46, 'a lat without a lng is refused', factory('"lat":46.05')),
  refused(46, 'a lng without a lat is refused', factory('"lng":14.5')),
  accepted(47, 'a lat and a lng of null are absent', factory('"lat":null,"lng":null'), {
    lat: null,
    lng: null,
    gps_records: 0,
  }),
  refused(47, 'a lat of null beside a lng is half a pair', factory('"lat":null,"lng":14.5')),
  accepted(48, 'latitude 0, longitude 0 is a place', factory('"lat":0,"lng":0'), { lat: 0, lng: 0, gps_records: 1 }),
  accepted(49, 'the south pole on the date line is a place', factory('"lat":-90,"lng":180'), {
    lat: -90,
    lng: 180,
    gps_records: 1,
  }),
  accepted(49, 'the north pole on the date line is a place', factory('"lat":90,"lng":-180'), {
    lat: 90,
    lng: -180,
    gps_records: 1,
  }),
]

const FIELD_ROWS: BodyRow[] = [
  refused(50, 'a missing module is refused', '{"ts":1750000000}'),
  refused(51, 'a module in another case is refused', '{"module":"Health"}'),
  refused(52, 'an unknown module is refused', '{"module":"drone"}'),
  refused(53, 'a module that is a number is refused', '{"module":7}'),
  accepted(54, 'a battery of -1 is stored', factory('"battery":-1'), { battery: -1 }),
  accepted(55, 'a battery of 101 is stored', factory('"battery":101'), { battery: 101 }),
  accepted(56, 'a battery of null is absent', factory('"battery":null'), { battery: null }),
  accepted(
    57,
    'the smallest of doubles are stored',
    factory('"battery":1e-320,"signal":1e-300,"metrics":{"gas_ppm":1e-320}'),
    { battery: 1e-320, signal: 1e-300, metrics: { gas_ppm: 1e-320 } },
  ),
  accepted(
    57,
    'the largest of doubles are stored',
    factory('"battery":1e300,"signal":-1e300,"metrics":{"gas_ppm":1e308}'),
    { battery: 1e300, signal: -1e300, metrics: { gas_ppm: 1e308 } },
  ),
  accepted(58, 'a signal of -120 is stored', factory('"signal":-120'), { signal: -120 }),
  accepted(59, 'a signal of 0 is stored', factory('"signal":0'), { signal: 0 }),
  refused(60, 'a signal as text is refused', factory('"signal":"-70"')),
  accepted(61, 'a signal of 1e9 is stored', factory('"signal":1e9'), { signal: 1e9 }),
]

const VALUE_ROWS: BodyRow[] = [
  accepted(62, 'metrics and flags of null are absent', factory('"metrics":null,"flags":null'), {
    metrics: null,
    flags: null,
  }),
  refused(63, 'an array of metrics is refused', factory('"metrics":[1]')),
  refused(64, 'a text of metrics is refused', factory('"metrics":"gas"')),
  refused(65, 'a metric as text is refused', factory('"metrics":{"systolic":"120"}')),
  accepted(66, 'a metric of null is absent', factory('"metrics":{"systolic":null,"gas_ppm":3}'), {
    metrics: { gas_ppm: 3 },
  }),
  accepted(67, 'gas_type is the metric that is a text', factory('"metrics":{"gas_type":"CO"}'), {
    metrics: { gas_type: 'CO' },
  }),
  refused(67, 'a gas_type that is a number is refused', factory('"metrics":{"gas_type":3}')),
  accepted(68, 'impact_g_force is the flag that is a number', '{"module":"vehicle","flags":{"impact_g_force":3.2}}', {
    module: 'vehicle',
    flags: { impact_g_force: 3.2 },
  }),
  accepted(69, 'an unknown metric is stored', factory('"metrics":{"vibration_mm_s":4.5}'), {
    metrics: { vibration_mm_s: 4.5 },
  }),
  accepted(70, 'a metric of another module is stored and raises no alert', factory('"metrics":{"systolic":250}'), {
    metrics: { systolic: 250 },
    alerts: 0,
  }),
  accepted(70, 'the same metric under its own module raises one', '{"module":"health","metrics":{"systolic":250}}', {
    module: 'health',
    metrics: { systolic: 250 },
    alerts: 1,
  }),
  refused(71, 'a flag as text is refused', factory('"flags":{"fire":"true"}')),
  refused(72, 'a flag that is a number is refused', factory('"flags":{"fire":1}')),
  refused(73, 'sixty-five metrics are refused', factory(`"metrics":{${keys(65)}}`)),
  accepted(73, 'sixty-four metrics are stored', factory(`"metrics":{${keys(64)}}`)),
  refused(74, 'a key of 65 characters is refused', factory(`"metrics":{"${text(65)}":1}`)),
  accepted(74, 'a key of 64 characters is stored', factory(`"flags":{"${text(64)}":true}`), {
    flags: { [text(64)]: true },
  }),
  refused(75, 'an empty key is refused', factory('"metrics":{"":1}')),
  refused(76, 'a key with a NUL is refused', factory('"metrics":{"a\\u0000":1}')),
  refused(76, 'a flag with a NUL is refused', factory('"flags":{"\\u0000":true}')),
  refused(77, 'a gas_type with a NUL is refused', factory('"metrics":{"gas_type":"C\\u0000O"}')),
  refused(78, 'a gas_type with a lone high surrogate is refused', factory('"metrics":{"gas_type":"\\ud800"}')),
  refused(78, 'a gas_type with a lone low surrogate is refused', factory('"metrics":{"gas_type":"CO\\udc00"}')),
  accepted(
    78,
    'a gas_type with a whole pair of surrogates is stored',
    factory('"metrics":{"gas_type":"\\ud83d\\udd25 \\"CO\\"\\n"}'),
    { metrics: { gas_type: '🔥 "CO"\n' } },
  ),
  refused(79, 'a gas_type of 65 characters is refused', factory(`"metrics":{"gas_type":"${text(65)}"}`)),
  accepted(79, 'a gas_type of 64 characters is stored', factory(`"metrics":{"gas_type":"${text(64)}"}`)),
]

export const BODY_ROWS: readonly BodyRow[] = [...JSON_ROWS, ...TIME_ROWS, ...PLACE_ROWS, ...FIELD_ROWS, ...VALUE_ROWS]
