import { type Condition, comparison, conditionKind, groupKindOf, partsOf } from './condition.ts'
import { breachTest, isCleared } from './evaluate-condition.ts'
import type { GroupKind, InnerTruth, LeafMeasure, LeafMemory, Measured, RuleLevel, Truth } from './kinds/kind.ts'
import type { Evaluated } from './kinds/read-field.ts'
import { windowNotAhead } from './kinds/window.ts'
import { innerLevel, limitsOfPart, type Resolve } from './limits.ts'
import { measureLeaf, quickTruth } from './measure-leaf.ts'

/** State of a rule between readings, by the index of the leaf; absent if there is none. */
export type Memory = (LeafMemory | null)[]

/** Result of a condition at one moment. Each level is a bit, the least severe the lowest. */
export interface Finding {
  value: number
  breached: number
  cleared: number
}

interface Observed {
  memory: Memory | null
  /** Null: unknown from this reading. */
  finding: Finding | null
  /** The finding from then on until the next reading. */
  lasting: Finding | null
  leaves: readonly Measured[]
}

/** A compiled condition. */
export interface Watch {
  /**
   * Whether a rule without state has no effect for this reading, as is true of nearly every reading. Allocates nothing
   * for conditions without state.
   */
  isClearlyNormal(reading: Evaluated): boolean
  /** Whether state is kept between readings, so that they must be evaluated in order. */
  isStateful: boolean
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

/** A leaf by its index, or a group. */
type Node = number | { group: GroupKind; of: Node[] }

/** The truth of a whole condition. Below a negation, the leaves are asked by `negated`. */
function truthOf<Input>(
  node: Node,
  leaf: (place: number) => (input: Input) => Truth,
  negated = leaf,
): (input: Input) => Truth {
  if (typeof node === 'number') return leaf(node)
  const below = node.group.isNegation ? negated : leaf
  return node.group.join(node.of.map((part) => truthOf(part, below, negated)))
}

type AllMeasured = readonly Measured[]
const breaks = (place: number) => (measured: AllMeasured) => measured[place]!.breaks
const holds = (place: number) => (measured: AllMeasured) => measured[place]!.holds

export function compileCondition(condition: Condition, levels: readonly RuleLevel[], resolve: Resolve): Watch {
  const leaves: Condition[] = []
  const measures: LeafMeasure[] = []
  const tree = compileNode(condition)
  const every = (1 << levels.length) - 1

  function compileNode(part: Condition): Node {
    const group = groupKindOf(part)
    if (group !== null) return { group, of: partsOf(part).map((inner) => compileNode(inner.part)) }
    leaves.push(part)
    measures.push(measureLeaf(part, limitsOfPart(part, resolve), innerTruth(part, resolve)))
    return leaves.length - 1
  }

  const isCompared = comparison(condition) !== null
  const compared = comparedWith(condition, levels)
  const isBroken = truthOf(tree, breaks)
  // A value below a negation that clears is a breach, so clear values do not apply there.
  const isHeld = truthOf(tree, holds, breaks)

  function findingOf(measured: AllMeasured): Finding | null {
    if (tree === 0) {
      const { value, breaks, holds } = measured[0]!
      if (value === null) return null
      if (isCompared) return compared(value)
      return { value, breached: breaks ? every : 0, cleared: holds ? 0 : every }
    }
    const [breaks, holds] = [isBroken(measured), isHeld(measured)]
    if (breaks === null && holds === null) return null
    const value = (measured.find((part) => part.breaks) ?? measured.find((part) => part.value !== null))?.value ?? 0
    return { value, breached: breaks ? every : 0, cleared: holds === false ? every : 0 }
  }

  const passes = measures.some(({ isPassing }) => isPassing)
  const isStateful = measures.some((measure) => measure.isStateful)
  const stateful = measures.filter((measure) => measure.isStateful)
  const isTrue = truthOf(tree, (place) =>
    quickTruth(leaves[place]!, tree === 0 ? levels : [innerLevel(leaves[place]!, resolve)]),
  )
  // Inside another condition, a value that time alone changes is that of the last reading.
  const { nextChange, valueAt } = tree === 0 ? measures[0]! : {}
  const memoryIn = (memory: Memory | null) => memory?.[0] ?? null

  return {
    leaves,
    isStateful,
    isClearlyNormal: conditionKind(condition).isByClock
      ? () => true
      : (reading) => {
          for (const measure of stateful) if (!measure.resets(reading)) return false
          return isTrue(reading) !== true
        },
    observe(reading, memory, at) {
      if (!measures.some((measure) => measure.applies(reading))) return null
      const measured = measures.map((measure, place) => measure.measure(reading, memory?.[place] ?? null, at))
      const finding = findingOf(measured)
      const after = isStateful ? measured.map((part) => part.memory) : null
      return {
        memory: after?.some((part) => part !== null) ? after : null,
        finding,
        lasting: passes ? findingOf(measured.map((part, place) => afterwards(measures[place]!, part))) : finding,
        leaves: measured,
      }
    },
    nextChange: (memory, after) => nextChange?.(memoryIn(memory), after) ?? null,
    findingAt: (memory, at) => (valueAt ? compared(valueAt(memoryIn(memory), at)) : null),
  }
}

/** Whether the only condition inside a leaf is true of a reading. */
function innerTruth(leaf: Condition, resolve: Resolve): InnerTruth {
  const [inner] = partsOf(leaf)
  if (inner === undefined) return () => null
  const { observe } = compileCondition(inner.part, [innerLevel(inner.part, resolve)], resolve)
  return (reading, at) => {
    const finding = observe(reading, null, at)?.finding
    return finding == null ? null : finding.breached !== 0
  }
}

/** Drops a truth of one moment, such as a boundary that was crossed: after its reading it is over. */
const afterwards = ({ isPassing }: LeafMeasure, measured: Measured): Measured =>
  isPassing && measured.value !== null ? { ...measured, breaks: false, holds: false } : measured

/** The finding that the levels make of a value. */
function comparedWith(condition: Condition, levels: readonly RuleLevel[]): (value: number) => Finding {
  const isBreach = breachTest(condition)
  return (value) => {
    let breached = 0
    let cleared = 0
    for (const [place, level] of levels.entries()) {
      if (isBreach(level, value)) breached |= 1 << place
      if (isCleared(condition, level, value)) cleared |= 1 << place
    }
    return { value, breached, cleared }
  }
}
