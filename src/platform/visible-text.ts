/**
 * Controls, what has no width, what turns the direction of the text around it, and letters that are blank. With them one
 * name looks like another, and a line reads otherwise than it is. Marks of direction are among them, which Hebrew and
 * Arabic need in rare mixtures only, and so are the tags that make the flags of England, Scotland and Wales.
 */
const UNSEEN =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\ud800-\\udfff'

/** Persian and the scripts of India are not spelt right without these, and emoji are joined by them; Latin has no use for them. */
const JOINERS = '\\u200c\\u200d'
const MISPLACED = `(^|[\\u0000-\\u007f${JOINERS}])[${JOINERS}]|[${JOINERS}]($|[\\u0000-\\u007f])`

/** A pattern, with the flag `u`, of text with something to be seen in it and nothing that cannot be seen. */
export const VISIBLE = `^(?=[\\s\\S]*\\S)(?![\\s\\S]*([${UNSEEN}]|${MISPLACED}))`
export const VISIBLE_SAYS = 'must be text that can be seen, without characters that are invisible or turn its direction'

/** An address has no use for any of them, joiners included. */
export const hasUnseen = (text: string): boolean => new RegExp(`[${UNSEEN}${JOINERS}]`, 'u').test(text)
