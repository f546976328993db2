/** The fields of one fence, by the beginning of their names. They hold it; a map shows what they say and writes into them. */
export interface FenceFields {
  text(name: string): string
  /** A number; null while there is none. */
  number(name: string): number | null
  write(values: Readonly<Record<string, string>>): void
  /** Calls back when somebody types into one of these. */
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
        // As if it had been typed: the rehearsal follows.
        box(name).dispatchEvent(new Event('input', { bubbles: true }))
      }
      isWriting = false
    },
    onTyped(names, call) {
      for (const name of names) box(name).addEventListener('input', () => isWriting || call())
    },
  }
}

/** About a metre. */
export const rounded = (degrees: number): string => String(Math.round(degrees * 1e5) / 1e5)
