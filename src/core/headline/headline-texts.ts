import type { Language } from '../../words/words.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { Direction } from './limit-direction.ts'
import type { CompassPoint } from './place.ts'

/** The words of headlines in one language. */
export interface HeadlineTexts {
  locale: string
  severities: Record<Severity, string>
  /** After the severity at worst: ", now warning". */
  now: Record<Severity, string>
  limits: Record<Direction, (limit: string) => string>
  compass: Record<CompassPoint, string>
  near: (town: string) => string
  from: (distance: string, direction: string, town: string) => string
  fixAge: (age: string) => string
  for: (duration: string) => string
  since: (time: string) => string
  /** After how long it has been so bad: what it is now. */
  nowValue: (value: string) => string
  rising: string
  falling: string
  offline: string
  storm: (count: string, population: string) => string
  first: (device: string) => string
  openMap: string
  /** Said of the value, or of the flag or title, that is over. */
  back: (value: string) => string
  cleared: (what: string) => string
  online: string
  allOnline: string
}

const en: HeadlineTexts = {
  locale: 'en-GB',
  severities: { critical: 'Critical', warning: 'Warning', info: 'Info' },
  now: { critical: 'now critical', warning: 'now warning', info: 'now info' },
  limits: {
    above: (limit) => `above ${limit}`,
    at_or_above: (limit) => `at or above ${limit}`,
    below: (limit) => `below ${limit}`,
    at_or_below: (limit) => `at or below ${limit}`,
  },
  compass: { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SW', W: 'W', NW: 'NW' },
  near: (town) => `near ${town}`,
  from: (distance, direction, town) => `${distance} ${direction} of ${town}`,
  fixAge: (age) => `fix ${age} old`,
  for: (duration) => `for ${duration}`,
  since: (time) => `since ${time}`,
  nowValue: (value) => `now ${value}`,
  rising: 'rising',
  falling: 'falling',
  offline: 'offline',
  storm: (count, population) => `${count} of ${population} devices offline`,
  first: (device) => `First: ${device}`,
  openMap: 'Open map',
  back: (value) => `back to ${value}`,
  cleared: (what) => `${what} cleared`,
  online: 'back online',
  allOnline: 'all devices back online',
}

const de: HeadlineTexts = {
  locale: 'de-DE',
  severities: { critical: 'Kritisch', warning: 'Warnung', info: 'Hinweis' },
  now: { critical: 'jetzt kritisch', warning: 'jetzt Warnung', info: 'jetzt Hinweis' },
  limits: {
    above: (limit) => `über ${limit}`,
    at_or_above: (limit) => `ab ${limit}`,
    below: (limit) => `unter ${limit}`,
    at_or_below: (limit) => `${limit} oder weniger`,
  },
  compass: { N: 'N', NE: 'NO', E: 'O', SE: 'SO', S: 'S', SW: 'SW', W: 'W', NW: 'NW' },
  near: (town) => `bei ${town}`,
  from: (distance, direction, town) => `${distance} ${direction} von ${town}`,
  fixAge: (age) => `Position ${age} alt`,
  for: (duration) => `seit ${duration}`,
  since: (time) => `seit ${time}`,
  nowValue: (value) => `jetzt ${value}`,
  rising: 'steigend',
  falling: 'fallend',
  offline: 'offline',
  storm: (count, population) => `${count} von ${population} Geräten offline`,
  first: (device) => `Zuerst ausgefallen: ${device}`,
  openMap: 'Karte öffnen',
  back: (value) => `wieder ${value}`,
  cleared: (what) => `${what}, wieder normal`,
  online: 'wieder online',
  allOnline: 'alle Geräte wieder online',
}

export const HEADLINE_TEXTS: Record<Language, HeadlineTexts> = { en, de }
export const headlineTexts = (language: Language): HeadlineTexts => HEADLINE_TEXTS[language]
