import type { Headline } from '../../../core/headline/headline.ts'
import {
  alsoText,
  type HeadlineReader,
  limitText,
  nameText,
  presentText,
  valueText,
  whatText,
  whoText,
} from '../../../core/headline/headline-words.ts'
import type { Reader } from '../page/reader.ts'

/** The reader of a headline, with or without a session. */
export type HeadlineContext = Pick<Reader, 't' | 'preferences' | 'now' | 'format' | 'titleOf'>

/** A headline in the words, units and times of its reader. */
export interface SaidHeadline {
  who: string
  /** The value with its unit, or what happened. Null: `who` says it. */
  what: string | null
  /** The name of what was measured; null for what has no value. */
  label: string | null
  /** "above 180" */
  limit: string | null
  /** The present value, where it is another one. */
  now: string | null
  /** "also oxygen saturation 90 % (at or below 91)" */
  also: string | null
  /** "Room 3: systolic 196 mmHg (above 180)" */
  subject: string
  /** "Room 3, systolic 196 mmHg": for the names of buttons. */
  spoken: string
  value: (value: number) => string
}

export function sayHeadline({ t, preferences, titleOf }: HeadlineContext, headline: Headline): SaidHeadline {
  const reader: HeadlineReader = preferences
  const value = (number: number) => valueText(headline, number, reader)
  const what = whatText(headline, reader, titleOf)
  const who = whoText(headline)
  const subject = who === null ? what : `${who}: ${what}`
  const also = alsoText(headline, reader, titleOf)
  if (headline.value === null) {
    const happened = capital(what)
    const short = who === null ? { who: happened, what: null } : { who, what: happened }
    return { ...short, ...{ label: null, limit: null, now: null, also, subject, value }, spoken: spokenOf(who, what) }
  }
  const shown = value(headline.value)
  const label = nameText(headline, preferences.language)
  const present = presentText(headline, reader)
  return {
    ...{ who: who ?? label, what: shown, label, also, subject, value },
    limit: limitText(headline, reader),
    now: present === null ? null : t.headlines.nowValue(present),
    spoken: spokenOf(who, `${label} ${shown}`),
  }
}

const spokenOf = (who: string | null, what: string): string => (who === null ? what : `${who}, ${what}`)

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
