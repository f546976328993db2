import { MAX_KEYS } from '../../telemetry/reading.ts'
import { isJsonObject } from '../messages/json-text.ts'
import type { SourceReading } from '../messages/source-message.ts'
import { metricKey, putValue } from '../values/metric-keys.ts'
import { type Calc, isTrue } from './calc.ts'
import { calcOf } from './fields.ts'
import type { ValuesRules } from './mapping.ts'
import { compilePointer, type ItemScope, insideOf, openedText, parsePointer, type Read } from './pointers.ts'
import { compilePrefix, type KeyNames } from './texts.ts'

type Values = Pick<SourceReading, 'metrics' | 'flags'>
const DEEPEST = 8

/** Members that are not put under their own names, because a field has taken them. */
export interface Taken {
  [name: string]: Taken | true
}

export function takeAway(taken: Taken, steps: readonly string[]): void {
  let at = taken
  for (const [place, step] of steps.entries()) {
    const known = at[step]
    if (known === true) return
    if (place === steps.length - 1) at[step] = true
    else {
      at[step] = known ?? noneTaken()
      at = at[step] as Taken
    }
  }
}

/** Without a prototype, so that no name from outside finds something in it. */
export const noneTaken = (): Taken => Object.create(null) as Taken

export type PutRest = (into: Values, scope: ItemScope) => void

/** Puts the numbers and booleans that no field has taken under keys made of their names; with `wanted` only those keys. */
export function compileValues(
  rules: ValuesRules,
  { item, root }: { item: Taken; root: Taken },
  keys: KeyNames,
  wanted: ReadonlySet<string> | null,
): PutRest {
  const all = [rules.from].flat()
  const places = all.map((text) =>
    insideOf('/from', () => ({ read: compilePointer(text), taken: takenAt(text, item, root, all) })),
  )
  const prefix = rules.prefix === undefined ? () => '' : insideOf('/prefix', () => compilePrefix(rules.prefix!, keys))
  const name = rules.name === undefined ? null : insideOf('/name', () => compilePrefix(rules.name!, keys))
  const one = rules.value === undefined && rules.unless === undefined ? null : singleValue(rules, keys)
  return (into, scope) => {
    for (const place of places) {
      const found = place.read(scope)
      const values = typeof found === 'string' ? (openedText(found, scope) ?? found) : found
      const target = { into, wanted, prefix: prefix(scope) }
      if (typeof values !== 'object' || values === null) {
        if (name !== null) put({ ...target, prefix: '' }, name(scope), values)
      } else if (one !== null) putEach(target, values, scope, one)
      else putWithout(target, '', values, place.taken, DEEPEST)
    }
  }
}

interface Target {
  into: Values
  wanted: ReadonlySet<string> | null
  prefix: string
}

function put({ into, wanted, prefix }: Target, name: string, value: unknown): void {
  const whole = prefix + name
  if (wanted === null || wanted.has(metricKey(whole) ?? '')) putValue(into, whole, value)
}

/** Taken below a place. Another place inside it is taken as well: its values have no prefix. */
function takenAt(text: string, ofItem: Taken, ofRoot: Taken, all: readonly string[]): Taken {
  const { isOfRoot, up, steps } = parsePointer(text)
  if (up > 0) return noneTaken()
  const taken = structuredCloneOf(isOfRoot ? ofRoot : ofItem)
  for (const other of all) {
    const pointer = parsePointer(other)
    if (other !== text && pointer.up === 0 && pointer.isOfRoot === isOfRoot && pointer.steps.length > steps.length)
      takeAway(taken, pointer.steps)
  }
  let at = taken
  for (const step of steps) {
    const inner = at[step]
    if (inner === undefined || inner === true) return noneTaken()
    at = inner
  }
  return at
}

function structuredCloneOf(taken: Taken): Taken {
  const copy = noneTaken()
  for (const name in taken) {
    const inner = taken[name]!
    copy[name] = inner === true ? true : structuredCloneOf(inner)
  }
  return copy
}

function putWithout(target: Target, name: string, values: object, taken: Taken | undefined, levels: number): void {
  if (levels === 0) return
  const places = Array.isArray(values) ? Math.min(values.length, MAX_KEYS) : null
  const names = places === null ? Object.keys(values) : Array.from({ length: places }, (_, place) => String(place))
  for (const inner of names) {
    const skipped = taken?.[inner]
    if (skipped === true) continue
    const value = (values as Record<string, unknown>)[inner]
    if (typeof value !== 'object') put(target, name + inner, value)
    else if (value !== null) putWithout(target, `${name}${inner}_`, value, skipped, levels - 1)
  }
}

interface SingleValue {
  value: Read | null
  unless: Calc | null
}

const singleValue = ({ value, unless }: ValuesRules, keys: KeyNames): SingleValue => ({
  value: value === undefined ? null : insideOf('/value', () => compilePointer(value)),
  unless: unless === undefined ? null : calcOf('/unless', unless, keys),
})

function putEach(target: Target, values: object, scope: ItemScope, { value, unless }: SingleValue): void {
  for (const [name, item] of Object.entries(values)) {
    const inner = { ...scope, item }
    if (unless !== null && isTrue(unless(inner))) continue
    const found = value !== null && isJsonObject(item) ? value(inner) : item
    if (typeof found !== 'object') put(target, name, found)
    else if (found !== null) putWithout(target, `${name}_`, found, undefined, DEEPEST)
  }
}
