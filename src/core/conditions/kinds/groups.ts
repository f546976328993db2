import Type from 'typebox'
import type { GroupKind, Truth } from './kind.ts'
import { closed } from './shapes.ts'

/** Conditions in a rule, including those inside of others. */
export const MAX_LEAVES = 10

/** True or false as soon as one part is `decisive`, and unknown rather than the opposite when one is unknown. */
const joined =
  (decisive: boolean): GroupKind['join'] =>
  (parts) =>
  (input): Truth => {
    let isKnown = true
    for (const part of parts) {
      const truth = part(input)
      if (truth === decisive) return decisive
      if (truth === null) isKnown = false
    }
    return isKnown ? !decisive : null
  }

const group = { compares: 'truth', most: MAX_LEAVES } as const

export const all = {
  ...group,
  shape: Type.Object({ type: Type.Literal('all') }, closed),
  join: joined(false),
} as const satisfies GroupKind

export const any = {
  ...group,
  shape: Type.Object({ type: Type.Literal('any') }, closed),
  join: joined(true),
} as const satisfies GroupKind

/** Below it, a value that clears is a breach, so clear values do not apply there. */
export const not = {
  ...group,
  shape: Type.Object({ type: Type.Literal('not') }, closed),
  most: 1,
  isNegation: true,
  join:
    ([part]) =>
    (input) => {
      const truth = part!(input)
      return truth === null ? null : !truth
    },
} as const satisfies GroupKind
