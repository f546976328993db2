/** How a value is written as text. Text that stands for no value is passed on, to be refused. */
export interface Notation {
  /** `between` is what separates the parts of a list. */
  read(text: string, between: string): unknown
  write(value: unknown, between: string): string
}

export const NOTATIONS = {
  line: { read: (text: string) => text, write: (value: string | null) => value ?? '' },
  lines: { read: (text: string) => text.replaceAll('\r\n', '\n'), write: (value: string) => value },
  seconds: {
    read(text: string) {
      const digits = text.trim()
      if (digits === '') return null
      return /^\d{1,10}$/.test(digits) ? Number(digits) : text
    },
    write: (value: number | null) => (value === null ? '' : String(value)),
  },
  tags: {
    read: (text: string, between: string) => text.split(between.trim()).filter((tag) => tag.trim() !== ''),
    write: (tags: readonly string[], between: string) => tags.join(between),
  },
  json: {
    read(text: string) {
      try {
        return JSON.parse(text)
      } catch {
        return text
      }
    },
    write: (value: object) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value)),
  },
} satisfies Record<string, Notation>
