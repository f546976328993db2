import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { checkedReading } from '../../telemetry/checked-reading.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import type { SourceReading, Statement } from '../messages/source-message.ts'
import { influxFormat } from './influx.ts'

const DEFAULTS = Value.Create(influxFormat.settings) as Record<string, unknown>
const file = (name: string) => readFileSync(new URL(`../../../../test/payloads/${name}`, import.meta.url))
const message = (body: string | Buffer, query = '') => ({
  path: '/write',
  query: new URLSearchParams(query),
  media: 'text/plain',
  body: Buffer.from(body),
})

/** The statements of the lines; the code of the reason for a line that is not understood. */
function read(body: string | Buffer, settings: object = {}, query = ''): (Statement | string)[] {
  const context = { receivedAt: 1795263622000, settings: { ...DEFAULTS, ...settings }, timeZone: 'UTC' }
  return influxFormat.split(message(body, query)).flatMap((part): (Statement | string)[] => {
    const kept: typeof part = JSON.parse(JSON.stringify(part))
    try {
      const statements = influxFormat.read(kept, context)
      for (const { reading } of statements) if (reading !== null) checkedReading({ module: 'factory', ...reading })
      return statements
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error
      return [error.reason.code]
    }
  })
}

const only = (body: string, settings: object = {}): Statement => read(body, settings)[0] as Statement
const metrics = (body: string, settings: object = {}): SourceReading['metrics'] => only(body, settings).reading!.metrics

test('a line of a board names its device, and its signal is beside the metrics', () => {
  assert.deepEqual(read(file('influx/1.txt')), [
    { externalId: 'ESP8266', reading: { signal: -64, metrics: { uptime: 12345 }, flags: {} } },
  ])
})

test('lines of Proxmox are about their host, with the measurement and the part of the machine in the keys', () => {
  const [system, node, disk] = read(file('influx/2.txt')) as Statement[]
  assert.equal(system!.externalId, 'documentation')
  assert.equal(system!.reading!.ts, 1795263620000)
  assert.equal(system!.reading!.metrics.system_cpu, 0.0123)
  assert.equal(system!.reading!.metrics.system_mem, 1073741824)
  assert.deepEqual([node!.externalId, node!.reading!.metrics], ['pve01', { system_uptime: 864000 }])
  assert.deepEqual(disk!.reading!.metrics, { blockstat_scsi0_rd_operations: 1412 })
})

test('Telegraf writes about a UPS, a disk without a host, and a machine', () => {
  const [ups, disk, cpu] = read(file('telegraf/2.txt'))
  const { externalId, reading } = ups as Statement
  assert.equal(externalId, 'AS1231515')
  assert.equal(reading!.battery, 100)
  assert.deepEqual(reading!.flags, { power_failure: false })
  const { load_percent, time_left_minutes, internal_temp, input_voltage } = reading!.metrics
  assert.deepEqual([load_percent, time_left_minutes, internal_temp, input_voltage], [9.7, 98, 32.4, 230.4])
  assert.equal(disk, 'no_device')
  assert.equal((cpu as Statement).externalId, 'loaner')
  assert.equal((cpu as Statement).reading!.metrics.cpu_usage_active, 17.616580305880305)
  assert.equal((cpu as Statement).reading!.ts, 1568760922000)
  const [, found] = read(file('telegraf/2.txt'), { default_device: 'laptop' }) as Statement[]
  assert.deepEqual([found!.externalId, found!.reading!.metrics.disk_used_percent], ['laptop', 20.131039916242397])
})

test('parts of a machine have keys of their own, the sum of them does not', () => {
  assert.deepEqual(metrics('cpu,cpu=cpu0,host=a usage_idle=1'), { cpu_cpu0_usage_idle: 1 })
  assert.deepEqual(metrics('disk,device=sda1,fstype=ext4,host=a,mode=rw,path=/ used_percent=1'), {
    disk_used_percent: 1,
  })
  assert.deepEqual(metrics('disk,device=sda2,host=a,path=/home used_percent=1'), { disk_home_used_percent: 1 })
  assert.deepEqual(metrics('sensors,chip=coretemp-isa-0000,feature=core_0,host=a temp_input=40'), {
    sensors_coretemp_isa_0000_core_0_temp_input: 40,
  })
  assert.deepEqual(metrics('temp,sensor=cpu_thermal,host=a temp=40'), { temp_cpu_thermal: 40 })
  assert.deepEqual(metrics('net,interface=eth0,host=a bytes_recv=7i'), { net_eth0_bytes_recv: 7 })
})

