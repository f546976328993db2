import type { RuleLevel } from '../rule.ts'
import { type Condition, comparison, type Leaf } from './condition.ts'
import { type Evaluated, isBreached, isCleared } from './evaluate-condition.ts'
import { innerLevel, limitsOf, type Resolve } from './limits.ts'
import { type LeafMeasure, type LeafMemory, type Measured, measureOf, unknown } from './measure-leaf.ts'
import { quickCalm, type Truth } from './quick-truth.ts'
import { windowNotAhead } from './window.ts'

/** State of a rule between readings, by the index of the leaf; absent if there is none. */
export type Memory = (LeafMemory | null)[]

/** Result of a condition at one moment. Each level is a bit, the least severe the lowest. */
export interface Finding {
  value: number
  breached: number
  cleared: number
}

export interface Observed {
  memory: Memory | null
  /** Null: unknown from this reading. */
  finding: Finding | null
  /** The finding from then on until the next reading. */
  lasting: Finding | null
  leaves: readonly Measured[]
}

/** A compiled condition. */
export interface Watch {
  /** Whether a rule without state has no effect for this reading, as is true of nearly every reading. */
  isCalm(reading: Evaluated): boolean
  /** Whether state is kept between readings, so that they must be evaluated in order. */
  remembers: boolean
  /** Null if the reading has none of the fields. */
  observe(reading: Evaluated, memory: Memory | null, at: number): Observed | null
  /** The leaves in the order of their state. */
  leaves: readonly Condition[]
  /** The next moment after `after` at which time alone changes the result, and the result then. */
  nextChange(memory: Memory | null, after: number): number | null
  findingAt(memory: Memory | null, at: number): Finding | null
}

/** The state without values and counts that lie ahead of `now`; they would stay in their window until that time. */
export function memoryNotAhead(memory: Memory | null, now: number): Memory | null {
  const parts = memory?.map((part) => partNotAhead(part, now))
  return parts?.some((part) => part !== null) ? parts : null
}

function partNotAhead(part: LeafMemory | null, now: number): LeafMemory | null {
  if (Array.isArray(part)) {
    const past = part.filter((at) => at <= now)
    return past.length === 0 ? null : past
  }
  return part !== null && 'slices' in part ? windowNotAhead(part, now) : part
}

type Node = number | { type: 'all' | 'any' | 'not'; of: Node[] }

export function compileCondition(condition: Condition, levels: readonly RuleLevel[], resolve: Resolve): Watch {
  const leaves: Condition[] = []
  const measures: LeafMeasure[] = []
  const tree = plant(condition)
  const every = (1 << levels.length) - 1

  function plant(part: Condition): Node {
    if (part.type === 'all' || part.type === 'any' || part.type === 'not')
      return { type: part.type, of: part.of.map(plant) }
    leaves.push(part)
    measures.push(part.type === 'count' ? counting(part, resolve) : measureOf(part as Leaf, limitsOf(part, resolve)))
    return leaves.length - 1
  }

  function findingOf(measured: readonly Measured[]): Finding | null {
    if (tree === 0) {
      const { value, breaks, holds } = measured[0]!
      if (value === null) return null
      if (comparison(condition) !== null) return compared(condition, levels, value)
      return { value, breached: breaks ? every : 0, cleared: holds ? 0 : every }
    }
    const breaks = truthOf(tree, measured, 'breaks')
    const holds = truthOf(tree, measured, 'holds')
    if (breaks === null && holds === null) return null
    const value = (measured.find((part) => part.breaks) ?? measured.find((part) => part.value !== null))?.value ?? 0
    return { value, breached: breaks ? every : 0, cleared: holds === false ? every : 0 }
  }

  const crosses = leaves.some(isCrossing)
  const remembers = measures.some((measure) => measure.remembers)
  const count = condition.type === 'count' ? condition : null
  const timesIn = (memory: Memory | null) => (memory?.[0] ?? []) as number[]

  return {
    leaves,
    remembers,
    isCalm: quickCalm(condition, levels, resolve, measures),
    observe(reading, memory, at) {
      if (!measures.some((measure) => measure.speaks(reading))) return null
      const measured = measures.map((measure, place) => measure.measure(reading, memory?.[place] ?? null, at))
      const finding = findingOf(measured)
      const after = remembers ? measured.map((part) => part.memory) : null
      return {
        memory: after?.some((part) => part !== null) ? after : null,
        finding,
        lasting: crosses ? findingOf(measured.map((part, place) => afterwards(leaves[place]!, part))) : finding,
        leaves: measured,
      }
    },
    nextChange(memory, after) {
      if (count === null) return null
      const ends = timesIn(memory).map((time) => time + count.within_s * 1_000)
      return ends.find((end) => end > after) ?? null
    },
    findingAt(memory, at) {
      if (count === null) return null
      return compared(count, levels, timesIn(memory).filter((time) => time > at - count.within_s * 1_000).length)
    },
  }
}

const isCrossing = (leaf: Condition): boolean =>
  leaf.type === 'geofence' && (leaf.when === 'enter' || leaf.when === 'exit')

/** A boundary is crossed at the moment of a reading, and no longer. */
const afterwards = (leaf: Condition, measured: Measured): Measured =>
  isCrossing(leaf) && measured.value !== null ? { ...measured, breaks: false, holds: false } : measured

function compared(condition: Condition, levels: readonly RuleLevel[], value: number): Finding {
  let breached = 0
  let cleared = 0
  for (const [place, level] of levels.entries()) {
    if (isBreached(condition, level, value)) breached |= 1 << place
    if (isCleared(condition, level, value)) cleared |= 1 << place
  }
  return { value, breached, cleared }
}

/** Three-valued logic: `all` is false as soon as one part is, and unknown rather than true when one is unknown. */
function truthOf(node: Node, measured: readonly Measured[], which: 'breaks' | 'holds'): Truth {
  if (typeof node === 'number') return measured[node]![which]
  // Below a negation, a value that clears is a breach, so clear values do not apply there.
  const truths = node.of.map((part) => truthOf(part, measured, node.type === 'not' ? 'breaks' : which))
  if (node.type === 'not') return truths[0] === null ? null : !truths[0]
  const decisive = node.type === 'any'
  if (truths.includes(decisive)) return decisive
  return truths.includes(null) ? null : !decisive
}

/** Counts readings for which a condition is true. */
function counting({ of, at_least, within_s }: Extract<Condition, { type: 'count' }>, resolve: Resolve): LeafMeasure {
  const inner = compileCondition(of, [innerLevel(of, resolve)], resolve)
  const isTrue = (reading: Evaluated, at: number): Truth => {
    const finding = inner.observe(reading, null, at)?.finding
    return finding == null ? null : finding.breached !== 0
  }
  return {
    remembers: true,
    speaks: (reading) => isTrue(reading, 0) !== null,
    forgets: (reading) => isTrue(reading, 0) !== true,
    measure(reading, before, at) {
      const truth = isTrue(reading, at)
      const recent = ((before ?? []) as number[]).filter((time) => time > at - within_s * 1_000)
      const times = truth ? [...recent, at].slice(-MOST_COUNTED) : recent
      if (truth === null && before === null) return unknown(null)
      const isReached = times.length >= at_least
      return { memory: times.length === 0 ? null : times, value: times.length, breaks: isReached, holds: isReached }
    },
  }
}

/** Upper limit of `at_least`. */
const MOST_COUNTED = 100
