import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PREFERENCES } from '../people/preferences/preferences.ts'
import { measureOf } from '../vocabulary/measures.ts'
import type { Headline } from './headline.ts'
import {
  alsoText,
  backText,
  clockText,
  fixAgeText,
  type HeadlineReader,
  howText,
  limitText,
  placeWords,
  severityText,
  sinceText,
  textAtWorst,
  valueText,
  whatText,
  whoText,
} from './headline-words.ts'

const EN: HeadlineReader = { ...DEFAULT_PREFERENCES, zone: 'Europe/Ljubljana' }
const DE: HeadlineReader = { ...EN, language: 'de' }
const NOW = new Date('2026-11-22T01:40:00Z')
const BASE: Headline = {
  ...{ device_id: null, site_name: null, more_notes: null },
  ...{ device_name: 'Room 3', metric: 'systolic', kind: 'value', label: 'systolic', own_label: null },
  ...{ value: 196, unit: 'mmHg', threshold: 180, direction: 'above', measure: measureOf('metrics.systolic') },
  ...{ severity: 'critical', current_severity: 'critical', current_value: 196, last_value: 196, is_cleared: false },
  is_worsening: false,
  ...{
    since: new Date('2026-11-22T01:38:00Z'),
    severe_since: new Date('2026-11-22T01:38:00Z'),
    severe_until: null,
    cleared_since: null,
  },
  ...{
    place: null,
    lat: null,
    lng: null,
    location_age_s: null,
    is_fixed: false,
    notes: null,
    storm: null,
    as_titled: null,
    present: null,
    also: null,
  },
  ...{ title: 'Pressure above 180 mmHg', title_of: null },
}
const plain = (text: string | null) => text?.replaceAll('\u202f', ' ') ?? null
const what = (change: Partial<Headline>, reader = EN) =>
  plain(whatText({ ...BASE, ...change }, reader, ({ title }) => title))
const back = (change: Partial<Headline>, reader = EN) =>
  plain(backText({ ...BASE, ...change }, reader, ({ title }) => title))
const flag = (metric: string): Partial<Headline> => ({
  ...{ kind: 'flag', metric, label: metric, value: null, unit: null, threshold: null, direction: null },
  ...{ measure: null, current_value: null, last_value: null },
})

test('a value is said with its name, unit and limit', () => {
  assert.equal(what({}), 'systolic 196 mmHg (above 180)')
  assert.equal(what({}, DE), 'systolisch 196 mmHg (über 180)')
  const gas: Partial<Headline> = {
    ...{ metric: 'gas_ppm', own_label: 'CO', measure: measureOf('metrics.gas_ppm'), direction: 'at_or_above' },
    ...{ value: 84, threshold: 70 },
  }
  assert.equal(what(gas), 'CO 84 ppm (at or above 70)')
  assert.equal(what(gas, DE), 'CO 84 ppm (ab 70)')
  const fridge: Partial<Headline> = {
    ...{ metric: 'temperature', measure: measureOf('metrics.temperature'), value: -21.5, threshold: -20.5 },
    direction: 'at_or_below',
  }
  assert.equal(what(fridge), 'temperature −21.5 °C (at or below −20.5)')
  assert.equal(what(fridge, DE), 'Temperatur −21,5 °C (−20,5 oder weniger)')
})

test('a speed needs no name, unless somebody has given it one', () => {
  const van: Partial<Headline> = { metric: 'speed_kmh', measure: measureOf('metrics.speed_kmh') }
  assert.equal(what({ ...van, value: 147, threshold: 140 }), '147 km/h (above 140)')
  assert.equal(what({ ...van, own_label: 'Belt', value: 147, threshold: 140 }), 'Belt 147 km/h (above 140)')
})

test('values and limits are in the units of the reader', () => {
  const fahrenheit: HeadlineReader = { ...EN, temperature: '°F', glucose: 'mmol/L' }
  const warm: Partial<Headline> = { metric: 'temperature', measure: measureOf('metrics.temperature') }
  assert.equal(what({ ...warm, value: 39.2, threshold: 38 }, fahrenheit), 'temperature 102.6 °F (above 100.4)')
  const sugar: Partial<Headline> = { metric: 'glucose', measure: measureOf('metrics.glucose') }
  const low: Partial<Headline> = { ...sugar, value: 50, threshold: 54, direction: 'below' }
  assert.equal(what(low, fahrenheit), 'glucose 2.8 mmol/L (below 3)')
})

test('a value just beyond its limit does not look as if it were at it', () => {
  assert.equal(what({ value: 180.04 }), 'systolic 180.04 mmHg (above 180)')
  const warm: Partial<Headline> = { metric: 'temperature', measure: measureOf('metrics.temperature') }
  assert.equal(what({ ...warm, value: 38.04, threshold: 38 }), 'temperature 38.04 °C (above 38)')
})

