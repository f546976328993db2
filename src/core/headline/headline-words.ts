import { durationText, THIN } from '../../platform/duration.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { localDate } from '../../platform/wall-clock.ts'
import { type Language, WORDS } from '../../words/words.ts'
import type { Preferences } from '../people/preferences/preferences.ts'
import type { Quantity } from '../vocabulary/measure.ts'
import { numberText, withUnit } from '../vocabulary/numbers.ts'
import type { TitleOf } from '../vocabulary/titles.ts'
import { type Scaled, scaled, scaleOfMeasure } from '../vocabulary/units.ts'
import type { Headline } from './headline.ts'
import { breaks } from './limit-direction.ts'
import type { Place } from './nearest-town.ts'

/** The preferences of a reader on which the words of a headline depend. */
export type HeadlineReader = Pick<Preferences, 'language' | 'zone' | Quantity>

const KM_PER_MILE = 1.609344
/** Digits after the decimal point that a limit may have. */
const ALL_DIGITS = 6
/** A location that is older says so. */
const FRESH_S = 60

const localeOf = ({ language }: Pick<HeadlineReader, 'language'>): string => WORDS[language].language.locale

/** The name of its metric or flag within a sentence: "systolic", "CO", "fall detected". */
export function nameText({ own_label, metric, label }: Headline, language: Language): string {
  return own_label ?? ownProperty(WORDS[language].shared.measuresInside, metric) ?? label
}

/** A value of its metric with the unit of the reader: "196 mmHg". */
export function valueText(headline: Headline, value: number, reader: HeadlineReader): string {
  const scale = scaleOfHeadline(headline, reader)
  return withUnit(numberText(scaled(value, scale), localeOf(reader), digitsFor(headline, value, scale)), scale.unit)
}

/** The limit in words, without its unit: "above 180". Null for what has none. */
export function limitText(headline: Headline, reader: HeadlineReader): string | null {
  const { threshold, direction } = headline
  if (threshold === null || direction === null) return null
  const texts = WORDS[reader.language].headlines
  const scale = scaleOfHeadline(headline, reader)
  return texts.limits[direction](numberText(scaled(threshold, scale), localeOf(reader), limitDigits(scale)))
}

/** How bad, in a few words: "systolic 196 mmHg (above 180)", "fall detected", "97 of 98 devices offline", or the title. */
export function whatText(headline: Headline, reader: HeadlineReader, titleOf: TitleOf): string {
  const { kind, value, storm } = headline
  const texts = WORDS[reader.language].headlines
  if (storm !== null) {
    const [count, population] = [storm.count, storm.population].map((number) => numberText(number, localeOf(reader), 0))
    return texts.storm(count!, population!)
  }
  if (kind === 'offline') return texts.offline
  if (kind === 'flag') return nameText(headline, reader.language)
  if (kind === 'title' || value === null) return titleOf(headline)
  return `${named(headline, valueText(headline, value, reader), reader)} (${limitText(headline, reader)})`
}

/** Another alert that is open, in a line: "also oxygen saturation 90 % (at or below 91) + 2 more". Null: there is none. */
export function alsoText(headline: Headline, reader: HeadlineReader, titleOf: TitleOf): string | null {
  const { also } = headline
  if (also === null) return null
  const { device_name, more } = also
  const what = whatText({ ...headline, ...also, storm: null }, reader, titleOf)
  const texts = WORDS[reader.language].headlines
  const text = texts.also(device_name === null || saysName(what, device_name) ? what : `${device_name}: ${what}`)
  return more === 0 ? text : `${text} ${texts.alsoMore(more)}`
}

/** The same at the moment that gave it its severity, for what must stay the same: the subjects of a conversation. */
export function textAtWorst(headline: Headline, reader: HeadlineReader, titleOf: TitleOf): string {
  const { as_titled, title_of } = headline
  if (as_titled !== null) return whatText({ ...headline, ...as_titled }, reader, titleOf)
  return title_of?.of === 'rule' ? titleOf(headline) : whatText(headline, reader, titleOf)
}

