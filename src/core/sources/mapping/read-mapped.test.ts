import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaCheck } from '../../../platform/http/schemas/schema-check.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { Statement } from '../messages/source-message.ts'
import { type Mapping, MappingShape } from './mapping.ts'
import { compileMapping } from './read-mapped.ts'

const RECEIVED = 1_795_263_622_000
const CONTEXT = { receivedAt: RECEIVED, settings: {}, timeZone: 'Europe/Ljubljana' }
const check = schemaCheck(MappingShape)

const read = (mapping: Mapping, message: unknown, base?: Statement): Statement[] =>
  compileMapping(check(mapping) as Mapping).read(message, CONTEXT, base)
const readingOf = (mapping: Mapping, message: unknown): Statement['reading'] =>
  read({ device: 'id', rest: 'drop', ...mapping }, { id: 'a', ...(message as object) })[0]!.reading

test('a pointer leads from the item, from the message, or outwards from the item', () => {
  const mapping: Mapping = {
    each: '/gateways/*/tags/*',
    device: '{//owner}/{gateway}/{tag}',
    label: '../../name',
    metrics: { temperature: 't', level: '/deep/l~1evel', height: '../../height' },
    rest: 'drop',
  }
  const gateways = { g1: { name: 'Gate', height: 3, tags: { x: { t: 1, deep: { 'l/evel': 2 } } } } }
  assert.deepEqual(read(mapping, { owner: 'me', gateways }), [
    {
      externalId: 'me/g1/x',
      label: 'Gate',
      place: '/gateways/g1/tags/x',
      reading: { metrics: { temperature: 1, level: 2, height: 3 }, flags: {} },
    },
  ])
})

test('a pointer goes through a text that is JSON, also in base64, and in several layers', () => {
  const inner = JSON.stringify({ t: 21.4 })
  const base64 = Buffer.from(inner).toString('base64')
  const metrics = { one: '/plain/t', two: '/packed/t', three: '/both/inner/t', four: '/no/t' }
  const both = Buffer.from(JSON.stringify({ inner })).toString('base64')
  assert.deepEqual(readingOf({ metrics }, { plain: inner, packed: base64, both, no: '{"t":' })?.metrics, {
    one: 21.4,
    two: 21.4,
    three: 21.4,
  })
})

test('the first of several pointers that leads to a value counts', () => {
  const mapping: Mapping = { metrics: { t: { from: ['/a', '/b', '/c'], leave_out: [-1, 327.67] } } }
  assert.equal(readingOf(mapping, { a: 'null', b: '327.670', c: 3 })?.metrics.t, 3)
  assert.deepEqual(readingOf(mapping, { a: null, b: -1 })?.metrics, {})
})

test('a star is the first member in which there is a value', () => {
  assert.equal(readingOf({ signal: '/rx/*/rssi' }, { rx: [{}, { rssi: -70 }, { rssi: -60 }] })?.signal, -70)
})

test('units are converted, and a number beyond all numbers is none', () => {
  const metrics = {
    warm: { from: 'f', unit: '°F' },
    speed: { calc: 'v / 2', unit: 'm/s' },
    glucose: { from: 'g', unit: 'mmol/L' },
    huge: { from: 'h', unit: 'fraction' },
  } as const
  assert.deepEqual(readingOf({ metrics }, { f: 98.6, v: 20, g: '6.3', h: 1e308 })?.metrics, {
    warm: 37,
    speed: 36,
    glucose: 113.498,
  })
})

test('a flag is true or false by its lists, and otherwise as senders write it', () => {
  const flags = {
    leak: { from: 'state', true: ['wet', 1], false: ['dry', 0] },
    open: 'door',
    warm: { calc: 't > 20' },
    impact_g_force: 'g',
  }
  const message = { state: 'wet', door: 'OFF', t: 21, g: 3.2 }
  assert.deepEqual(readingOf({ flags }, message)?.flags, { leak: true, open: false, warm: true, impact_g_force: 3.2 })
  assert.deepEqual(readingOf({ flags }, { ...message, state: '1', door: 'ajar' })?.flags, {
    leak: true,
    warm: true,
    impact_g_force: 3.2,
  })
  assert.equal(readingOf({ flags }, { state: 'Wet' })?.flags.leak, undefined)
})

