import { rounded } from '../../telemetry/values.ts'
import { numberOf } from '../values/metric-keys.ts'
import { calcTokens, type Token } from './calc-tokens.ts'
import { LONGEST_CALC } from './mapping.ts'
import { type ItemScope, MappingFault, type Read } from './pointers.ts'

/** A number; true is 1 and false 0; NaN is a value that is missing, or that no number can hold. */
export type Calc = (scope: ItemScope) => number

const DEEPEST = 32
const MOST_DECIMALS = 9
const ABSENT = Number.NaN

const FUNCTIONS: Readonly<Record<string, { least: number; most: number; make: (of: Calc[]) => Calc }>> = {
  min: { least: 1, most: 8, make: (of) => (scope) => least(of, scope, 1) },
  max: { least: 1, most: 8, make: (of) => (scope) => -least(of, scope, -1) },
  abs: {
    least: 1,
    most: 1,
    make:
      ([value]) =>
      (scope) =>
        Math.abs(value!(scope)),
  },
  round: {
    least: 1,
    most: 2,
    make:
      ([value, decimals]) =>
      (scope) => {
        const places = decimals === undefined ? 0 : decimals(scope)
        return places >= 0 && places <= MOST_DECIMALS ? finite(rounded(value!(scope), Math.floor(places))) : ABSENT
      },
  },
}
const WORDS = new Set(['and', 'or', 'not', 'true', 'false', ...Object.keys(FUNCTIONS)])

/**
 * Compiles arithmetic to functions: it has no loops, texts or regular expressions, so that it always ends. Throws
 * `MappingFault` with the column. `read` finds a name; a name that needs other signs stands in braces.
 */
export function compileCalc(text: string, read: (name: string) => Read): Calc {
  if (text.length > LONGEST_CALC) throw new MappingFault('calc_wrong', '', LONGEST_CALC + 1)
  const reader: Reader = { tokens: calcTokens(text), at: 0, depth: 0, read }
  const calc = choice(reader)
  if (peek(reader).kind !== 'end') throw unexpected(reader)
  return calc
}

interface Reader {
  tokens: Token[]
  at: number
  depth: number
  read: (name: string) => Read
}

const peek = (reader: Reader): Token => reader.tokens[reader.at]!

function unexpected(reader: Reader): MappingFault {
  const { text, column } = peek(reader)
  return new MappingFault('calc_wrong', text, column)
}

const isWord = ({ kind, text, inBraces }: Token, word: string) => (kind === 'name' ? !inBraces && text === word : false)

function takes(reader: Reader, ...signs: string[]): string | null {
  const token = peek(reader)
  const found = signs.find((sign) => (token.kind === 'sign' ? token.text === sign : isWord(token, sign)))
  if (found === undefined) return null
  reader.at += 1
  return found
}

function must(reader: Reader, sign: string): void {
  if (takes(reader, sign) === null) throw unexpected(reader)
}

/** A rule that may hold itself counts its depth. */
function deeper(reader: Reader, parse: (reader: Reader) => Calc): Calc {
  if (reader.depth === DEEPEST) throw unexpected(reader)
  reader.depth += 1
  const calc = parse(reader)
  reader.depth -= 1
  return calc
}

function choice(reader: Reader): Calc {
  const condition = leftToRight(reader, LEVELS.length - 1)
  if (takes(reader, '?') === null) return condition
  const then = deeper(reader, choice)
  must(reader, ':')
  const otherwise = deeper(reader, choice)
  return (scope) => {
    const holds = condition(scope)
    if (Number.isNaN(holds)) return ABSENT
    return holds === 0 ? otherwise(scope) : then(scope)
  }
}

type Operation = (one: Calc, other: Calc) => Calc

const number =
  (operate: (one: number, other: number) => number): Operation =>
  (one, other) =>
  (scope) =>
    finite(operate(one(scope), other(scope)))

const comparison =
  (compare: (one: number, other: number) => boolean): Operation =>
  (one, other) =>
  (scope) => {
    const [left, right] = [one(scope), other(scope)]
    if (Number.isNaN(left) || Number.isNaN(right)) return ABSENT
    return compare(left, right) ? 1 : 0
  }

