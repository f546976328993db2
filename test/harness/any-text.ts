import fc from 'fast-check'

const [SURROGATES_FROM, SURROGATES] = [0xd800, 0x800]

/**
 * Text of any characters, like fast-check's unit `binary`. That one makes a table of all 1.1 million, which takes two
 * seconds, and 85 MB that the process looks through in each garbage collection from then on.
 */
export const anyText = (maxLength = 30): fc.Arbitrary<string> => fc.string({ unit: anyCharacter, maxLength })

const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((place) => String.fromCodePoint(place < SURROGATES_FROM ? place : place + SURROGATES))
