import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { type ContactNotices, contactNoticesSql } from '../../../core/escalation/contact-notices.ts'
import { listedReach, reachOf, userOf } from '../../../core/people/credentials/caller.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../core/people/preferences/preferences.ts'
import { zoneToday } from '../../../core/people/preferences/time-zones.ts'
import type { User } from '../../../core/people/user.ts'
import {
  inReach,
  isHeldBackSql,
  mayActIn,
  mayActSomewhere,
  ofDevicesInReach,
  type Reach,
} from '../../../core/reach/reach.ts'
import type { Role } from '../../../core/reach/role.ts'
import type { SiteName } from '../../../core/reach/site-name.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import type { MapSettings } from '../../../core/settings/map-source.ts'
import { settingSql } from '../../../core/settings/settings-store.ts'
import { findSite } from '../../../core/sites/site-store.ts'
import { type FullQuarantine, fullQuarantineSql } from '../../../core/sources/quarantine/full-quarantine.ts'
import type { OwnMetrics } from '../../../core/vocabulary/own-metrics.ts'
import type { TitleOf } from '../../../core/vocabulary/titles.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { PublicUrl } from '../../../platform/http/public-url.ts'
import { languageFor, WORDS, type Words } from '../../../words/words.ts'
import { type Formats, formats } from '../formats/formats.ts'
import { ruleNameIn, titlesIn } from '../formats/rule-texts.ts'
import { chosenSite } from './site-choice.ts'

/** Data for public pages. */
export interface Guest {
  /** The CSRF token for this visitor's forms. */
  csrf: string
  /** All texts in the visitor's language. */
  t: Words
  preferences: Preferences
}

/** Data about the person who reads a page. */
export interface Reader extends Guest {
  user: User
  /** The reach of the person. */
  reach: Reach
  /** The same for lists: only one site, if one is chosen. */
  listed: Reach
  /** The sites in reach, by name. Pages say nothing of them while there is only one. */
  sites: readonly SiteName[]
  /** The one that lists are about; null: all of them. */
  site: SiteName | null
  /** Whether to show controls for this role in a site, or anywhere; the server checks it in any case. */
  may: (role: Role, siteId?: number | null) => boolean
  format: Formats
  /** The title of an alert or incident in the reader's language. */
  titleOf: TitleOf
  ruleName: (definition: RuleDefinition) => string
  now: Date
  /** Counts of unacknowledged alerts and incidents, shown in the navigation. */
  waiting: { alerts: number; incidents: number }
  /** Whether the person acts as less than an administrator of a site, for want of a second factor. */
  isHeldBack: boolean
  /** Whether somebody chose devices that the person sees as family. */
  isFamily: boolean
  /** Whether notifications reach anybody. */
  contact: ContactNotices
  /** A source whose quarantine is nearly full, for those who can empty it. */
  fullQuarantine: FullQuarantine | null
  /** Source of map streets; null for the built-in map. */
  map: MapSettings | null
  /** True for a script, which needs only the content. */
  isPart: boolean
  /** True for a live update, which needs only the changed parts of the content. */
  isRefresh: boolean
  /** Path and query of the request. */
  address: string
  /** For a page that answers a form: the address of the form's page. */
  shownAt: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    reader: Reader | null
  }
}

/** The reader of a page about something of this site, where it says what may be done. */
export const readerIn = (reader: Reader, siteId: number | null): Reader => ({
  ...reader,
  may: (role, id = siteId) => reader.may(role, id),
})

/** The reader of what is about a device: its own metrics have their names and units. */
export function readerOfDevice<Of extends Pick<Reader, 't' | 'format' | 'preferences' | 'now'>>(
  reader: Of,
  metrics: OwnMetrics,
): Of {
  if (Object.keys(metrics).length === 0) return reader
  const labels = Object.entries(metrics).flatMap(([name, { label }]) => (label === undefined ? [] : [[name, label]]))
  const measures = { ...reader.t.shared.measures, ...Object.fromEntries(labels) }
  return {
    ...reader,
    t: { ...reader.t, shared: { ...reader.t.shared, measures } },
    format: formats(reader.preferences, reader.now, metrics),
  }
}

