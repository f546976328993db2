/** Signs whose small letters are those of other signs: the small letter of the Kelvin sign is k. */
const NOT_SIGNS = /[^\u212a\u212b\u2126]+/g

/** An email as it is stored and compared. It has no capital letters; a sign that only looks like one stays. */
export const emailKey = (text: string): string => text.trim().replaceAll(NOT_SIGNS, (letters) => letters.toLowerCase())