test('a gas is a text or a constant, and words are numbers', () => {
  const metrics = { gas_type: { constant: 'CO' }, level: { from: 'l', words: { low: 10, high: 90 } } }
  assert.deepEqual(readingOf({ metrics }, { l: 'high' })?.metrics, { gas_type: 'CO', level: 90 })
  assert.deepEqual(readingOf({ metrics: { gas_type: 'gas' } }, { gas: 'NH3' })?.metrics, { gas_type: 'NH3' })
})

test('a button that is never let go is so by itself some time later', () => {
  const flags = { panic_pressed: { from: 'action', true: ['single'], false_after_s: 5 } }
  const mapping: Mapping = { device: 'id', ts: 'at', flags }
  assert.deepEqual(read(mapping, { id: 'a', at: 1_795_263_600, action: 'single' }), [
    { externalId: 'a', reading: { ts: 1_795_263_600_000, metrics: {}, flags: { panic_pressed: true } } },
    { externalId: 'a', reading: { ts: 1_795_263_605_000, metrics: {}, flags: { panic_pressed: false } } },
  ])
  const [pressed, letGo, ...others] = read(mapping, { id: 'a', action: 'single' })
  assert.equal(pressed?.reading?.ts, undefined)
  assert.equal(letGo?.reading?.ts, RECEIVED + 5_000)
  assert.equal(others.length, 0)
  assert.equal(read(mapping, { id: 'a', action: 'double' }).length, 1)
})

test('a time is of the zone of the mapping, or else of the source', () => {
  const message = { at: '2026-11-21 13:20:22' }
  assert.equal(readingOf({ ts: 'at' }, message)?.ts, RECEIVED)
  assert.equal(readingOf({ ts: { from: 'at', zone: 'UTC' } }, message)?.ts, RECEIVED + 3_600_000)
  assert.throws(() => readingOf({ ts: 'at' }, { at: 'soon' }), isReason('bad_time'))
  assert.throws(() => readingOf({ ts: 'at' }, { at: '9e15' }), isReason('bad_time'))
})

test('half a position is none, and one outside of the earth is said', () => {
  const mapping: Mapping = { device: 'id', lat: 'lat', lng: 'lng' }
  assert.deepEqual(read(mapping, { id: 'a', lat: 1, t: 1 }), [
    { externalId: 'a', reading: { metrics: { t: 1 }, flags: {} } },
  ])
  assert.deepEqual(read(mapping, { id: 'a', lat: 91, lng: 1, t: 1 }), [
    { externalId: 'a', reading: { metrics: { t: 1 }, flags: {} }, reason: { code: 'bad_value', at: 'lat' } },
  ])
})

test('other numbers and booleans are kept, dropped, or those of a list', () => {
  const message = { id: 'a', temp_f: 50, TempC_SHT: 3, door: true, text: 'x', deep: { n: 1, m: 2 } }
  const mapping: Mapping = {
    device: 'id',
    metrics: { temperature: { from: 'temp_f', unit: '°F' } },
    ignore: ['/deep/m'],
  }
  const of = (rest: NonNullable<Mapping['rest']>) => read({ ...mapping, rest }, message)[0]?.reading
  assert.deepEqual(of('keep'), { metrics: { temperature: 10, temp_c_sht: 3, deep_n: 1 }, flags: { door: true } })
  assert.deepEqual(of('drop'), { metrics: { temperature: 10 }, flags: {} })
  assert.deepEqual(of(['temp_c_sht', 'door']), { metrics: { temperature: 10, temp_c_sht: 3 }, flags: { door: true } })
})

