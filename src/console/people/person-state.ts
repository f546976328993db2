import { type Html, html } from '../../platform/html.ts'
import type { UserRecord } from '../../users/user-store.ts'
import type { Words } from '../words/words.ts'

const LOOKS = {
  enabled: { shape: '●', look: 'good' },
  invited: { shape: '◌', look: 'info' },
  disabled: { shape: '✕', look: 'off' },
} as const

const stateOf = ({ enabled, invited }: UserRecord): keyof typeof LOOKS =>
  enabled ? (invited ? 'invited' : 'enabled') : 'disabled'

export function personBadge({ people }: Words, user: UserRecord): Html {
  const state = stateOf(user)
  const { shape, look } = LOOKS[state]
  return html`<span class="badge ${look}"><span class="shape" aria-hidden="true">${shape}</span>${people.states[state]}</span>`
}
