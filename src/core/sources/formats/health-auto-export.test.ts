import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, holdForAnyJson, senderBody, statementsOf } from '../../../../test/harness/format-messages.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import { healthAutoExportFormat } from './health-auto-export.ts'

const TS = Date.UTC(2026, 4, 19, 7)
const DATE = '2026-05-19 00:00:00 -0700'

const metric = (name: string, units: string, ...data: object[]) => ({ name, units, data })
const of = (metrics: unknown[], settings = {}) =>
  statementsOf(healthAutoExportFormat, { data: { metrics } }, { settings })
const metricsOf = (name: string, units: string, sample: object) =>
  of([metric(name, units, { date: DATE, ...sample })])[0]!.reading?.metrics

test('metrics of one time are one reading', () => {
  assert.deepEqual(statementsOf(healthAutoExportFormat, senderBody('health-auto-export/1.json')), [
    {
      externalId: 'phone',
      place: String(TS),
      reading: {
        ts: TS,
        metrics: {
          heart_rate: 74.61313999467983,
          heart_rate_min: 52,
          heart_rate_max: 116,
          heart_rate_variability: 59.771549595894335,
          flights_climbed: 5,
        },
        flags: {},
      },
    },
  ])
})

test('each time is a reading, oldest first', () => {
  const all = statementsOf(healthAutoExportFormat, senderBody('health-auto-export/2.json'))
  assert.deepEqual(
    all.map(({ reading }) => [reading!.ts, reading!.metrics]),
    [
      [981_212_100_000, { weight_body_mass: 180.4 }],
      [981_212_280_000, { systolic: 121, diastolic: 79 }],
      [981_212_400_000, { glucose: 100 }],
      [981_213_000_000, { weight_body_mass: 181 }],
    ],
  )
})

test('the order in which metrics and names come makes no difference', () => {
  const [steps, rate] = [metric('step_count', 'count', { date: DATE, qty: 9 }), metric('heart_rate', 'count/min')]
  const turned = {
    data: [{ Max: 3, source: 'Anna’s "Watch"', Avg: 2, date: DATE, Min: 1 }],
    units: 'bpm',
    name: 'heart_rate',
  }
  const expected = { heart_rate: 2, heart_rate_min: 1, heart_rate_max: 3, step_count: 9 }
  assert.deepEqual(of([turned, steps, rate])[0]!.reading?.metrics, expected)
  assert.deepEqual(of([steps, turned])[0]!.reading?.metrics, expected)
})

test('vital signs have the keys and units of readings', () => {
  assert.deepEqual(metricsOf('blood_glucose', 'mmol/L', { qty: 6.3, mealTime: 'Before Meal' }), { glucose: 113.498 })
  assert.deepEqual(metricsOf('blood_glucose', 'mmol<180.15588000005408>/L', { qty: 5 }), { glucose: 90.078 })
  assert.deepEqual(metricsOf('body_temperature', 'degF', { qty: 98.6 }), { temperature: 37 })
  assert.deepEqual(metricsOf('basal_body_temperature', 'degF', { qty: 98.6 }), { basal_body_temperature: 37 })
  assert.deepEqual(metricsOf('blood_oxygen_saturation', '%', { qty: 97 }), { spo2: 97 })
  assert.deepEqual(metricsOf('blood_pressure', 'kPa', { systolic: 16, diastolic: 10 }), {
    systolic: 120.01,
    diastolic: 75.006,
  })
  assert.deepEqual(metricsOf('respiratory_rate', 'count/min', { qty: 14 }), { respiratory_rate: 14 })
  assert.deepEqual(of([metric('blood_glucose', 'stones', { date: DATE, qty: 6 })]), [
    { reason: { code: 'unknown_measure', at: 'blood_glucose', detail: 'stones' } },
  ])
})

