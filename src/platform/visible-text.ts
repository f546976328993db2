/**
 * Controls, zero-width characters, characters that change the direction of text, and blank letters. They make one name
 * look like another, or a line read differently than it is. Among them are direction marks, which Hebrew and Arabic
 * need only in rare mixtures, and the tags in the flags of England, Scotland and Wales.
 */
const TAGS = `${String.fromCodePoint(0xe0000)}-${String.fromCodePoint(0xe007f)}`
/** As they are, since only JavaScript reads an escape of such a letter, and clients in other languages read the patterns. */
const UNSEEN =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb' +
  `${TAGS}\\ud800-\\udfff`

/** Persian and the scripts of India need these, and emoji are joined by them; Latin text does not use them. */
const JOINERS = '\\u200c\\u200d'
const MISPLACED = `(^|[\\u0000-\\u007f${JOINERS}])[${JOINERS}]|[${JOINERS}]($|[\\u0000-\\u007f])`

/** A pattern (flag `u`) for text with at least one visible character and no invisible ones. */
export const VISIBLE = `^(?=[\\s\\S]*\\S)(?![\\s\\S]*([${UNSEEN}]|${MISPLACED}))`

/** Addresses need none of these characters, joiners included. */
export const hasUnseen = (text: string): boolean => new RegExp(`[${UNSEEN}${JOINERS}]`, 'u').test(text)
