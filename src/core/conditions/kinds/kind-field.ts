/**
 * A field in the form of a rule. Words has its label by `label` or else by `name`, and the options of a choice by `name`.
 * `usual` is shown where nothing is entered.
 */
export type KindField =
  /** A metric, a flag, or either of them and none at all. */
  | { as: 'field'; of: 'value' | 'flag' | 'anything' }
  /** `reshapes`: another choice needs other fields, or is in another unit. */
  | { as: 'choice'; name: string; label?: string; reshapes?: boolean }
  /** In the unit of what the condition compares, in this one, or in none. */
  | { as: 'number'; name: string; label?: string; usual?: string; unit?: 'compared' | 'm' }
  /** Without the `_s` of its name in the rule. */
  | { as: 'duration'; name: string; label?: string; usual?: string }
  | { as: 'raised'; name: string }
  /** Points for values, in the notation of scores. */
  | { as: 'points'; name: string }
  /** Limit and clear value, inside another condition. */
  | { as: 'limits' }
  /** A restriction to readings with a text. */
  | { as: 'where' }
  | { as: 'area' }
  | { as: 'map' }