test('keys that are too long stay apart', () => {
  const name = 'x'.repeat(70)
  const keys = ['1', '2'].map((end) => Object.keys(metrics(`m,host=a ${name}${end}=1`))[0]!)
  assert.equal(new Set(keys).size, 2)
  assert.ok(keys.every((key) => key.length <= 64))
})

test('a field called value has the measurement as its key', () => {
  assert.deepEqual(metrics('temperature,device=cellar value=14.2'), { temperature: 14.2 })
  assert.deepEqual(metrics('temperature,host=cellar value=14.2'), { temperature: 14.2 })
})

test('the settings say which tags name a device and whether the measurement is in the keys', () => {
  const line = 'air,room=hall,host=gateway co2=812i'
  assert.deepEqual([only(line).externalId, metrics(line)], ['gateway', { air_co2: 812 }])
  assert.deepEqual(only(line, { device_tags: ['room'] }).externalId, 'hall')
  assert.deepEqual(metrics(line, { device_tags: ['room'] }), { co2: 812 })
  assert.deepEqual(metrics(line, { device_tags: ['room'], measurement_in_keys: 'always' }), { air_co2: 812 })
  assert.deepEqual(metrics(line, { measurement_in_keys: 'never' }), { co2: 812 })
})

test('a location, a flag, a gas and a battery are stored as such; other texts are not', () => {
  const line =
    'air,device=a lat=52.3,lon=4.9,alarm=true,gas_type="CO",gas_ppm=3,battery_percent=80,name="x",serial="12",rssi=40'
  assert.deepEqual(only(line).reading, {
    lat: 52.3,
    lng: 4.9,
    battery: 80,
    metrics: { gas_type: 'CO', gas_ppm: 3, rssi: 40 },
    flags: { alarm: true },
  })
  assert.deepEqual(only('m,device=a battery=3.92').reading!.metrics, { battery: 3.92 }, 'volts are not per cent')
})

test('a UPS on its battery has a power failure', () => {
  assert.deepEqual(only('apcupsd,serial=1,status=ONBATT,ups_name=u load_percent=9').reading!.flags, {
    power_failure: true,
  })
  assert.deepEqual(only('upsd,serial=1,ups_name=u battery_charge_percent=90,ups_status="OB DISCHRG"').reading, {
    battery: 90,
    metrics: {},
    flags: { power_failure: true },
  })
})

test('an entity of Home Assistant is a measure of a device', () => {
  assert.deepEqual(read(file('homeassistant/3.txt')), [
    {
      externalId: 'cellar',
      label: 'Cellar',
      reading: { ts: 1795263621480, metrics: { temperature: 14.2 }, flags: {} },
    },
  ])
  assert.deepEqual(only('°F,domain=sensor,entity_id=attic_temperature_2 value=50').reading!.metrics, {
    temperature: 10,
  })
  assert.equal(only('°F,domain=sensor,entity_id=attic_temperature_2 value=50').externalId, 'attic_2')
  assert.equal(only('%,domain=sensor,entity_id=door_battery value=81').reading!.battery, 81)
  assert.equal(only('dBm,domain=sensor,entity_id=door_signal_strength value=-71').reading!.signal, -71)
  assert.deepEqual(only('°C,domain=sensor,entity_id=aussen value=3').reading!.metrics, { temperature: 3 })
})

test('the texts of Home Assistant that became numbers are not stored', () => {
  const line = '%,domain=sensor,entity_id=hall_humidity value=40,last_seen_str="23 minutes ago",last_seen=23,min=0'
  assert.deepEqual(only(line).reading, { metrics: { humidity: 40 }, flags: {} })
  const thermostat =
    'climate.bath,domain=climate,entity_id=bath current_temperature=21.5,temperature=23,min_temp=7,state="heat"'
  assert.deepEqual(only(thermostat).reading, { metrics: { temperature: 21.5 }, flags: {} })
})

