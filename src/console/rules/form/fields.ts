import type { Limit } from '../../../core/conditions/condition.ts'
import { ownProperty } from '../../../platform/own-property.ts'
import { parseDuration, parseLimit, parseList, parseNumberField } from './field-texts.ts'

/** Submitted form values by name; several values under one name are checkboxes. */
export type Fields = Readonly<Record<string, readonly string[]>>

/** Keeps only texts, up to limits. */
export function fieldsIn(body: unknown): Fields {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => {
    const all = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
    return [name, all.map((one) => one.replaceAll('\r\n', '\n'))] as const
  })
  return Object.fromEntries(entries)
}

export const textIn = (fields: Fields, name: string): string => ownProperty(fields, name)?.at(-1)?.trim() ?? ''

/**
 * Reads form fields into a rule, and records which field each part of the rule came from, so that validation errors can
 * be shown at the field. Empty fields are absent.
 */
export interface FieldReader {
  /** Fields whose text could not be parsed, with the expected kind. */
  faults: Map<string, 'number' | 'duration' | 'limit' | 'list'>
  /** From JSON Pointers in the rule to field names. */
  places: Map<string, string>
  text(name: string, at: string): string | undefined
  number(name: string, at: string): number | undefined
  duration(name: string, at: string): number | undefined
  limit(name: string, at: string): Limit | undefined
  list(name: string, at: string): string[] | undefined
  ids(name: string, at: string): number[] | undefined
  ticks(name: string, at: string): string[] | undefined
  /** Absent, or an explicit yes or no. */
  truth(name: string, at: string): boolean | undefined
  /** Parses the notation of this field only. */
  read<Value>(name: string, at: string, parse: (text: string) => Value | null): Value | undefined
}

export function formReader(fields: Fields): FieldReader {
  const faults: FieldReader['faults'] = new Map()
  const places: FieldReader['places'] = new Map()
  function read<Value>(
    name: string,
    at: string,
    parse: (text: string) => Value | null,
    kind: 'number' | 'duration' | 'limit' | 'list' = 'list',
  ): Value | undefined {
    places.set(at, name)
    const text = textIn(fields, name)
    if (text === '') return undefined
    const value = parse(text)
    if (value === null) faults.set(name, kind)
    return value ?? undefined
  }
  return {
    faults,
    places,
    read,
    text: (name, at) => read(name, at, (text) => text),
    number: (name, at) => read(name, at, parseNumberField, 'number'),
    duration: (name, at) => read(name, at, parseDuration, 'duration'),
    limit: (name, at) => read(name, at, parseLimit, 'limit'),
    list: (name, at) => read(name, at, parseList),
    ids: (name, at) => read(name, at, idsOf),
    ticks(name, at) {
      places.set(at, name)
      const all = (ownProperty(fields, name) ?? []).filter((one) => one !== '')
      return all.length === 0 ? undefined : all
    },
    truth(name, at) {
      const text = read(name, at, (text) => text)
      return text === undefined ? undefined : text === 'yes'
    },
  }
}

function idsOf(text: string): number[] | null {
  const ids = parseList(text).map((part) => (/^#?\d{1,9}$/.test(part) ? Number(part.replace('#', '')) : null))
  return ids.includes(null) ? null : (ids as number[])
}

/** Drops undefined values: a definition has only explicit fields. */
export function present<Of extends object>(value: Of): { [Key in keyof Of]: Exclude<Of[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never
}

/** Undefined if the object is empty. */
export const unlessEmpty = <Of extends object>(value: Of): Of | undefined =>
  Object.keys(value).length === 0 ? undefined : value
