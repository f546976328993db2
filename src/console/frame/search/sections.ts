import type { Role } from '../../../core/reach/role.ts'
import { WORDS, type Words } from '../../../words/words.ts'
import { NOTIFICATIONS, SECOND_FACTOR } from '../page/navigation.ts'
import type { Reader } from '../page/reader.ts'
import { cardId } from '../parts/page-parts.ts'
import { isFound } from './matching.ts'

interface Section {
  nameOf(t: Words): string
  /** Leads to the page, or to a part of it. */
  address: string | ((t: Words) => string)
  role: Role
  /** Everywhere, since it is about the installation. */
  isGlobal?: true
  /** A page that the palette finds by its name already. */
  isPlace?: true
}

interface FoundSection {
  name: string
  /** The page that it is on. */
  about?: string
  address: string
}

const place = (key: keyof Words['shared']['places'], address: string, role: Role = 'viewer'): Section => ({
  nameOf: (t) => t.shared.places[key],
  address,
  role,
  isPlace: true,
})

const ofAccount = (nameOf: Section['nameOf']): Section => ({
  nameOf,
  address: (t) => `/account#${cardId(nameOf(t))}`,
  role: 'viewer',
})

const ofSettings = (key: string, nameOf: (settings: Words['settings']) => string): Section => ({
  nameOf: ({ settings }) => nameOf(settings),
  address: `/settings#${key}`,
  role: 'admin',
  isGlobal: true,
})

/** Pages and their sections, by the words that people have for what is there. */
const SECTIONS: Record<keyof Words['search']['sections'], Section> = {
  password: ofAccount((t) => t.terms.password),
  preferences: ofAccount((t) => t.account.preferences.title),
  sessions: ofAccount((t) => t.terms.sessions),
  tokens: ofAccount((t) => t.terms.tokens),
  secondFactor: { nameOf: (t) => t.secondFactor.title, address: SECOND_FACTOR, role: 'viewer' },
  notifications: place('notifications', NOTIFICATIONS),
  devices: place('devices', '/devices'),
  incidents: place('incidents', '/incidents'),
  reports: place('reports', '/reports'),
  limits: { nameOf: (t) => t.rules.limits.title, address: '/limits', role: 'viewer' },
  reference: place('reference', '/docs'),
  users: { ...place('users', '/users', 'admin'), isGlobal: true },
  audit: place('audit', '/audit', 'admin'),
  address: ofSettings('address', ({ connections }) => connections.address.title),
  mail: ofSettings('mail', ({ connections }) => connections.mail.title),
  ntfy: ofSettings('ntfy', ({ connections }) => connections.ntfy.title),
  telegram: ofSettings('telegram', ({ connections }) => connections.telegram.title),
  heartbeat: ofSettings('heartbeat', ({ connections }) => connections.heartbeat.title),
  general: ofSettings('general', ({ general }) => general.title),
  map: ofSettings('map', ({ map }) => map.title),
  retention: ofSettings('retention', ({ retention }) => retention.title),
  offline: ofSettings('offline', ({ offline }) => offline.title),
  security: ofSettings('security', ({ security }) => security.title),
  backup: ofSettings('backup', ({ backup }) => backup.title),
  integrations: ofSettings('integrations', ({ integrations }) => integrations.title),
  about: ofSettings('about', ({ about }) => about.title),
}

export function findSections({ t, may }: Reader, words: readonly string[]): FoundSection[] {
  const found = (Object.entries(SECTIONS) as [keyof Words['search']['sections'], Section][]).filter(
    ([key, { role, isGlobal, isPlace, nameOf }]) =>
      may(role, isGlobal === true ? null : undefined) &&
      !(isPlace === true && isFound(words, nameOf(t))) &&
      Object.values(WORDS).some((one) => isFound(words, `${nameOf(one)} ${one.search.sections[key]}`)),
  )
  return found.map(([, { nameOf, address }]) => ({
    name: nameOf(t),
    ...aboutOf(t, address),
    address: typeof address === 'string' ? address : address(t),
  }))
}

/** The page that the section is on. */
function aboutOf({ shared: { places } }: Words, address: Section['address']): { about?: string } {
  if (typeof address !== 'string') return { about: places.account }
  return address.startsWith('/settings#') ? { about: places.settings } : {}
}
