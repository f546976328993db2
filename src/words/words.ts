import { type Fault, sentenceOf } from '../platform/error-messages/reasons.ts'
import { ownProperty } from '../platform/own-property.ts'
import * as de from './de.ts'
import * as en from './en.ts'

/** All texts that people read, by page or by what sends them. Other languages are checked against English. */
export type Words = typeof en

const LISTED = { en, de }
export type Language = keyof typeof LISTED
export const WORDS: Record<Language, Words> = LISTED
export const LANGUAGES = Object.keys(LISTED) as Language[]

/** The best available language for a browser's Accept-Language. */
export const languageFor = (acceptLanguage: string | undefined): Language =>
  (acceptLanguage ?? '')
    .split(',')
    .map((range) => range.trim().slice(0, 2).toLowerCase())
    .find((code): code is Language => Object.hasOwn(WORDS, code)) ?? 'en'

/** Name of a metric in the reader's language, or its name in readings. */
export function measureName({ shared }: Words, field: string): string {
  const name = field.slice(field.indexOf('.') + 1)
  return ownProperty(shared.measures, name) ?? name.replaceAll('_', ' ')
}

/** The fault of a field, shown beside it. */
export const fieldFault = ({ shared, reasons }: Words, fault: Fault): string =>
  shared.thisField(sentenceOf(fault, reasons))
