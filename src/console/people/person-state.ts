import type { UserRecord } from '../../core/people/user-store.ts'
import type { Html } from '../../platform/html.ts'
import type { Words } from '../../words/words.ts'
import { stateBadge } from '../frame/parts/badges.ts'

const LOOKS = {
  enabled: { mark: 'circle', look: 'good' },
  invited: { mark: 'dots', look: 'info' },
  disabled: { mark: 'cross', look: 'off' },
} as const

const stateOf = ({ enabled, invited }: UserRecord): keyof typeof LOOKS =>
  enabled ? (invited ? 'invited' : 'enabled') : 'disabled'

/** The kinds of second factor that a person has. */
export const factorsOf = ({ secondFactor }: Words, { second_factors }: UserRecord): string =>
  second_factors.length === 0 ? secondFactor.none : second_factors.map((kind) => secondFactor.kinds[kind]).join(', ')

export function personBadge({ people }: Words, user: UserRecord): Html {
  const state = stateOf(user)
  return stateBadge(LOOKS[state], people.states[state])
}
