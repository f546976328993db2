import type { Words } from '../../../words/words.ts'
import type { CHANNELS, ContactKind } from './channels.ts'

/** Words of one kind of contact method. */
interface ContactKindWords<Field extends string = string> {
  name: string
  /** "Notified by …" */
  by: string
  /** A sentence that says what it is. */
  what: string
  /** Why this service does not offer it. */
  off: string
  /** The button that adds one. */
  add: string
  /** Why it is not used yet. */
  pending: string
  fields: Record<Field, FieldWords>
  /** The page after it was added, of kinds that show something once or begin a chat. */
  once?: OnceWords
}

export interface FieldWords {
  label: string
  /** With # for what is used if it is empty. */
  hint?: string
  /** Texts of a choice, by value. */
  values?: Record<string, string>
  /** Texts of options, by name. */
  options?: Record<string, { label: string; hint: string }>
}

export interface OnceWords {
  title: string
  warning?: string
  how?: string
  /** Labels of what is shown, if there are several. */
  values?: Record<string, string>
  /** The text of the button with the link of a chat. */
  link?: string
  /** Describes the QR code. */
  qr?: string
  after?: string
  /** The button with which one goes on. */
  next: string
}

/** `tsc` names a kind or a field that has no words. */
type OfEachKind = {
  [Kind in ContactKind]: ContactKindWords<keyof (typeof CHANNELS)[Kind]['fields'] & string>
}

/** The texts about a kind, in the language of these words. */
export function kindWords({ contactKinds }: Words, kind: ContactKind): ContactKindWords {
  const each: OfEachKind = contactKinds
  return each[kind]
}
