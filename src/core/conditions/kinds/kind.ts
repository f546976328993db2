import type { Static, TObject } from 'typebox'
import type { FaultReason, Params } from '../../../platform/error-messages/reasons.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import type { SideMemory } from './fence-sides.ts'
import type { KindField } from './kind-field.ts'
import type { Evaluated } from './read-field.ts'
import type { Fence, Op } from './shapes.ts'
import type { WindowMemory } from './window.ts'

/** True, false, or null for unknown. */
export type Truth = boolean | null

/** A level as the engine compares it. */
export interface RuleLevel {
  severity: Severity
  value: number | null
  clear: number | null
  for_s: number
}

export type Limits = Pick<RuleLevel, 'value' | 'clear'>

/** State of a part of a condition between readings; a count keeps the times of the counted readings. */
export type LeafMemory = WindowMemory | SideMemory | number[]

/** Result of one part of a condition for a reading. Unknown if everything is null. */
export interface Measured {
  memory: LeafMemory | null
  value: number | null
  /** Whether it is breached, and whether a breach still holds, which a clear value may extend. */
  breaks: Truth
  holds: Truth
}

export const notMeasured = (memory: LeafMemory | null): Measured => ({ memory, value: null, breaks: null, holds: null })

/** A compiled part of a condition. */
export interface LeafMeasure {
  /** Whether the reading has the field. */
  applies(reading: Evaluated): boolean
  /** Whether state is kept between readings. */
  isStateful: boolean
  /** For parts with state: whether this reading would leave no state where there was none. */
  resets(reading: Evaluated): boolean
  measure(reading: Evaluated, before: LeafMemory | null, at: number): Measured
  /** Whether it is true at the moment of a reading, and no longer. */
  isPassing?: boolean
  /** For a value that time alone changes: the next moment after `after` at which it does, and the value then. */
  nextChange?(memory: LeafMemory | null, after: number): number | null
  valueAt?(memory: LeafMemory | null, at: number): number
}

/** Whether a part inside of another one is true of a reading. */
export type InnerTruth = (reading: Evaluated, at: number) => Truth

/**
 * The number that a condition compares: decides about its unit, and whether it lies on the scale of its field.
 * `value`: one of its field; `truth`: none.
 */
export type ComparedAs =
  | 'value'
  | 'sum'
  | 'change'
  | 'change_per_min'
  | 'percent'
  | 'number'
  | 'points'
  | 'times'
  | 'duration'
  | 'distance'
  | 'truth'

/** A parameter of the sentence of a condition, to be formatted for its reader. */
export type SentencePart =
  | { field: string; where?: { equals: string } | undefined }
  | { fields: readonly string[] }
  | { amount: number; of: string }
  | { seconds: number }
  | { area: { geofence?: string; fence?: Fence } }

/** Exclusively between its ends, and outside of `breaks`, no rule with these limits is breached. */
export interface SafeRange {
  field: string
  above?: number
  below?: number
  breaks?: readonly [min: number, max: number]
}

/** A field that a condition reads, and what it must be; null: anything. */
export interface FieldUse {
  at: string
  field: string
  kind: 'number' | 'boolean' | null
}

type ReportFault = <R extends FaultReason>(field: string, ...says: [R, ...Params<R>]) => void

/**
 * A kind of condition, with all that its readers need: check, engine, form, sentence and graph. Functions that are left
 * out have a default, described beside them.
 */
export interface ConditionKind<Shape extends TObject = TObject, Condition = Static<Shape>> {
  shape: Shape
  /** The number that it compares; a function, if that depends on the condition. */
  compares: ComparedAs | ((condition: Condition) => ComparedAs)
  /** The comparison with its limits, if the condition itself has no `op`. Default: it is true or false by itself. */
  op?: Op
  /** Whether it keeps state between readings. */
  isStateful?: boolean
  /** Whether it has one condition inside, of which it looks at a reading at a time. */
  isOfOne?: boolean
  /** Whether it is about missing readings: in server time, without hours, and not inside another condition. */
  isByClock?: boolean
  /** The field that an alert names. Default: `condition.field`. */
  field?(condition: Condition): string
  /** The fields that it reads. Default: `condition.field`, a number. */
  uses?(condition: Condition): FieldUse[]
  /** Faults of a condition whose shape is valid. Its comparison is checked for every kind. */
  faults?(condition: Condition, report: ReportFault): void
  /** The limit that its levels have without one of their own. */
  impliedLimit?(condition: Condition): number | null
  /** Faults of a level, apart from its clear value. */
  levelFault?(
    level: { value?: unknown; clear?: unknown; for_s?: number | undefined },
    limit: number,
  ): FaultReason | null
  /** How many seconds a value counts. Default: 0, it is of one reading. */
  windowS?(condition: Condition): number
  /** How long a gap between readings may be, in seconds, although the rule allows less. Default: `windowS`. */
  patienceS?(condition: Condition, clear_for_s: number): number

  /** The number in a reading; null if absent: an absent value is unknown, not false. */
  read?(condition: Condition): (reading: Evaluated) => number | null
  /** Instead of `read`, for a condition with state. Null: `read` after all. */
  measure?(condition: Condition, limits: Limits, innerTruth: InnerTruth): LeafMeasure | null
  /** Without `op`: whether a value breaks it, and whether it clears it. */
  isBroken?(condition: Condition, value: number): boolean
  isClear?(condition: Condition, value: number): boolean
  /** Where it certainly is not breached, for the hot path. Null: cannot be said. */
  safeRange?(condition: Condition, levels: readonly RuleLevel[] | null): SafeRange | null

  /** The limit that an alert names. Default: that of its level if it compares with one. */
  limit?(condition: Condition, value: number): number | null
  /** Whether a value is worse than the worst one so far. Default: by the comparison. */
  isWorse?(condition: Condition, value: number, worstYet: number): boolean
  /** Limits of its own, beside those of levels; without `op` for those that are not broken beyond them. */
  ownLimits?(condition: Condition): { value: number; op: Op | null }[]
  /** How a value that breaks this limit lies to it, if it is one of the field itself. Default: unknown. */
  direction?(condition: Condition, limit: number): Op | null
}

/** A kind that the form offers, and whose sentence is in the words of each language by its name. */
export interface LeafKind<Shape extends TObject = TObject, Condition = Static<Shape>>
  extends ConditionKind<Shape, Condition> {
  /** The order of its fields for people; others come last. */
  notation: readonly string[]
  /** Variant of its sentence, if it has several, and the parameters. */
  sentence(condition: Condition): { of?: string; with: readonly SentencePart[] }
  form: readonly KindField[]
}

/** A kind that joins the truth of conditions inside of it. */
export interface GroupKind extends ConditionKind {
  /** How many conditions it may have. */
  most: number
  isNegation?: boolean
  /** Allocates nothing when it is asked. */
  join<Input>(parts: readonly ((input: Input) => Truth)[]): (input: Input) => Truth
}
