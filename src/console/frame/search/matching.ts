/** Texts are compared without case and accents; "₂" is a 2. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/\s+/)
    .filter((word) => word !== '')

/** Whether each word is somewhere in the text, also within a word. */
export function isFound(words: readonly string[], text: string): boolean {
  const where = folded(text)
  return words.every((word) => where.includes(word))
}

/** 0 if the name begins with the first word, 1 if one of its words does, 2 if neither. */
export function rankOf(words: readonly string[], name: string): 0 | 1 | 2 {
  const [first, text] = [words[0] ?? '', folded(name)]
  if (text.startsWith(first)) return 0
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first)) ? 1 : 2
}

/** Beginnings first, so that "bo" finds the boiler before the keyboard; otherwise in the order they came. */
export const bestFirst = <Found extends { name: string }>(words: readonly string[], all: readonly Found[]): Found[] =>
  all.toSorted((one, other) => rankOf(words, one.name) - rankOf(words, other.name))