test('a line of nothing but texts is no measurement, and needs no place in quarantine', () => {
  const reason = (detail: string) => ({ reading: null, reason: { code: 'no_measurement', detail } })
  assert.deepEqual(read('sun.sun,domain=sun,entity_id=sun elevation=12,state="x"'), [
    { externalId: 'sun', ...reason('sun') },
  ])
  assert.deepEqual(read('sensor.washer,domain=sensor,entity_id=washer state="spinning"'), [
    { externalId: 'washer', ...reason('sensor') },
  ])
  assert.deepEqual(read('win_services,host=a display_name="Spooler"'), [{ externalId: 'a', ...reason('win_services') }])
  assert.deepEqual(read('win_services display_name="Spooler"'), ['no_device'])
})

test('an entity that is on or off is a flag', () => {
  const line =
    'binary_sensor.cellar_leak,domain=binary_sensor,entity_id=cellar_leak device_class_str="moisture",state="on",value=1'
  assert.deepEqual(only(line), { externalId: 'cellar', reading: { metrics: {}, flags: { water_leak: true } } })
  assert.deepEqual(only('switch.pump,domain=switch,entity_id=pump state="off",value=0').reading!.flags, {
    switch: false,
  })
  assert.deepEqual(
    only(
      'device_tracker.anna,domain=device_tracker,entity_id=anna latitude=52.1,longitude=4.9,state="home",value=1,battery_level=60',
    ).reading,
    { lat: 52.1, lng: 4.9, battery: 60, metrics: {}, flags: {} },
  )
})

test('a broken line is told by its number; an empty body has nothing to store', () => {
  assert.deepEqual(influxFormat.split(message('')), [])
  const [part] = influxFormat.split(message('\n\nbroken'))
  assert.throws(
    () => influxFormat.read(part!, { receivedAt: 0, settings: DEFAULTS, timeZone: 'UTC' }),
    (error) => error instanceof NotUnderstood && error.reason.at === 'line 3' && error.reason.code === 'wrong_form',
  )
  assert.deepEqual(read('m,device=a big=9007199254740993i,text="x"'), ['bad_value'])
  assert.deepEqual(only('m,device=a big=9007199254740993i,ok=1').reason, { code: 'bad_value', at: 'big' })
})

test('clients of InfluxDB 3 write to an address of their own, with the precision as a word', () => {
  assert.ok(influxFormat.paths.includes('/api/v3/write_lp'))
  for (const [precision, digits] of [
    ['second', '1795263620'],
    ['millisecond', '1795263620000'],
    ['microsecond', '1795263620000000'],
    ['nanosecond', '1795263620000000000'],
  ] as const) {
    const [point] = influxFormat.split(message(`m,device=a t=1 ${digits}`, `precision=${precision}`))
    assert.equal((point as { ts: number }).ts, 1795263620000, precision)
  }
})

test('clients that are set up get what they ask for', () => {
  const ask = (method: string, path: string, query = '') =>
    influxFormat.other({ method, path, query: new URLSearchParams(query) })
  assert.equal(ask('GET', '/ping')!.status, 204)
  assert.ok(ask('HEAD', '/ping')!.headers!['X-Influxdb-Version'])
  assert.equal(ask('GET', '/ping', 'verbose=true')!.status, 200)
  assert.equal(JSON.parse(String(ask('GET', '/health')!.body)).status, 'pass')
  const created = JSON.parse(String(ask('POST', '/query', 'q=CREATE DATABASE "x"')!.body))
  assert.deepEqual(created, { results: [{ statement_id: 0 }] })
  const shown = JSON.parse(String(ask('GET', '/query', 'q=SHOW DATABASES;&db=home')!.body))
  assert.deepEqual(shown.results[0].series[0].values, [['home']])
  assert.equal(ask('POST', '/api/v2/query')!.status, 200)
  assert.equal(ask('DELETE', '/query'), null)
  assert.equal(ask('GET', '/other'), null)
})

test('any bytes are lines or broken lines', () => {
  const pieces = fc.constantFrom(
    'm',
    ',',
    ' ',
    '=',
    '"',
    '\\',
    '\n',
    '\r',
    'host',
    'device',
    'value',
    '1',
    'i',
    'true',
    '°',
  )
  const lines = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(lines, (text) => read(text).length >= 0),
    { numRuns: 2_000 },
  )
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => read(Buffer.from(bytes)).length >= 0))
})