test('a value without a unit has its name alone; its digits are those set for the device', () => {
  const co2: Partial<Headline> = { metric: 'co2', label: 'co2', measure: null, value: 2100.126, threshold: 2000 }
  assert.equal(what({ ...co2, unit: null }), 'co2 2,100.13 (above 2,000)')
  const own = { co2: { label: 'CO₂', unit: 'ppm', decimals: 0 } }
  const named: Partial<Headline> = { ...co2, own_label: 'CO₂', measure: measureOf('metrics.co2', own) }
  assert.equal(what(named, DE), 'CO₂ 2.100 ppm (über 2.000)')
})

test('flags, offline devices, storms and titles are said in words', () => {
  assert.equal(what(flag('fall_detected')), 'fall detected')
  assert.equal(what(flag('water_leak'), DE), 'Wasseraustritt')
  assert.equal(what(flag('door_open')), 'door_open')
  assert.equal(what({ ...flag('x'), kind: 'offline' }), 'offline')
  assert.equal(what({ ...flag('x'), kind: 'title' }), 'Pressure above 180 mmHg')
  const storm = { where: 'Hall 4', count: 97, population: 98, first: 'gateway Hall 4' }
  const hall: Headline = { ...BASE, ...flag('x'), device_name: null, kind: 'storm', storm }
  assert.equal(what(hall), '97 of 98 devices offline')
  assert.equal(what(hall, DE), '97 von 98 Geräten offline')
  assert.deepEqual([whoText(hall), whoText(BASE)], ['Hall 4', 'Room 3'])
})

test('what is over is said by the value that is back, or in words', () => {
  assert.equal(back({ last_value: 128 }), 'back to 128 mmHg')
  assert.equal(back({ last_value: 128 }, DE), 'wieder 128 mmHg')
  assert.equal(back({ last_value: 196 }), 'systolic cleared')
  assert.equal(back(flag('water_leak')), 'water leak cleared')
  assert.equal(back(flag('water_leak'), DE), 'Wasseraustritt, wieder normal')
  assert.equal(back({ ...flag('x'), kind: 'offline' }), 'back online')
  assert.equal(back({ ...flag('x'), kind: 'storm' }), 'all devices back online')
})

test('how bad it is says since when, and what is so now', () => {
  const how = (change: Partial<Headline>, reader = EN) => plain(howText({ ...BASE, ...change }, reader, NOW))
  assert.deepEqual([how({}), how({}, DE)], ['Critical for 2 min', 'Kritisch seit 2 min'])
  assert.equal(how({ is_worsening: true }), 'Critical for 2 min, rising')
  assert.equal(how({ is_worsening: true, direction: 'below' }, DE), 'Kritisch seit 2 min, fallend')
  assert.equal(how({ value: 199, current_value: 178 }), 'Critical for 2 min, now 178 mmHg')
  const milder: Partial<Headline> = { value: 199, current_value: 150, current_severity: 'warning' }
  const calmed = { ...milder, severe_until: new Date('2026-11-22T01:38:42Z') }
  assert.equal(how(calmed), 'Critical for 42 s until 02:38, now warning, 150 mmHg')
  assert.equal(how(calmed, DE), 'Kritisch 42 s lang bis 02:38, jetzt Warnung, 150 mmHg')
  assert.equal(how({ ...calmed, ...flag('fall_detected') }), 'Critical, 02:38, now warning')
  assert.equal(how(milder), 'Critical, 02:38, now warning, 150 mmHg', 'until when is not known')
  assert.equal(how(milder, DE), 'Kritisch, 02:38, jetzt Warnung, 150 mmHg')
  const { metric, kind, label, own_label, unit, threshold, direction, measure, is_cleared, is_worsening } = BASE
  const same = { metric, kind, label, own_label, unit, threshold, direction, measure, is_cleared, is_worsening }
  const present: Headline['present'] = { ...same, value: 150, current_value: 148, last_value: 148 }
  const resolved = { ...calmed, current_value: null, present }
  assert.equal(how(resolved), 'Critical for 42 s until 02:38, now warning, 148 mmHg', 'of another alert')
  const pulse = { ...present, metric: 'heart_rate', measure: measureOf('metrics.heart_rate'), last_value: 131 }
  assert.equal(how({ ...resolved, present: pulse }), 'Critical for 42 s until 02:38, now warning, heart rate 131/min')
  const fallen = { ...present, ...flag('fall_detected') } as typeof present
  assert.equal(how({ ...resolved, present: fallen }), 'Critical for 42 s until 02:38, now warning, fall detected')
  assert.deepEqual([how(flag('fall_detected')), how(flag('fall_detected'), DE)], ['Critical, 02:38', 'Kritisch, 02:38'])
  assert.equal(severityText({ ...BASE, current_severity: 'warning' }, 'de'), 'Kritisch, jetzt Warnung')
  assert.equal(severityText({ ...BASE, current_severity: null }, 'en'), 'Critical')
  assert.equal(how({ ...flag('x'), kind: 'storm' }, DE), 'Kritisch, seit 02:38')
  const after = (seconds: number) => how({ severe_since: new Date(NOW.getTime() - seconds * 1_000) })
  assert.deepEqual([after(-5), after(9), after(10)], ['Critical, 02:40', 'Critical, 02:39', 'Critical for 10 s'])
})

