import Type from 'typebox'
import { invalidField } from '../../errors.ts'

/** One or more of these words in a query, separated by commas. `wordsIn` reads it. */
export const WordList = (words: readonly string[], description?: string) =>
  Type.Optional(
    Type.String({
      maxLength: 200,
      ...(description === undefined ? {} : { description }),
      documentedAs: { type: 'array', items: { type: 'string', enum: [...words] }, examples: [[words[0]]] },
    }),
  )

/** Null when nothing is asked for. Throws 400 for a word that is none of these. */
export function wordsIn<Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
): Word[] | null {
  if (text === undefined) return null
  return text.split(',').map((asked) => {
    const known = words.find((word) => word === asked)
    if (known === undefined) throw invalidField(`/${name}`, `must be one of: ${words.join(', ')}`)
    return known
  })
}