/** The same of what is over: "back to 128 mmHg", "water leak cleared". */
export function backText(headline: Headline, reader: HeadlineReader, titleOf: TitleOf): string {
  const { kind, last_value } = headline
  const texts = WORDS[reader.language].headlines
  if (kind === 'storm') return texts.allOnline
  if (kind === 'offline') return texts.online
  if (isBack(headline)) return texts.back(valueText(headline, last_value!, reader))
  return texts.cleared(kind === 'value' ? nameText(headline, reader.language) : whatText(headline, reader, titleOf))
}

/** Whether its last value is known to be within the limit. */
export const isBack = ({ last_value, direction, threshold }: Headline): boolean =>
  last_value !== null && direction !== null && threshold !== null && !breaks(last_value, direction, threshold)

/** Its device, or where a storm is; null if neither is known. */
export const whoText = ({ device_name, storm }: Headline): string | null => storm?.where ?? device_name

/** The same beside what happened; null if that is a title which says it. */
export function whoBeside(headline: Headline, what: string): string | null {
  const who = whoText(headline)
  return who !== null && headline.kind === 'title' && saysName(what, who) ? null : who
}

/** Whether a title says the name of its device, in whole words, so that it need not stand beside it. */
export function saysName(title: string, name: string): boolean {
  const begin = title.indexOf(name)
  if (begin === -1) return false
  return !ENDS_IN_WORD.test(title.slice(0, begin)) && !BEGINS_IN_WORD.test(title.slice(begin + name.length))
}
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u
const BEGINS_IN_WORD = /^[\p{L}\p{N}]/u

/** "Critical", or "Critical, now warning". */
export function severityText({ severity, current_severity }: Headline, language: Language): string {
  const texts = WORDS[language].headlines
  const isMilder = current_severity !== null && current_severity !== severity
  return isMilder ? `${texts.severities[severity]}, ${texts.now[current_severity]}` : texts.severities[severity]
}

/** Whether it has been more severe than it is at present. */
export const hasCalmed = ({ severity, current_severity }: Headline): boolean => current_severity !== severity

/** The present value, where it is another one than that of the headline: "5 ppm", or "oxygen saturation 90 %" of another metric. */
export function presentText(headline: Headline, reader: HeadlineReader): string | null {
  const { metric, value, current_value, present } = headline
  if (present === null) {
    return current_value === null || current_value === value ? null : valueText(headline, current_value, reader)
  }
  const its = { ...headline, ...present }
  if (its.kind === 'flag') return nameText(its, reader.language)
  if (its.last_value === null) return null
  const text = valueText(its, its.last_value, reader)
  return its.metric === metric ? text : named(its, text, reader)
}

/**
 * How severe and since when, in a line: "Critical for 2 min, rising", "Critical, 02:38", "Critical for 42 s until 08:08, now
 * warning, 5 ppm".
 */
export function howText(headline: Headline, reader: HeadlineReader, now: Date): string {
  const { severity, current_severity, is_worsening, direction } = headline
  const texts = WORDS[reader.language].headlines
  const isMilder = current_severity !== null && hasCalmed(headline)
  const present = presentText(headline, reader)
  const trend = direction === 'above' || direction === 'at_or_above' ? texts.rising : texts.falling
  const parts = [
    ...(isMilder ? [texts.now[current_severity]] : []),
    ...(present === null ? [] : [isMilder ? present : texts.nowValue(present)]),
    ...(is_worsening && !isMilder ? [trend] : []),
  ]
  const since = sinceText(headline, reader, now)
  const isDuration = hasLasted(headline, now) || (headline.kind === 'value' && headline.severe_until !== null)
  const begin = `${texts.severities[severity]}${isDuration ? ' ' : ', '}${since}`
  return [begin, ...parts].join(', ')
}

/** A duration that is told at once would be one second, and read as if it were over. */
const JUST_BEGUN_MS = 10_000

/** Whether it is told how long it lasts: of values, but those that have just become that severe, or are so no more. */
export const hasLasted = (headline: Headline, now: Date): boolean =>
  headline.kind === 'value' && !hasCalmed(headline) && now.getTime() - headline.severe_since.getTime() >= JUST_BEGUN_MS

/**
 * Since when it is that severe: how long for a value ("for 2 min"), also of one that has calmed down ("for 42 s until
 * 08:08"); else the time ("02:38"), with its day if that is not today.
 */
