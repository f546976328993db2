import type { Content } from '../../platform/html.ts'
import { own } from '../../platform/own.ts'
import { done } from './forms.ts'

/** Says once what was done, by the word that stands in `?done=`; nothing for a word that is none of ours. */
export const doneOf = (texts: Readonly<Record<string, string>>, word: string | undefined): Content =>
  done(own(texts, word))
