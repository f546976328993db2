import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { userOf } from '../../core/people/credentials/caller.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../core/people/preferences/preferences.ts'
import { zoneToday } from '../../core/people/preferences/time-zones.ts'
import { mayActAs, type Role, type User } from '../../core/people/user.ts'
import type { MapSettings } from '../../core/settings/map-source.ts'
import { settingSql } from '../../core/settings/settings-store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Formats, formats } from '../parts/formats/formats.ts'
import type { Words } from '../words/catalogue.ts'
import { languageFor, WORDS } from '../words/words.ts'

/** What a page for anybody needs to know of its reader. */
export interface Guest {
  /** The token that every form of this visitor carries. */
  csrf: string
  /** All texts, in their language. */
  t: Words
  preferences: Preferences
}

/** What a page needs to know of the person who reads it. */
export interface Reader extends Guest {
  user: User
  /** Whether to show what takes this role; the server refuses it all the same. */
  may: (role: Role) => boolean
  format: Formats
  now: Date
  /** What waits for somebody: shown beside the names of the pages. */
  waiting: { alerts: number; incidents: number }
  /** Where maps have their streets from; null: the map that is built in. */
  map: MapSettings | null
  /** Only what is new on the page is asked for, by a script that has the rest already. */
  isPart: boolean
  /** Where the request was sent, with its query. */
  address: string
  /** For the answer to a form that is a page: the address of the page that the form is on. */
  shownAt: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    reader: Reader | null
  }
}

export function guestOf(request: Pick<FastifyRequest, 'csrf' | 'headers'>): Guest {
  const language = languageFor(request.headers['accept-language'])
  return { csrf: request.csrf, t: WORDS[language], preferences: { ...DEFAULT_PREFERENCES, language } }
}

/** The reader of a page that is only for those who are in. */
export function readerOf({ reader }: FastifyRequest): Reader {
  if (reader === null) throw new Error('This page has no guard, so it has no reader')
  return reader
}

export async function loadReader(
  db: Queryable,
  environment: { map: MapSettings | null },
  request: FastifyRequest,
  now: Date,
): Promise<Reader> {
  const user = userOf(request)
  const [row] = await db.query<{
    preferences: Partial<Preferences>
    alerts: number
    incidents: number
    has_map: boolean
    map: MapSettings | null
  }>(sql`
    select
      u.preferences,
      (select count(*)::integer from alerts where status = 'firing') as alerts,
      (select count(*)::integer from incidents where status = 'open') as incidents,
      ${settingSql('map')} is not null as has_map,
      ${settingSql('map')} as map
    from users as u
    where u.id = ${user.id}`)
  const { alerts, incidents, has_map, map } = row!
  const own = { ...DEFAULT_PREFERENCES, ...row!.preferences }
  const preferences = { ...own, zone: own.zone && zoneToday(own.zone) }
  return {
    user,
    csrf: request.csrf,
    t: WORDS[preferences.language],
    preferences,
    may: (role) => mayActAs(user.role, role),
    format: formats(preferences, now),
    now,
    waiting: { alerts, incidents },
    map: has_map ? map : environment.map,
    isPart: request.headers['hx-request'] === 'true',
    address: request.url,
    shownAt: null,
  }
}