test('what else is wrong is named once, with its device if it is another one, and how many more there are', () => {
  const { kind, label, own_label, unit, is_cleared, is_worsening } = BASE
  const same = { kind, label, own_label, unit, is_cleared, is_worsening, title: 'Oxygen low', title_of: null }
  const oxygen: NonNullable<Headline['also']> = {
    ...{ ...same, metric: 'spo2', measure: measureOf('metrics.spo2'), direction: 'at_or_below', threshold: 91 },
    ...{ value: 90, current_value: 90, last_value: 90, severity: 'critical', device_name: null, more: 0 },
  }
  const also = (change: Partial<typeof oxygen>, reader = EN) =>
    plain(alsoText({ ...BASE, also: { ...oxygen, ...change } }, reader, ({ title }) => title))
  assert.equal(
    alsoText(BASE, EN, ({ title }) => title),
    null,
  )
  assert.equal(also({}), 'also oxygen saturation 90 % (at or below 91)')
  assert.equal(also({}, DE), 'auch Sauerstoffsättigung 90 % (91 oder weniger)')
  assert.equal(also({ more: 2 }), 'also oxygen saturation 90 % (at or below 91) + 2 more')
  assert.equal(
    also({ more: 1, device_name: 'Room 4' }, DE),
    'auch Room 4: Sauerstoffsättigung 90 % (91 oder weniger) + 1 weitere',
  )
  assert.equal(also(flag('fall_detected') as object), 'also fall detected')
  assert.equal(also({ ...flag('x'), kind: 'title' } as object), 'also Oxygen low')
})

test('since when is a duration for a value, and a time for what happened once', () => {
  const since = (change: Partial<Headline>, reader = EN) => plain(sinceText({ ...BASE, ...change }, reader, NOW))
  assert.deepEqual([since({}), since({}, DE)], ['for 2 min', 'seit 2 min'])
  assert.equal(since({ severe_since: new Date('2026-11-22T01:39:20Z') }), 'for 40 s')
  assert.deepEqual([since(flag('fall_detected')), since(flag('fall_detected'), DE)], ['02:38', '02:38'])
  assert.equal(since({ ...flag('x'), kind: 'storm' }), 'since 02:38')
  assert.equal(clockText(new Date('2026-11-21T22:50:00Z'), EN, NOW), 'Sat 21 Nov, 23:50')
  assert.equal(clockText(new Date('2026-11-21T22:50:00Z'), DE, NOW), 'Sa., 21. Nov., 23:50')
  assert.equal(clockText(BASE.since, { ...EN, zone: null }, NOW), '01:38 UTC')
})

test('a place is said in the language of the reader, and far from it in miles for those who count in feet', () => {
  const town = { of: 'town', name: 'Kranj', distance_km: 2, direction: 'NE' } as const
  assert.equal(plain(placeWords(town, EN)), '2 km NE of Kranj')
  assert.equal(plain(placeWords(town, DE)), '2 km NO von Kranj')
  assert.equal(plain(placeWords({ ...town, distance_km: 16 }, { ...EN, length: 'ft' })), '10 mi NE of Kranj')
  assert.equal(placeWords({ ...town, distance_km: 0, direction: null }, DE), 'bei Kranj')
  assert.equal(placeWords({ of: 'geofence', name: 'Ward 2' }, DE), 'Ward 2')
})

test('the age of a location is said from a minute on, of what moves', () => {
  const age = (change: Partial<Headline>) => plain(fixAgeText({ ...BASE, lat: 46, lng: 14, ...change }, 'en'))
  assert.equal(age({ location_age_s: 59 }), null)
  assert.equal(age({ location_age_s: 60 }), 'fix 1 min old')
  assert.equal(age({ location_age_s: 60, lat: null }), null)
  assert.equal(age({ location_age_s: 90_000, is_fixed: true }), null)
})

test('what a title is of stays the same while the value changes', () => {
  const { metric, kind, label, own_label, unit, threshold, direction, measure } = BASE
  const as_titled = {
    ...{ metric, kind, label, own_label, unit, threshold, direction, measure },
    ...{ value: 185, current_value: 185, last_value: 185 },
    ...{ is_cleared: false, is_worsening: false },
  }
  const titled = (change: Partial<Headline>) => plain(textAtWorst({ ...BASE, ...change }, EN, ({ title }) => title))
  assert.equal(titled({ as_titled }), 'systolic 185 mmHg (above 180)')
  const title_of = { of: 'rule', key: 'x', version: 1, threshold: 180, value: 185, device: 'Room 3' } as const
  assert.equal(titled({ title_of }), 'Pressure above 180 mmHg', 'the alert that gave the title is gone')
})

test('a limit alone is said for a page', () => {
  assert.equal(limitText(BASE, EN), 'above 180')
  assert.equal(limitText({ ...BASE, ...flag('fall_detected') }, EN), null)
  assert.equal(plain(valueText(BASE, 128, EN)), '128 mmHg')
})
