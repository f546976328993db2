import { type FieldError, fieldError, invalidFields } from '../../../platform/errors.ts'
import { isTimeZone } from '../../../platform/weekly-windows.ts'
import { NUMBER_FLAG, TEXT_METRIC } from '../../telemetry/reading.ts'
import { metricKey } from '../values/metric-keys.ts'
import { compileFlag, compileGas, compileNumber, fieldRules, type ReadFlag, type ReadNumber } from './fields.ts'
import { compileEach, type Each } from './items.ts'
import type { MappedField, Mapping, ValuePlace } from './mapping.ts'
import { compilePlace, type ItemScope, insideOf, MappingFault, parsePointer, type Read } from './pointers.ts'
import { compileValues, noneTaken, type PutRest, type Taken, takeAway } from './rest-values.ts'
import { compileText, type KeyNames, pointersIn, type ReadItemText } from './texts.ts'

/** A metric or flag, and what it is in an item. */
type NamedRead = [key: string, read: (scope: ItemScope) => number | string | boolean | undefined]

/** The functions that a mapping is compiled to. */
export interface MappingParts {
  each: Each | null
  only: ReadFlag | null
  device: ReadItemText | null
  label: ReadItemText | null
  model: ReadItemText | null
  key: ReadItemText | null
  /** Whether all items have the same key. */
  isKeyOfAll: boolean
  ts: { read: Read; zone: string | null } | null
  module: Mapping['module']
  numbers: readonly ['lat' | 'lng' | 'battery' | 'signal', ReadNumber][]
  metrics: readonly NamedRead[]
  flags: readonly NamedRead[]
  /** Seconds after which a flag that was true is false. */
  shutOff: readonly [key: string, seconds: number][]
  bytes: Read | null
  /** Puts further values of an item; null if none are wanted. */
  rest: PutRest | null
  /** Whether the mapping says where they are. On top of a format, that has read them otherwise. */
  hasValues: boolean
  restOfFormat: 'keep' | 'drop' | readonly string[]
  /** Keys that fields have taken under another name. */
  taken: ReadonlySet<string>
  namedMetrics: ReadonlySet<string>
  namedFlags: ReadonlySet<string>
}

const NUMBERS = ['lat', 'lng', 'battery', 'signal'] as const
const TEXTS = ['device', 'label', 'model', 'key'] as const
const NO_KEYS: KeyNames = new Map()

/** Compiles a mapping of a valid shape. Throws 400 with all faults that the shape cannot find, as JSON pointers below `/mapping`. */
export function mappingParts(mapping: Mapping): MappingParts {
  const faults: FieldError[] = []
  const attempt = faultsInto(faults)
  const each = mapping.each === undefined ? null : attempt('/each', () => compileEach(mapping.each!), mapping.each)
  const keys = each?.keyNames ?? NO_KEYS
  const taken = { item: noneTaken(), root: noneTaken() }

  const texts = Object.fromEntries(
    TEXTS.map((name) => [
      name,
      optional(mapping[name], (place) => attempt(`/${name}`, () => compileText(place, keys), place)),
    ]),
  ) as Record<(typeof TEXTS)[number], ReadItemText | null>
  const fieldOf = <T>(
    at: string,
    field: MappedField | undefined,
    compile: (field: MappedField, keys: KeyNames) => T,
  ): T | null =>
    optional(field, (given) => {
      for (const fault of formFaults(at, given)) faults.push(fault)
      return attempt(at, () => compile(given, keys), given)
    })
  const named = (
    part: 'metrics' | 'flags',
    compile: (key: string) => (field: MappedField, keys: KeyNames) => NamedRead[1],
  ) =>
    Object.entries(mapping[part] ?? {}).flatMap(([key, field]): NamedRead[] => {
      const read = fieldOf(`/${part}/${key}`, field, compile(key))
      return read === null ? [] : [[key, read]]
    })
  const parts = {
    each,
    only: fieldOf('/only', mapping.only, compileFlag),
    ...texts,
    isKeyOfAll: mapping.each !== undefined && [mapping.key ?? []].flat().some((text) => isOutside(text, keys)),
    ts: optional(mapping.ts, (ts) => compileTime(ts, faults, attempt)),
    module: mapping.module,
    numbers: NUMBERS.flatMap((name): [typeof name, ReadNumber][] => {
      const read = fieldOf(`/${name}`, mapping[name], compileNumber)
      return read === null ? [] : [[name, read]]
    }),
    metrics: named('metrics', (key) => (key === TEXT_METRIC ? compileGas : compileNumber)),
    flags: named('flags', (key) => (key === NUMBER_FLAG ? compileNumber : compileFlag)),
    shutOff: Object.entries(mapping.flags ?? {}).flatMap(([key, field]): [string, number][] => {
      const { false_after_s } = fieldRules(field)
      return false_after_s === undefined ? [] : [[key, false_after_s]]
    }),
    bytes: optional(mapping.bytes, (place) => attempt('/bytes', () => compilePlace(place), place)),
  }
  if (faults.length === 0)
    for (const [at, place] of placesTaken(mapping)) attempt(at, () => takePlace(place, taken, keys), place)
  const rest = restOf(mapping, taken, keys, attempt)
  if (faults.length > 0) throw invalidFields(faults)
  return {
    ...parts,
    rest,
    hasValues: mapping.values !== undefined,
    restOfFormat: mapping.rest ?? 'keep',
    taken: new Set(
      Object.keys(taken.item).flatMap((name) => (taken.item[name] === true ? (metricKey(name) ?? []) : [])),
    ),
    namedMetrics: new Set(Object.keys(mapping.metrics ?? {})),
    namedFlags: new Set(Object.keys(mapping.flags ?? {})),
  }
}

