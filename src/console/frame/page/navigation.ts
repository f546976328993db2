import type { Role } from '../../../core/reach/role.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Words } from '../../../words/words.ts'
import { type IconName, icon } from '../parts/page-parts.ts'
import type { Reader } from './reader.ts'

export type NavigationKey = Exclude<keyof Words['shared']['places'], 'more' | 'reference'>

interface Place {
  key: NavigationKey
  address: string
  icon: IconName
  /** Minimal role for the entry. */
  role: Role
  /** Everywhere, since it is about the installation. */
  isGlobal?: true
  /** Not for those who only look at some sites. */
  isForStaff?: true
  /** For those who see devices as family. */
  isForFamily?: true
}

/** Pages of devices for relatives. */
export const FAMILY_PAGES = '/family'

const FAMILY_PLACE: Place = {
  ...{ key: 'family', address: FAMILY_PAGES, icon: 'heart-pulse' },
  ...{ role: 'viewer', isForFamily: true },
}

const GROUPS: { key: keyof Words['shared']['groups']; places: Place[] }[] = [
  {
    key: 'watch',
    places: [
      { key: 'overview', address: '/', icon: 'layout-dashboard', role: 'viewer' },
      { key: 'map', address: '/map', icon: 'map', role: 'viewer' },
      { key: 'devices', address: '/devices', icon: 'cpu', role: 'viewer' },
      { key: 'alerts', address: '/alerts', icon: 'bell', role: 'viewer' },
      { key: 'incidents', address: '/incidents', icon: 'siren', role: 'viewer' },
      { key: 'reports', address: '/reports', icon: 'file-text', role: 'viewer' },
      { key: 'onCall', address: '/on-call', icon: 'calendar', role: 'viewer', isForStaff: true },
      FAMILY_PLACE,
    ],
  },
  {
    key: 'configure',
    places: [
      { key: 'rules', address: '/rules', icon: 'list-checks', role: 'viewer', isForStaff: true },
      { key: 'policies', address: '/escalation-policies', icon: 'megaphone', role: 'viewer', isForStaff: true },
      { key: 'readiness', address: '/readiness', icon: 'clipboard-check', role: 'operator', isGlobal: true },
      { key: 'silences', address: '/silences', icon: 'bell-off', role: 'viewer', isForStaff: true },
      { key: 'sources', address: '/sources', icon: 'radio', role: 'operator' },
      { key: 'webhooks', address: '/webhooks', icon: 'webhook', role: 'operator' },
    ],
  },
  {
    key: 'administer',
    places: [
      { key: 'users', address: '/users', icon: 'users', role: 'admin', isGlobal: true },
      { key: 'sites', address: '/sites', icon: 'building-2', role: 'viewer' },
      { key: 'tokens', address: '/tokens', icon: 'key-round', role: 'admin', isGlobal: true },
      { key: 'audit', address: '/audit', icon: 'scroll-text', role: 'admin' },
      { key: 'settings', address: '/settings', icon: 'settings', role: 'admin', isGlobal: true },
    ],
  },
]

/** The page of a person's own contact methods and preferences. */
export const NOTIFICATIONS = '/account/notifications'
/** The page of a person's own shift. */
const MY_SHIFT = '/my-shift'
export const SECOND_FACTOR = '/account/second-factor'

/** Entries in the bottom bar of a phone; the rest is under "More". */
const BOTTOM_BAR: readonly NavigationKey[] = ['overview', 'devices', 'incidents', 'map']

/** Sites have an entry from the second one on. */
const isShown = ({ may, sites, isFamily }: Reader, { key, role, isGlobal, isForStaff, isForFamily }: Place): boolean =>
  may(role, isGlobal === true ? null : undefined) &&
  (key !== 'sites' || sites.length > 1) &&
  (isForFamily !== true || isFamily) &&
  (isForStaff !== true || may('viewer', null) || may('operator'))

/** All pages that this person may open, for the palette. */
export const navigationEntries = (reader: Reader): { name: string; address: string }[] => [
  ...GROUPS.flatMap(({ places }) => places)
    .filter((place) => isShown(reader, place))
    .map(({ key, address }) => ({ name: reader.t.shared.places[key], address })),
  ...ownPlaces(reader).map(({ key, address }) => ({ name: reader.t.shared.places[key], address })),
  ...(reader.may('viewer') ? [{ name: reader.t.shared.places.reference, address: '/docs' }] : []),
]

/** Pages about the reader. Those who reach no site have no shift, and nothing notifies them. */
const ownPlaces = ({ may, isFamily }: Reader): Pick<Place, 'key' | 'address' | 'icon'>[] => [
  ...(may('viewer')
    ? ([
        { key: 'myShift', address: MY_SHIFT, icon: 'clipboard-check' },
        { key: 'notifications', address: NOTIFICATIONS, icon: 'bell-ring' },
      ] as const)
    : isFamily
      ? [FAMILY_PLACE]
      : []),
  { key: 'account', address: '/account', icon: 'circle-user' },
]

/** Navigation: a column at the side, or a bar at the bottom of a phone with a menu for the rest. */
export function navigation(reader: Reader, here: NavigationKey | null): Html {
  const { t } = reader
  const groups = GROUPS.map(({ key, places }) => ({ key, places: places.filter((place) => isShown(reader, place)) }))
  const own = ownPlaces(reader)
  if (!reader.may('viewer')) {
    // Nothing is tucked away where there is hardly anything, and nothing asks for what they may not see.
    return html`<nav class="places" aria-label="${t.shared.main}" id="places">${own.map((place) => link(reader, place, here, { isTucked: false }))}</nav>`
  }
  const tucked = [...groups.flatMap(({ places }) => places).filter(({ key }) => !BOTTOM_BAR.includes(key)), ...own]
  return html`
  <nav class="places" aria-label="${t.shared.main}" id="places" data-live="alert incident">
    ${groups.map(({ key, places }) =>
      places.length === 0
        ? null
        : html`<section><h2 class="unseen">${t.shared.groups[key]}</h2>${places.map((place) => link(reader, place, here))}</section>`,
    )}
    <details><summary>${icon('ellipsis')}<span>${t.shared.places.more}</span></summary>
      <div class="menu">${tucked.map((place) => link(reader, place, here, { isTucked: false }))}</div></details>
  </nav>`
}

const link = (
  reader: Reader,
  { key, address, icon: picture }: Pick<Place, 'key' | 'address' | 'icon'>,
  here: NavigationKey | null,
  { isTucked = !BOTTOM_BAR.includes(key) } = {},
): Html =>
  html`<a href="${address}"${key === here ? html` aria-current="page"` : null}${isTucked ? html` class="tucked"` : null}>${icon(picture)}<span>${reader.t.shared.places[key]}</span>${badge(reader, key)}</a>`

function badge({ waiting }: Reader, key: NavigationKey): Content {
  const count = key === 'alerts' ? waiting.alerts : key === 'incidents' ? waiting.incidents : 0
  return count === 0 ? null : html`<span class="count">${count > 99 ? '99+' : count}</span>`
}
