/** Sentences by code. Each takes the values that are in it, as one plain object, or none. */
type Texts = Record<string, (values: never) => string>

/** Facts of one of these sentences: its code with its values, as plain JSON that can be stored and said in any language. */
export type FactOf<T extends Texts> = {
  [Code in keyof T]: { code: Code } & (Parameters<T[Code]> extends [infer Values] ? Values : unknown)
}[keyof T]

/** The fact with this code. */
export type FactWith<T extends Texts, Code extends keyof T> = Extract<FactOf<T>, { code: Code }>

/** A fact in the words of these sentences. Pure. */
export const inWords = <T extends Texts>(texts: T, fact: FactOf<T>): string =>
  texts[(fact as { code: keyof T }).code]!(fact as never)