export function guestOf(request: Pick<FastifyRequest, 'csrf' | 'headers'>): Guest {
  const language = languageFor(request.headers['accept-language'])
  return { csrf: request.csrf, t: WORDS[language], preferences: { ...DEFAULT_PREFERENCES, language } }
}

/** The reader of a page that requires a session. */
/** The same as `listed`, as the person's rights are now: for what goes on after the page has been opened. */
export const listedHere = (request: FastifyRequest): Reach => listedReach(request, readerOf(request).site?.id ?? null)

export function readerOf({ reader }: FastifyRequest): Reader {
  if (reader === null) throw new Error('This page has no guard, so it has no reader')
  return reader
}

export async function loadReader(
  db: Queryable,
  { environment, publicUrl }: { environment: { map: MapSettings | null }; publicUrl: PublicUrl },
  request: FastifyRequest,
  now: Date,
): Promise<Reader> {
  const [user, reach] = [userOf(request), reachOf(request)]
  const chosen = chosenSite(request, publicUrl)
  // A browser may remember a site that is gone; then lists are about all.
  const site = chosen === null ? null : await findSite(db, reach, chosen)
  const listed = listedReach(request, site?.id ?? null)
  const [row] = await db.query<{
    preferences: Partial<Preferences>
    alerts: number
    incidents: number
    rule_versions: number
    is_held_back: boolean
    is_family: boolean
    contact: ContactNotices
    full_quarantine: FullQuarantine | null
    sites: SiteName[]
    has_map: boolean
    map: MapSettings | null
  }>(sql`
    select
      u.preferences,
      (select count(*)::integer from alerts where status = 'firing' and ${ofDevicesInReach(listed, sql`device_id`)}) as alerts,
      (select count(*)::integer from incidents where status = 'open' and ${inReach(listed, 'viewer', sql`site_id`)}) as incidents,
      (select count(*)::integer from rule_versions) as rule_versions,
      ${isHeldBackSql('u')} as is_held_back,
      exists (select from family_devices as f where f.user_id = u.id) as is_family,
      ${contactNoticesSql(reach, user.id, now)} as contact,
      ${fullQuarantineSql(reach)} as full_quarantine,
      (
        select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by lower(s.name), s.id), '[]')
        from sites as s
        where s.deleted_at is null and ${inReach(reach, 'viewer', sql`s.id`)}
      ) as sites,
      ${settingSql('map')} is not null as has_map,
      ${settingSql('map')} as map
    from users as u
    where u.id = ${user.id}`)
  const { alerts, incidents, rule_versions, contact, sites, has_map, map } = row!
  const own = { ...DEFAULT_PREFERENCES, ...row!.preferences }
  const preferences = { ...own, zone: own.zone && zoneToday(own.zone) }
  return {
    user,
    csrf: request.csrf,
    t: WORDS[preferences.language],
    preferences,
    reach,
    listed,
    sites,
    site,
    may: (role, siteId) => (siteId === undefined ? mayActSomewhere(reach, role) : mayActIn(reach, siteId, role)),
    format: formats(preferences, now),
    titleOf: await titlesIn(db, preferences.language, WORDS[preferences.language], rule_versions),
    ruleName: (definition) => ruleNameIn(preferences.language, definition),
    now,
    waiting: { alerts, incidents },
    isHeldBack: row!.is_held_back,
    isFamily: row!.is_family,
    contact,
    fullQuarantine: row!.full_quarantine,
    map: has_map ? map : environment.map,
    isPart: request.headers['hx-request'] === 'true',
    isRefresh: request.headers['hx-trigger'] === 'refresh',
    address: request.url,
    shownAt: null,
  }
}