test('sleep is read with its phases', () => {
  const night = { date: '2026-05-19', sleepEnd: '2026-05-19 07:00:00 -0700', totalSleep: 7.5, deep: 1 }
  const [summed] = of([metric('sleep_analysis', 'hr', night)])
  assert.deepEqual(
    [summed!.reading!.ts, summed!.reading!.metrics],
    [TS + 7 * 3_600_000, { sleep_analysis_total_sleep: 7.5, sleep_analysis_deep: 1 }],
  )
  const phase = { startDate: DATE, endDate: '2026-05-19 01:00:00 -0700', qty: 1, value: 'REM' }
  const [single] = of([metric('sleep_analysis', 'hr', phase)])
  assert.deepEqual([single!.reading!.ts, single!.reading!.metrics], [TS + 3_600_000, { sleep_analysis_rem: 1 }])
})

test('phones that show AM and PM write so', () => {
  const ts = (date: string) => of([metric('step_count', 'count', { date, qty: 1 })])[0]!.reading?.ts
  assert.equal(ts('2026-05-19 12:00:00 AM -0700'), TS)
  assert.equal(ts('2026-05-19 12:30:00\u202fPM -0700'), TS + 12.5 * 3_600_000)
  assert.equal(ts('2026-05-19 1:00:00 pm -0700'), TS + 13 * 3_600_000)
})

test('what cannot be read is said beside what can', () => {
  const samples = [{ date: 'yesterday', qty: 1 }, { qty: 2 }, { date: DATE, qty: 3 }]
  const all = of([metric('step_count', 'count', ...samples)])
  assert.deepEqual(all.map(({ reading }) => reading?.metrics).filter(Boolean), [{ step_count: 3 }])
  assert.deepEqual(
    all.flatMap(({ reason }) => reason ?? []),
    [
      { code: 'bad_time', at: 'step_count' },
      { code: 'bad_time', at: 'step_count' },
    ],
  )
  const broken = `{"data":{"metrics":[{"name":"a","data":[{"date":"${DATE}","qty":1e},{"date":"${DATE}","__proto__":{}}]}]}}`
  assert.deepEqual(statementsOf(healthAutoExportFormat, broken), [{ reason: { code: 'not_json' } }])
})

test('the device is the one that the source says', () => {
  const steps = metric('step_count', 'count', { date: DATE, qty: 1 })
  assert.equal(of([steps])[0]!.externalId, 'phone')
  assert.equal(of([steps], { device: 'anna' })[0]!.externalId, 'anna')
})

test('workouts make no readings, and names of watches are in no part', () => {
  const workout = { name: 'Walk', start: DATE, heartRateData: [{ date: DATE, qty: 1, source: 'Anna' }] }
  const data = { workouts: [workout], metrics: [metric('step_count', 'count', { date: DATE, qty: 1, source: 'Anna' })] }
  const parts = [...healthAutoExportFormat.split(formatMessage({ data }))]
  assert.equal(parts.length, 1)
  assert.ok(!JSON.stringify(parts).includes('Anna'))
  assert.deepEqual([...healthAutoExportFormat.split(formatMessage({ data: { workouts: [workout] } }))], [])
})

test('a body of another form cannot be cut', () => {
  const reasonOf = (body: unknown) => {
    try {
      healthAutoExportFormat.split(formatMessage(body))
    } catch (error) {
      return error instanceof NotUnderstood ? error.reason.code : error
    }
    return null
  }
  for (const body of ['{"data":', '{"data":{"metrics":[}', '{"a":"', '{]', '['.repeat(1_000_000)])
    assert.equal(reasonOf(body), 'not_json', body.slice(0, 30))
  for (const body of ['', '1', [], {}, { data: [] }, { data: 'metrics' }]) assert.equal(reasonOf(body), 'wrong_form')
  const many = `{"data":{"metrics":[{"name":"a","data":[${'{},'.repeat(250_001)}{}]}]}}`
  assert.equal(reasonOf(many), 'wrong_form')
  assert.equal(reasonOf(`{"data":{"metrics":[${'{"data":[{}]},'.repeat(1_001)}{}]}}`), 'wrong_form')
})

test('any JSON makes readings that can be stored, or is not understood', () => {
  holdForAnyJson(
    healthAutoExportFormat,
    ['1', '2'].map((name) => senderBody(`health-auto-export/${name}.json`)),
  )
})
