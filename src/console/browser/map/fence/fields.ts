/**
 * The form fields of one fence, by the prefix of their names. The fields hold the fence; the map shows them and writes
 * to them.
 */
export interface FenceFields {
  text(name: string): string
  /** A number, or null. */
  number(name: string): number | null
  write(values: Readonly<Record<string, string>>): void
  /** Calls back when one of these fields is typed into. */
  onTyped(names: readonly string[], call: () => void): void
}

export function fenceFields(p: string): FenceFields {
  const box = (name: string) => document.getElementById(p + name) as HTMLInputElement | HTMLTextAreaElement
  let isWriting = false
  const text = (name: string) => box(name).value.trim()
  return {
    text,
    number(name) {
      const value = text(name).replace(',', '.')
      return value === '' || !Number.isFinite(Number(value)) ? null : Number(value)
    },
    write(values) {
      isWriting = true
      for (const [name, value] of Object.entries(values)) {
        box(name).value = value
        // Like typing, so that the rehearsal follows.
        box(name).dispatchEvent(new Event('input', { bubbles: true }))
      }
      isWriting = false
    },
    onTyped(names, call) {
      for (const name of names) box(name).addEventListener('input', () => isWriting || call())
    },
  }
}

/** Accurate to about a metre. */
export const degreesText = (degrees: number): string => String(Math.round(degrees * 1e5) / 1e5)