/** Compiles what `whole` says, and keeps its faults. */
type Attempt = <T>(at: string, compile: () => T, whole: ValuePlace | object) => T | null

const isPlace = (whole: ValuePlace | object): whole is ValuePlace => typeof whole === 'string' || Array.isArray(whole)

const optional = <From, To>(value: From | undefined, make: (value: From) => To): To | null =>
  value === undefined ? null : make(value)

const faultsInto =
  (faults: FieldError[]): Attempt =>
  (at, compile, whole) => {
    try {
      return compile()
    } catch (error) {
      if (!(error instanceof MappingFault)) throw error
      const { reason, message, column } = error
      const inside = isPlace(whole) ? '' : error.inside
      faults.push(
        reason === 'calc_wrong'
          ? fieldError(`/mapping${at}${inside}`, 'calc_wrong', column ?? 1, message)
          : fieldError(`/mapping${at}${inside}`, 'no_pointer', message),
      )
      return null
    }
  }

/** Whether a field says once where its value comes from. */
function formFaults(at: string, field: MappedField): FieldError[] {
  const rules = fieldRules(field)
  const given = (['from', 'calc', 'constant'] as const).filter((name) => rules[name] !== undefined)
  return given.length === 1 ? [] : [fieldError(`/mapping${at}`, 'field_from')]
}

function compileTime(ts: NonNullable<Mapping['ts']>, faults: FieldError[], attempt: Attempt): MappingParts['ts'] {
  const { from, zone = null } = isPlace(ts) ? { from: ts } : ts
  if (zone !== null && !isTimeZone(zone)) faults.push(fieldError('/mapping/ts/zone', 'no_time_zone'))
  const read = attempt(isPlace(ts) ? '/ts' : '/ts/from', () => compilePlace(from), from)
  return read === null ? null : { read, zone }
}

/** Places from which fields take their values, which then are not put under their own names as well. */
function placesTaken(mapping: Mapping): [at: string, place: ValuePlace][] {
  const { ts, metrics = {}, flags = {}, bytes, ignore = [] } = mapping
  const fields = [...NUMBERS.map((name) => mapping[name]), ...Object.values(metrics), ...Object.values(flags)]
  const time = ts === undefined || isPlace(ts) ? ts : ts.from
  const places = [
    ...TEXTS.map((name) => mapping[name]),
    time,
    bytes,
    mapping.only === undefined ? undefined : fieldRules(mapping.only).from,
    ...fields.map((field) => (field === undefined ? undefined : fieldRules(field).from)),
  ]
  return [
    ...places.flatMap((place): [string, ValuePlace][] => (place === undefined ? [] : [['', place]])),
    ...ignore.map((place, index): [string, ValuePlace] => [`/ignore/${index}`, place]),
  ]
}

function takePlace(place: ValuePlace, taken: { item: Taken; root: Taken }, keys: KeyNames): void {
  for (const text of [place].flat().flatMap((one) => pointersIn(one, keys))) {
    const { isOfRoot, up, steps } = parsePointer(text)
    if (steps.length > 0 && up === 0) takeAway(isOfRoot ? taken.root : taken.item, steps)
  }
}

const OUTSIDE = /^(\/\/|\.\.)/

/** Whether a text is made of nothing that is in the item. */
function isOutside(text: string, keys: KeyNames): boolean {
  const names = text.includes('{') ? [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!) : [text]
  return names.every((name) => !keys.has(name) && OUTSIDE.test(name))
}

function restOf(
  mapping: Mapping,
  taken: { item: Taken; root: Taken },
  keys: KeyNames,
  attempt: Attempt,
): PutRest | null {
  const { values = '', rest = 'keep' } = mapping
  if (rest === 'drop') return null
  const rules = isPlace(values) ? { from: values } : values
  const wanted = rest === 'keep' ? null : new Set(rest)
  // Each of many items would go through all that is outside of it.
  const outside = mapping.each === undefined ? undefined : [rules.from].flat().find((text) => OUTSIDE.test(text))
  if (outside !== undefined) attempt('/values', () => insideOf('/from', () => refuse(outside)), values)
  return attempt('/values', () => compileValues(rules, taken, keys, wanted), values)
}

const refuse = (text: string): never => {
  throw new MappingFault('no_pointer', text)
}