test('a field that has no value is not filled with one of the same name', () => {
  const metrics = { humidity: { from: 'hum', leave_out: [-1] } }
  assert.deepEqual(readingOf({ metrics, rest: 'keep' }, { hum: -1, humidity: 50, t: 1 })?.metrics, { t: 1 })
})

test('more values than a reading has room for leave those that the mapping names', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`k${place}`, place]))
  const kept = readingOf({ metrics: { temperature: 't' }, rest: 'keep' }, { ...many, t: 1 })
  assert.equal(Object.keys(kept!.metrics).length, 64)
  assert.equal(kept!.metrics.temperature, 1)
  assert.deepEqual(readingOf({ rest: ['k99'] }, many)?.metrics, { k99: 99 })
})

const BASE: Statement = {
  externalId: 'eui',
  key: 'frame-1',
  reading: {
    ts: 1,
    signal: -50,
    battery: 3,
    metrics: { temp_c_ds: 327.67, bat_v: 3, snr: 10 },
    flags: { leak: false },
  },
}

test('on top of a format, fields replace and add, and the rest stays', () => {
  const mapping: Mapping = {
    battery: { calc: 'max(0, (bat_v - 2) / 1.0 * 100)' },
    metrics: { temperature: { from: 'temp_c_ds', leave_out: [327.67] }, frame: '/fCnt' },
  }
  assert.deepEqual(read(mapping, { fCnt: 7 }, BASE), [
    {
      ...BASE,
      reading: { ts: 1, signal: -50, battery: 100, metrics: { frame: 7, bat_v: 3, snr: 10 }, flags: { leak: false } },
    },
  ])
  assert.deepEqual(read({ rest: 'drop' }, {}, BASE)[0]?.reading?.metrics, {})
  assert.deepEqual(read({ rest: ['snr'] }, {}, BASE)[0]?.reading?.metrics, { snr: 10 })
  assert.deepEqual(BASE.reading?.metrics, { temp_c_ds: 327.67, bat_v: 3, snr: 10 })
})

test('on top of a format, the item is where the statement says', () => {
  const base = { ...BASE, place: '/items/1' }
  const [statement] = read({ metrics: { v: 'v' }, rest: 'drop' }, { items: [{ v: 1 }, { v: 2 }] }, base)
  assert.deepEqual(statement?.reading?.metrics, { v: 2 })
})

test('items without a device are named last, and the others are read', () => {
  const mapping: Mapping = { each: '/*', device: 'id' }
  assert.deepEqual(read(mapping, [{ id: 'a', t: 1 }, { t: 2 }]), [
    { externalId: 'a', place: '/0', reading: { metrics: { t: 1 }, flags: {} } },
    { externalId: '', place: '/1', reading: null, reason: { code: 'no_device', at: '/1' } },
  ])
  assert.throws(() => read(mapping, [{ t: 2 }]), isReason('no_device'))
  assert.deepEqual(read(mapping, []), [])
  assert.throws(() => read({ ...mapping, each: '/list/*' }, {}), isReason('wrong_form'))
  assert.throws(() => read(mapping, Array(1_001).fill({ id: 'a' })), isReason('wrong_form'))
})

const isReason = (code: string) => (error: unknown) => error instanceof NotUnderstood && error.reason.code === code

test('what the format knows to be no measurement stays none, unless the mapping finds a value in it', () => {
  const base: Statement = { externalId: 'a', reading: null, reason: { code: 'no_measurement', detail: 'up' } }
  const message = { up: 0, state: 'open' }
  assert.deepEqual(read({ signal: 'rssi' }, message, base), [base])
  assert.deepEqual(read({ flags: { door: { from: 'door', true: ['open'] } }, rest: 'keep' }, message, base), [base])
  const [found] = read({ flags: { door_open: { from: 'state', true: ['open'] } } }, message, base)
  assert.deepEqual(found, { externalId: 'a', reading: { metrics: {}, flags: { door_open: true } } })
})