export function sinceText(headline: Headline, reader: HeadlineReader, now: Date): string {
  const { kind, severe_since, severe_until } = headline
  if (hasLasted(headline, now)) {
    return WORDS[reader.language].headlines.for(lastedText((now.getTime() - severe_since.getTime()) / 1_000))
  }
  if (kind === 'value' && severe_until !== null) return untilText(severe_since, severe_until, reader, now)
  return kind === 'storm' || kind === 'offline'
    ? clockSinceText(headline, reader, now)
    : clockText(severe_since, reader, now)
}

/** "for 42 s until 08:08" */
const untilText = (since: Date, until: Date, reader: HeadlineReader, now: Date): string =>
  WORDS[reader.language].headlines.until(
    lastedText((until.getTime() - since.getTime()) / 1_000),
    clockText(until, reader, now),
  )

/** "since 02:36" */
export const clockSinceText = ({ severe_since }: Headline, reader: HeadlineReader, now: Date): string =>
  WORDS[reader.language].headlines.since(clockText(severe_since, reader, now))

/** In whole minutes from the first one on: "25 min", "2 h 5 min". */
export const lastedText = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  return durationText(whole < 60 ? whole : whole - (whole % 60))
}

/** The time of day; with the day if that is not today. */
export function clockText(time: Date, { language, zone }: HeadlineReader, now: Date): string {
  const timeZone = zone ?? 'UTC'
  const isToday = localDate(time, timeZone).equals(localDate(now, timeZone))
  const day = isToday ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
  const { locale } = WORDS[language].language
  const format = new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', timeZone })
  return zone === null ? `${format.format(time)} UTC` : format.format(time)
}

/** "2 km N of Kranj", "near Kranj", or the name of the geofence. */
export function placeWords(place: Place, { language, length }: Pick<HeadlineReader, 'language' | 'length'>): string {
  if (place.of === 'geofence') return place.name
  const { near, from, compass } = WORDS[language].headlines
  const { name, distance_km, direction } = place
  const distance = length === 'm' ? distance_km : Math.round(distance_km / KM_PER_MILE)
  if (direction === null || distance === 0) return near(name)
  return from(`${distance}${THIN}${length === 'm' ? 'km' : 'mi'}`, compass[direction], name)
}

/** "fix 25 min old", of what may have moved since; null for a location that is of now. */
export function fixAgeText({ lat, location_age_s, is_fixed }: Headline, language: Language): string | null {
  if (lat === null || location_age_s === null || location_age_s < FRESH_S || is_fixed) return null
  return WORDS[language].headlines.fixAge(lastedText(location_age_s))
}

/** Where: the device that a storm began with, the place, and how old the location is. Null: not known. */
export function whereText(headline: Headline, reader: HeadlineReader): string | null {
  const { place, storm } = headline
  const parts = [
    storm?.first == null ? null : WORDS[reader.language].headlines.first(storm.first),
    place === null ? null : storm === null ? capital(placeWords(place, reader), place) : placeWords(place, reader),
    place === null ? null : fixAgeText(headline, reader.language),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

/** A name stays as it is written. */
const capital = (text: string, { of }: Place): string =>
  of === 'geofence' ? text : text.charAt(0).toUpperCase() + text.slice(1)

/** Metrics of which the unit says enough. */
const SAID_BY_UNIT = new Set(['speed_kmh'])

function named(headline: Headline, value: string, { language }: HeadlineReader): string {
  const { own_label, metric } = headline
  return own_label === null && SAID_BY_UNIT.has(metric ?? '') ? value : `${nameText(headline, language)} ${value}`
}

const scaleOfHeadline = ({ measure }: Headline, reader: HeadlineReader): Scaled =>
  scaleOfMeasure(measure, reader, measure?.decimals)

const limitDigits = ({ isStored, digits }: Scaled): number => (isStored ? ALL_DIGITS : Math.max(1, digits))

/** As many as the metric has, and more if it would otherwise look as if the value were at its limit. */
function digitsFor({ threshold }: Headline, value: number, scale: Scaled): number {
  let { digits } = scale
  const at = (number: number) => scaled(number, scale).toFixed(digits)
  while (threshold !== null && value !== threshold && digits < ALL_DIGITS && at(value) === at(threshold)) digits += 1
  return digits
}
