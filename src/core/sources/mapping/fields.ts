import { numberOf } from '../values/metric-keys.ts'
import { converted, type SourceUnit } from '../values/unit-conversions.ts'
import { type Calc, compileCalc, isTrue } from './calc.ts'
import type { FieldRules, MappedField } from './mapping.ts'
import { compilePlace, type ItemScope, insideOf, isThere } from './pointers.ts'
import { compileName, type KeyNames } from './texts.ts'

export type ReadNumber = (scope: ItemScope) => number | undefined
export type ReadFlag = (scope: ItemScope) => boolean | undefined

const YES = new Set(['true', '1', 'on', 'yes'])
const NO = new Set(['false', '0', 'off', 'no'])
const LONGEST_GAS = 64
/** Without the traces of binary fractions: (2.9 - 2) * 100 is 90. */
const DIGITS = 12
/** As long as the words of a mapping may be. */
const LONGEST_WORD = 200

export const fieldRules = (field: MappedField): FieldRules =>
  typeof field === 'string' || Array.isArray(field) ? { from: field } : field

/** Compiles a calculation whose names are those of an item. */
export const calcOf = (inside: '/calc' | '/unless', text: string, keys: KeyNames): Calc =>
  insideOf(inside, () => compileCalc(text, (name) => compileName(name, keys)))

/** Where a field has its value from. A field that is only a place has no texts inside. */
const fromOf = (rules: FieldRules, isValue: (value: unknown) => boolean): ((scope: ItemScope) => unknown) =>
  insideOf('/from', () =>
    compilePlace(rules.from ?? [], (value) => isValue(value) && !isLeftOut(value, rules.leave_out)),
  )

/** A number of an item, in the unit of readings. */
export function compileNumber(field: MappedField, keys: KeyNames): ReadNumber {
  const rules = fieldRules(field)
  return unlessTrue(rules, keys, inUnit(plainNumber(rules, keys), rules.unit))
}

function plainNumber(rules: FieldRules, keys: KeyNames): ReadNumber {
  const { constant, calc, words } = rules
  if (constant !== undefined) {
    const value = numberOf(constant) ?? undefined
    return () => value
  }
  if (calc !== undefined) return present(calcOf('/calc', calc, keys))
  const means = words === undefined ? null : new Map(Object.entries(words))
  const meaning = (value: unknown) =>
    typeof value === 'boolean' || typeof value === 'string' ? means?.get(String(value)) : undefined
  const toNumber = (value: unknown): number | undefined => meaning(value) ?? numberOf(value) ?? undefined
  const read = fromOf(rules, (value) => toNumber(value) !== undefined)
  return (scope) => toNumber(read(scope))
}

const present =
  (calc: Calc): ReadNumber =>
  (scope) => {
    const value = calc(scope)
    if (Number.isNaN(value)) return undefined
    return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS))
  }

function inUnit(read: ReadNumber, unit: SourceUnit | undefined): ReadNumber {
  if (unit === undefined) return read
  return (scope) => {
    const value = read(scope)
    if (value === undefined) return undefined
    const inOurs = converted(value, unit)
    return Number.isFinite(inOurs) ? inOurs : undefined
  }
}

/** True or false, by the lists of the field, or as senders usually write it. */
export function compileFlag(field: MappedField, keys: KeyNames): ReadFlag {
  const rules = fieldRules(field)
  return unlessTrue(rules, keys, plainFlag(rules, keys))
}

function plainFlag(rules: FieldRules, keys: KeyNames): ReadFlag {
  const { constant, calc } = rules
  if (constant !== undefined) return () => (typeof constant === 'boolean' ? constant : undefined)
  if (calc !== undefined) {
    const read = present(calcOf('/calc', calc, keys))
    return (scope) => {
      const value = read(scope)
      return value === undefined ? undefined : isTrue(value)
    }
  }
  const hasLists = rules.true !== undefined || rules.false !== undefined
  const [yes, no] = hasLists ? [setOf(rules.true), setOf(rules.false)] : [YES, NO]
  const toFlag = (value: unknown): boolean | undefined => {
    const text = hasLists ? spelling(value) : spelling(value)?.toLowerCase()
    return text === undefined ? undefined : yes.has(text) ? true : no.has(text) ? false : undefined
  }
  const read = fromOf(rules, (value) => toFlag(value) !== undefined)
  return (scope) => toFlag(read(scope))
}

/** The kind of gas, the only metric that is a text. */
export function compileGas(field: MappedField, keys: KeyNames): (scope: ItemScope) => string | undefined {
  const rules = fieldRules(field)
  if (rules.constant !== undefined) return unlessTrue(rules, keys, () => String(rules.constant))
  const read = fromOf(rules, (value) => typeof value === 'string' && isThere(value))
  return unlessTrue(rules, keys, (scope) => storable(read(scope) as string | undefined))
}

/** Without what PostgreSQL cannot store. */
const storable = (text: string | undefined): string | undefined =>
  text?.replaceAll('\0', '').slice(0, LONGEST_GAS).toWellFormed()

function unlessTrue<T>(
  { unless }: FieldRules,
  keys: KeyNames,
  read: (scope: ItemScope) => T | undefined,
): (scope: ItemScope) => T | undefined {
  if (unless === undefined) return read
  const isExcluded = calcOf('/unless', unless, keys)
  return (scope) => (isTrue(isExcluded(scope)) ? undefined : read(scope))
}

/** How a value of a list is compared: 1 and "1" are the same, and so are 1.50 and 1.5. */
function spelling(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.length <= LONGEST_WORD ? value : undefined
}

const setOf = (values: readonly (number | string | boolean)[] = []): Set<string> => new Set(values.map(String))

function isLeftOut(value: unknown, leave_out: readonly (number | string)[] | undefined): boolean {
  if (leave_out === undefined) return false
  const number = numberOf(value)
  return leave_out.some((one) => one === value || (number !== null && numberOf(one) === number))
}
