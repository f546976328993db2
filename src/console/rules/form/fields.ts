import type { Limit } from '../../../core/rules/conditions/condition.ts'
import { own } from '../../../platform/own.ts'
import { durationOf, limitOf, listOf, numberOf } from './field-texts.ts'

/** What a form holds, by name; several values under one name are ticks. */
export type Fields = Readonly<Record<string, readonly string[]>>

/** What came over the wire: only texts, and not without end. */
export function fieldsIn(body: unknown): Fields {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => {
    const all = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
    return [name, all.map((one) => one.replaceAll('\r\n', '\n'))] as const
  })
  return Object.fromEntries(entries)
}

export const textIn = (fields: Fields, name: string): string => own(fields, name)?.at(-1)?.trim() ?? ''

/** A fault, and the field that it is about. */
export type Faults = ReadonlyMap<string, string>

/**
 * Reads the fields of a form into a rule, and remembers which field each part of it came from, so that what the rules
 * for rules say of a part can be shown where it was written. What is empty is absent.
 */
export interface FieldReader {
  /** Of the fields whose text could not be read. */
  faults: Map<string, 'number' | 'duration' | 'limit' | 'list'>
  /** From places in the rule to names of fields. */
  places: Map<string, string>
  text(name: string, at: string): string | undefined
  number(name: string, at: string): number | undefined
  duration(name: string, at: string): number | undefined
  limit(name: string, at: string): Limit | undefined
  list(name: string, at: string): string[] | undefined
  ids(name: string, at: string): number[] | undefined
  ticks(name: string, at: string): string[] | undefined
  /** Absent, or what was said expressly. */
  truth(name: string, at: string): boolean | undefined
  /** What only this field's own notation can read. */
  read<Value>(name: string, at: string, parse: (text: string) => Value | null): Value | undefined
}

export function fieldReader(fields: Fields): FieldReader {
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
    number: (name, at) => read(name, at, numberOf, 'number'),
    duration: (name, at) => read(name, at, durationOf, 'duration'),
    limit: (name, at) => read(name, at, limitOf, 'limit'),
    list: (name, at) => read(name, at, listOf),
    ids: (name, at) => read(name, at, idsOf),
    ticks(name, at) {
      places.set(at, name)
      const all = (own(fields, name) ?? []).filter((one) => one !== '')
      return all.length === 0 ? undefined : all
    },
    truth(name, at) {
      const text = read(name, at, (text) => text)
      return text === undefined ? undefined : text === 'yes'
    },
  }
}

function idsOf(text: string): number[] | null {
  const ids = listOf(text).map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : null))
  return ids.includes(null) ? null : (ids as number[])
}

/** Without what is undefined: a rule says only what somebody said. */
export function present<Of extends object>(value: Of): { [Key in keyof Of]: Exclude<Of[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never
}

/** Nothing at all, where nothing is in it. */
export const unlessEmpty = <Of extends object>(value: Of): Of | undefined =>
  Object.keys(value).length === 0 ? undefined : value