/** From those that bind closest. With `and` and `or`, a missing value matters only if the other one does not decide. */
const LEVELS: readonly Readonly<Record<string, Operation>>[] = [
  { '*': number((one, other) => one * other), '/': number((one, other) => one / other) },
  { '+': number((one, other) => one + other), '-': number((one, other) => one - other) },
  {
    '<=': comparison((one, other) => one <= other),
    '>=': comparison((one, other) => one >= other),
    '<': comparison((one, other) => one < other),
    '>': comparison((one, other) => one > other),
    '==': comparison((one, other) => one === other),
    '!=': comparison((one, other) => one !== other),
  },
  {
    and: (one, other) => (scope) => {
      const [left, right] = [one(scope), other(scope)]
      if (left === 0 || right === 0) return 0
      return Number.isNaN(left) || Number.isNaN(right) ? ABSENT : 1
    },
  },
  {
    or: (one, other) => (scope) => {
      const [left, right] = [one(scope), other(scope)]
      if (isTrue(left) || isTrue(right)) return 1
      return Number.isNaN(left) || Number.isNaN(right) ? ABSENT : 0
    },
  },
]
const COMPARISONS = 2

/** False for what is missing. */
export const isTrue = (value: number): boolean => value !== 0 && !Number.isNaN(value)

function leftToRight(reader: Reader, level: number): Calc {
  if (level < 0) return single(reader)
  const operations = LEVELS[level]!
  const signs = Object.keys(operations)
  // `not a > b` is `not (a > b)`.
  const inner = (): Calc => (level === COMPARISONS + 1 ? negated(reader) : leftToRight(reader, level - 1))
  let calc = inner()
  for (let sign = takes(reader, ...signs); sign !== null; sign = takes(reader, ...signs)) {
    calc = operations[sign]!(calc, inner())
    // Otherwise `1 < a < 9` would compare `a` with true or false.
    if (level === COMPARISONS) break
  }
  return calc
}

function negated(reader: Reader): Calc {
  if (takes(reader, 'not') === null) return leftToRight(reader, COMPARISONS)
  const inner = deeper(reader, negated)
  return (scope) => {
    const value = inner(scope)
    return Number.isNaN(value) ? ABSENT : value === 0 ? 1 : 0
  }
}

function single(reader: Reader): Calc {
  if (takes(reader, '-') !== null) {
    const inner = deeper(reader, single)
    // Zero without a sign.
    return (scope) => 0 - inner(scope)
  }
  if (takes(reader, '(') !== null) {
    const inner = deeper(reader, choice)
    must(reader, ')')
    return inner
  }
  const { kind, text, inBraces } = peek(reader)
  if (kind === 'number') return constant(reader, Number(text))
  if (kind !== 'name') throw unexpected(reader)
  if (!inBraces && WORDS.has(text)) return word(reader, text)
  reader.at += 1
  const value = reader.read(text)
  return (scope) => calcNumber(value(scope))
}

function constant(reader: Reader, value: number): Calc {
  reader.at += 1
  return () => value
}

function word(reader: Reader, name: string): Calc {
  if (name === 'true' || name === 'false') return constant(reader, name === 'true' ? 1 : 0)
  if (!Object.hasOwn(FUNCTIONS, name)) throw unexpected(reader)
  reader.at += 1
  must(reader, '(')
  const of = [deeper(reader, choice)]
  while (takes(reader, ',') !== null) of.push(deeper(reader, choice))
  const { least: fewest, most, make } = FUNCTIONS[name]!
  if (of.length < fewest || of.length > most) throw unexpected(reader)
  must(reader, ')')
  return make(of)
}

function calcNumber(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0
  return numberOf(value) ?? ABSENT
}

/** The least of values with this sign. Missing if one is. */
function least(of: Calc[], scope: ItemScope, sign: 1 | -1): number {
  let found = Number.POSITIVE_INFINITY
  for (const each of of) {
    const value = sign * each(scope)
    if (Number.isNaN(value)) return ABSENT
    if (value < found) found = value
  }
  return found
}

const finite = (value: number): number => (Number.isFinite(value) ? value : ABSENT)
