import type { Role } from '../../../core/reach/role.ts'
import type { Words } from '../../../words/words.ts'
import type { Reader } from '../page/reader.ts'

type Key = keyof Words['search']['actions']

/** An action that the page's script does itself. */
export type Command = 'theme-light' | 'theme-dark' | 'theme-system' | 'pause' | 'help' | 'logout'

export interface Action {
  role: Role
  /** Everywhere, since it is about the installation. */
  isGlobal?: true
  address?: string
  /** Once for each of these in which the reader has the role, on its page. */
  each?: 'sites' | 'schedules'
  /** The part of that page, or the page below it. */
  at?: string
  command?: Command
}

/** Actions that are possible from every page. */
const ACTIONS: Record<Key, Action> = {
  device: { role: 'operator', address: '/devices/new' },
  rule: { role: 'operator', address: '/rules/new' },
  silence: { role: 'operator', address: '/silences/new' },
  geofence: { role: 'operator', address: '/geofences/new' },
  webhook: { role: 'admin', address: '/webhooks/new' },
  person: { role: 'admin', isGlobal: true, address: '/users/new' },
  schedule: { role: 'admin', address: '/on-call/new' },
  policy: { role: 'admin', address: '/escalation-policies/new' },
  shift: { role: 'operator', each: 'schedules', at: '#add-override' },
  relative: { role: 'admin', each: 'sites', at: '#add-member' },
  site: { role: 'admin', isGlobal: true, address: '/sites' },
  statusPage: { role: 'admin', each: 'sites', at: '/status-page' },
  dark: { role: 'viewer', command: 'theme-dark' },
  light: { role: 'viewer', command: 'theme-light' },
  system: { role: 'viewer', command: 'theme-system' },
  pause: { role: 'viewer', command: 'pause' },
  help: { role: 'viewer', command: 'help' },
  logOut: { role: 'viewer', command: 'logout' },
}

export const actionsFor = ({ may }: Reader): [Key, Action][] =>
  (Object.entries(ACTIONS) as [Key, Action][]).filter(([, { role, isGlobal }]) =>
    may(role, isGlobal === true ? null : undefined),
  )
