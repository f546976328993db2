import type { Words } from '../../../words/words.ts'
import {
  alsoText,
  backText,
  clockSinceText,
  clockText,
  type HeadlineReader,
  hasLasted,
  howText,
  isBack,
  lastedText,
  whatText,
  whereText,
  whoText,
} from '../../headline/headline-words.ts'
import type { TitleOf } from '../../vocabulary/titles.ts'
import { oneLine, titled } from '../../webhooks/formats/event-texts.ts'
import type { HeadlineBlock } from '../channels/personal-message.ts'
import type { IncidentFacts } from './notification-facts.ts'

/** Writes a time (ISO 8601) with its day and zone. */
export type Moments = (time: string) => string

/** The reader of a message, and the time at which it is sent. */
export interface MessageContext {
  texts: Words['messages']
  reader: HeadlineReader
  moment: Moments
  now: Date
}

/** The headline of an incident at the moment of sending; of one that is clear, that it is. Pure. */
export function blockOf(incident: IncidentFacts, context: MessageContext, news: string | null = null): HeadlineBlock {
  const { headline, cleared_since } = incident
  const { texts, reader, now } = context
  if (cleared_since !== undefined) return clearedBlock(incident, cleared_since, context, news)
  if (headline === undefined) {
    const { severity, created_at, device_name, title } = incident
    const how = texts.howSince(texts.severities[severity], clockText(new Date(created_at), reader, now))
    return { ...NOTHING_KNOWN, who: device_name, what: title, news, how }
  }
  const { lat, lng, notes } = headline
  return cleaned({
    who: whoInBlock(incident),
    what: whatText(headline, reader, AS_IT_IS),
    news,
    how: howText(headline, reader, now),
    also: alsoText(headline, reader, AS_IT_IS),
    since: hasLasted(headline, now) ? clockSinceText(headline, reader, now) : null,
    where: whereText(headline, reader),
    location: lat === null || lng === null ? null : { lat, lng },
    helps: notes,
    is_over: false,
  })
}

/** The same of one that is resolved. Pure. */
export function resolvedBlock(incident: IncidentFacts, how: string, { texts, reader }: MessageContext): HeadlineBlock {
  const { headline, title } = incident
  const what = headline === undefined ? title : whatText(headline, reader, AS_IT_IS)
  const isOver = headline?.is_cleared === true && isBack(headline)
  return cleaned({
    ...NOTHING_KNOWN,
    who: whoInBlock(incident),
    what: isOver ? backText(headline, reader, AS_IT_IS) : texts.resolved.title(what),
    how,
    is_over: true,
  })
}

export const blockTitle = ({ who, what }: HeadlineBlock): string => titled(who, what)

/** The first line of a message: each of its parts as a sentence. Pure. */
export const blockLine = ({
  news,
  how,
  also,
  where,
  helps,
}: Pick<HeadlineBlock, 'news' | 'how' | 'also' | 'where' | 'helps'>): string =>
  [news, how, also, where, helps].flatMap((part) => (part === null || part === '' ? [] : [sentence(part)])).join(' ')

/** Titles of facts are in the language of their reader already. */
const AS_IT_IS: TitleOf = ({ title }) => title

const NOTHING_KNOWN = {
  ...{ who: null, news: null, also: null, since: null },
  ...{ where: null, location: null, helps: null },
  is_over: false,
}

/** The name of its device as it was, if it has been erased. */
export const whoInBlock = ({ headline, device_name }: IncidentFacts): string | null =>
  (headline === undefined ? null : whoText(headline)) ?? device_name

function clearedBlock(
  incident: IncidentFacts,
  clearedSince: string,
  { texts, reader, now }: MessageContext,
  news: string | null,
): HeadlineBlock {
  const { headline, created_at, title } = incident
  const since = new Date(clearedSince)
  const began = headline?.since ?? new Date(created_at)
  const how = texts.cleared.text(clockText(since, reader, now), lastedText((since.getTime() - began.getTime()) / 1_000))
  const what = headline === undefined ? title : backText(headline, reader, AS_IT_IS)
  return cleaned({ ...NOTHING_KNOWN, who: whoInBlock(incident), what, news, how, is_over: true })
}

/** Names and notes are of people: a line break in them could imitate a message. */
const cleaned = (block: HeadlineBlock): HeadlineBlock => ({
  ...block,
  who: block.who === null ? null : oneLine(block.who),
  what: oneLine(block.what),
  news: block.news === null ? null : oneLine(block.news),
  how: oneLine(block.how),
  also: block.also === null ? null : capital(oneLine(block.also)),
  where: block.where === null ? null : oneLine(block.where),
  helps: block.helps === null ? null : ofLines(block.helps),
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Lines of notes become sentences. */
const ofLines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter((line) => line !== '')
    .map((line, place, lines) => (place === lines.length - 1 ? line : sentence(line)))
    .join(' ')

const sentence = (text: string): string => (/[.!?…:;]$/.test(text) ? text : `${text}.`)
