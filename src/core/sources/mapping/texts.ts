import type { ValuePlace } from './mapping.ts'
import { compilePointer, type ItemScope, isThere, MappingFault, parsePointer, type Read } from './pointers.ts'

const LONGEST_TEXT = 200

export type ReadItemText = (scope: ItemScope) => string | undefined

/** The names in braces that mean a key at a star of `each`, with the place of the star. */
export type KeyNames = ReadonlyMap<string, number>

/**
 * A text of an item: a pointer, a template such as `{/PublisherId}/{tag}`, or several of which the first that can be made
 * counts. A template with a value that is missing cannot be made.
 */
export function compileText(place: ValuePlace, keys: KeyNames): ReadItemText {
  const reads = [place]
    .flat()
    .map((one) => (one.includes('{') ? template(one, keys, false) : plain(compilePointer(one))))
  if (reads.length === 1) return reads[0]!
  return (scope) => {
    for (const read of reads) {
      const text = read(scope)
      if (text !== undefined) return text
    }
    return undefined
  }
}

/** A template in which values that are missing are empty. */
export const compilePrefix = (text: string, keys: KeyNames): ((scope: ItemScope) => string) => {
  const read = template(text, keys, true)
  return (scope) => read(scope) ?? ''
}

const plain =
  (read: Read): ReadItemText =>
  (scope) =>
    textOf(read(scope))

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && isThere(value) ? value.slice(0, LONGEST_TEXT) : undefined
}

function template(text: string, keys: KeyNames, withGaps: boolean): ReadItemText {
  const parts = text
    .split(/(\{[^{}]*\})/)
    .map((part) => (/^\{.*\}$/s.test(part) ? inBraces(part, keys) : constant(part)))
  return (scope) => {
    let whole = ''
    for (const part of parts) {
      const piece = typeof part === 'string' ? part : part(scope)
      if (piece !== undefined) whole += piece
      else if (!withGaps) return undefined
    }
    return whole === '' ? undefined : whole
  }
}

function constant(text: string): string {
  if (/[{}]/.test(text)) throw new MappingFault('no_pointer', text)
  return text
}

function inBraces(part: string, keys: KeyNames): ReadItemText {
  return plain(compileName(part.slice(1, -1), keys))
}

/** A name in braces: of a star of `each`, or else a pointer. */
export function compileName(name: string, keys: KeyNames): Read {
  if (name === '') throw new MappingFault('no_pointer', '{}')
  const star = keys.get(name)
  return star === undefined ? compilePointer(name) : (scope) => scope.keys[star]
}

/** Pointers that a template has, of those that lead into the item. */
export const pointersIn = (text: string, keys: KeyNames): string[] =>
  text.includes('{')
    ? [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!).filter((name) => !keys.has(name))
    : [parsePointer(text) && text]
