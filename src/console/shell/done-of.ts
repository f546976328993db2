import type { Content } from '../../platform/html.ts'
import { own } from '../../platform/own.ts'
import { done } from './forms.ts'

/** The notice for the word in `?done=`; nothing for an unknown word. */
export const doneOf = (texts: Readonly<Record<string, string>>, word: string | undefined): Content =>
  done(own(texts, word))
