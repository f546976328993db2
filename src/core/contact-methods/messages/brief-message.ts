import { oneLine } from '../../webhooks/formats/event-texts.ts'
import type { BriefMessage, HeadlineBlock } from '../channels/personal-message.ts'
import { blockLine, blockTitle } from './headline-block.ts'

/** A locked phone shows about this much of a title and its text, together. */
export const BRIEF_CHARACTERS = 160

type Part = 'who' | 'what' | 'news' | 'also' | 'where' | 'helps'

/** Parts in the order in which they are cut, and to how many characters at least: 0 leaves one out. How bad and since when is never cut. */
const CUTS: readonly (readonly [part: Part, least: number])[] = [
  ['helps', 48],
  ['where', 40],
  ['also', 40],
  ['what', 60],
  ['who', 28],
  ['helps', 24],
  ['where', 24],
  ['news', 30],
  ['what', 40],
  ['news', 0],
  ['also', 0],
  ['helps', 0],
  ['who', 16],
]

/** Title and first line in 160 characters together, cut at words: what matters survives. Pure. */
export function briefBlock(block: HeadlineBlock): BriefMessage {
  let kept = block
  for (const [part, least] of CUTS) {
    const excess = lengthOf(kept) - BRIEF_CHARACTERS
    if (excess <= 0) break
    const text = kept[part]
    if (text === null || text.length <= least) continue
    kept = { ...kept, [part]: least === 0 ? null : cutAtWord(text, Math.max(least, text.length - excess)) }
  }
  return briefText(blockTitle(kept), [blockLine(kept)])
}

/** A title with as much of its lines as 160 characters hold. Pure. */
export function briefText(title: string, lines: readonly string[]): BriefMessage {
  const short = cutAtWord(oneLine(title), BRIEF_CHARACTERS)
  return { title: short, text: cutAtWord(lines.map(oneLine).join(' · '), BRIEF_CHARACTERS - short.length) }
}

const lengthOf = (block: HeadlineBlock): number => blockTitle(block).length + blockLine(block).length

/** The text, or its longest beginning of whole words with "…"; of one that has no words, of whole characters. Pure. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  if (most < 2) return ''
  const part = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
  const atWord = /\s/.test(text.charAt(part.length)) ? part : part.slice(0, Math.max(0, part.lastIndexOf(' ')))
  // A word that is most of the text is cut within.
  const kept = atWord.length >= part.length / 2 ? atWord : part
  return `${kept.replace(/[\s,;:–(-]+$/, '')}…`
}
