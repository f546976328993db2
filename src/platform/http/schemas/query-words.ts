import Type from 'typebox'
import { invalidField } from '../../errors.ts'

/** A query parameter with one or more of these words, separated by commas. Parsed by `wordsIn`. */
export const WordList = (words: readonly string[], description?: string) =>
  Type.Optional(
    Type.String({
      maxLength: 200,
      ...(description === undefined ? {} : { description }),
      documentedAs: { type: 'array', items: { type: 'string', enum: [...words] }, examples: [[words[0]]] },
    }),
  )

/** Null if the parameter is absent. Throws 400 for an unknown word. */
export function wordsIn<Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
): Word[] | null {
  if (text === undefined) return null
  return text.split(',').map((asked) => {
    const known = words.find((word) => word === asked)
    if (known === undefined) throw invalidField(`/${name}`, 'not_one_of', words.join(', '))
    return known
  })
}
