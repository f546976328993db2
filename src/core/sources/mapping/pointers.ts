import { isJsonObject, parseMessageJson } from '../messages/json-text.ts'
import type { ValuePlace } from './mapping.ts'

const MOST_STEPS = 16
/** Members at a star in which there may be nothing. */
const MOST_TRIED = 100

/** The item that is read, with what is around it. */
export interface ItemScope {
  root: unknown
  item: unknown
  /** The objects and lists that the item is in, from the outermost. */
  holders: readonly unknown[]
  /** Names of the item at the stars of `each`, the last one last. */
  keys: readonly string[]
  /** Values that the format has read, by their keys. */
  known: Readonly<Record<string, unknown>> | null
  /** Values found in texts that are JSON, and at stars, so that each is looked through once, and not for each item. */
  opened: Map<unknown, unknown>
}

export type Read = (scope: ItemScope) => unknown

/** Thrown for what cannot be compiled, until it is known which field it is of. */
export class MappingFault extends Error {
  readonly reason: 'no_pointer' | 'calc_wrong'
  /** Counted from 1. */
  readonly column: number | null
  /** Which text of the field it is in, such as `/calc`. */
  inside = ''
  constructor(reason: MappingFault['reason'], what: string, column: number | null = null) {
    super(what)
    this.reason = reason
    this.column = column
  }
}

/** Compiles one text of a field; a fault in it says so. */
export function insideOf<T>(inside: string, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (error instanceof MappingFault) error.inside ||= inside
    throw error
  }
}

/** A pointer, before it is known what it is to. */
interface Pointer {
  isOfRoot: boolean
  /** Steps outwards, from the item, before those inwards. */
  up: number
  steps: readonly string[]
}

/**
 * `/a/b` is a JSON pointer (RFC 6901) from the item, `//a/b` one from the message, `../a` one from what the item is in, and
 * `a.b` the member of the item with that name. Throws `MappingFault`.
 */
export function parsePointer(text: string): Pointer {
  const up = /^(?:\.\.(?:\/|$))*/.exec(text)![0]
  const isOfRoot = text.startsWith('//')
  const way = isOfRoot ? text.slice(1) : up === '' ? text : `/${text.slice(up.length)}`
  if (!way.startsWith('/')) return { isOfRoot, up: 0, steps: way === '' ? [] : [way] }
  const parts = way === '/' && (isOfRoot || up !== '') ? [] : way.slice(1).split('/')
  if (parts.length > MOST_STEPS || parts.some((part) => /~(?![01])/.test(part)))
    throw new MappingFault('no_pointer', text)
  const steps = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return { isOfRoot, up: Math.ceil(up.length / 3), steps }
}

export const escapedStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')

/** Reads what is at a pointer; undefined if there is nothing. A star in it is the first member in which there is something. */
export function compilePointer(text: string): Read {
  const { isOfRoot, up, steps } = parsePointer(text)
  if (steps.indexOf('*') !== steps.lastIndexOf('*')) throw new MappingFault('no_pointer', text)
  if (isOfRoot) return (scope) => valueAt(scope.root, steps, scope)
  if (up > 0) return (scope) => valueAt(scope.holders.at(-up), steps, scope)
  const [name] = steps
  if (name === undefined || text.startsWith('/')) return (scope) => valueAt(scope.item, steps, scope)
  return (scope) => member(scope.item, name, scope) ?? (scope.known === null ? undefined : own(scope.known, name))
}

/** The first value that a pointer of several leads to. */
export function compilePlace(place: ValuePlace, isValue: (value: unknown) => boolean = isThere): Read {
  const all = [place].flat()
  const reads = all.map(compilePointer)
  if (reads.length === 1) {
    const [only] = reads as [Read]
    return (scope) => {
      const value = only(scope)
      return isValue(value) ? value : undefined
    }
  }
  return (scope) => {
    for (const read of reads) {
      const value = read(scope)
      if (isValue(value)) return value
    }
    return undefined
  }
}

export const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

export function valueAt(start: unknown, steps: readonly string[], scope: ItemScope): unknown {
  let value = start
  for (const [place, step] of steps.entries()) {
    if (step === '*') return firstBelow(value, steps.slice(place + 1), scope)
    value = member(value, step, scope)
    if (value === undefined) return undefined
  }
  return value
}

function firstBelow(holder: unknown, steps: readonly string[], scope: ItemScope): unknown {
  const opened = typeof holder === 'string' ? openedText(holder, scope) : holder
  if (typeof opened !== 'object' || opened === null) return undefined
  for (const value of firstMembers(opened, scope)) {
    const found = valueAt(value, steps, scope)
    if (isThere(found)) return found
  }
  return undefined
}

function firstMembers(holder: object, { opened }: ItemScope): readonly unknown[] {
  const known = opened.get(holder)
  if (known !== undefined) return known as unknown[]
  const members = Object.values(holder).slice(0, MOST_TRIED)
  opened.set(holder, members)
  return members
}

function member(value: unknown, name: string, scope: ItemScope): unknown {
  const holder = typeof value === 'string' ? openedText(value, scope) : value
  if (Array.isArray(holder)) return /^\d{1,6}$/.test(name) ? holder[Number(name)] : undefined
  return isJsonObject(holder) ? own(holder, name) : undefined
}

export const own = (holder: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(holder, name) ? holder[name] : undefined

/** The JSON that a text holds, as it is or in base64; undefined if it holds none. */
export function openedText(text: string, scope: ItemScope): unknown {
  if (!mayHoldJson(text)) return undefined
  if (scope.opened.has(text)) return scope.opened.get(text)
  const json = jsonOf(text)
  scope.opened.set(text, json)
  return json
}

const mayHoldJson = (text: string): boolean => /^(\s{0,8}[[{]|[eW])/.test(text)

function jsonOf(text: string): unknown {
  const isPlain = /^\s*[[{]/.test(text)
  if (!isPlain && !/^[\w+/-]+={0,2}$/.test(text)) return undefined
  try {
    return parseMessageJson(isPlain ? text : Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    // It only looked like JSON: then it is a text like any other.
    return undefined
  }
}
