/** Whether PostgreSQL can store all texts and names in a value: it takes neither NUL nor lone surrogates. */
export function isStorable(whole: unknown): boolean {
  let isSound = true
  JSON.stringify(whole, (key, value: unknown) => {
    for (const text of [key, value]) {
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) isSound = false
    }
    return value
  })
  return isSound
}
