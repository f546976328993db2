import type { FastifyPluginAsync } from 'fastify'
import Type, { type Static } from 'typebox'
import { listTags } from '../../core/devices/lists/browse-devices.ts'
import { hasPositions } from '../../core/devices/lists/list-positions.ts'
import { findUnheardIncident } from '../../core/escalation/contact-notices.ts'
import { findHeadlines, noTowns } from '../../core/headline/find-headlines.ts'
import { clockText } from '../../core/headline/headline-words.ts'
import { countOpenIncidents, findLastResolution, type OpenCount } from '../../core/incidents/count-open.ts'
import { type IncidentFilter, listOpenIncidents } from '../../core/incidents/list-incidents.ts'
import { MOST_URGENT } from '../../core/incidents/open-order.ts'
import { type Html, html } from '../../platform/html.ts'
import { NumberText, PlainText } from '../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../console-context.ts'
import { withQuery } from '../frame/page/addresses.ts'
import { wallBanner } from '../frame/page/banners.ts'
import { bare } from '../frame/page/layout.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { siteChoiceQuery } from '../frame/page/site-choice.ts'
import { liveAgain } from '../frame/parts/live-again.ts'
import { live } from '../frame/parts/page-parts.ts'
import { listGroups } from '../incidents/list/incident-groups.ts'
import { fleetPicture } from '../map/map-view.ts'
import { notQuietText, standingOf } from './fleet-standing.ts'
import { countModules, countOpenAlerts, countReadingsByMinute, type ModuleStanding } from './overview-store.ts'
import { MOST_LINES, wallLines } from './wallboard-lines.ts'
import { boardOptions } from './wallboard-options.ts'

const OPEN: IncidentFilter = {
  statuses: ['open', 'acknowledged'],
  severities: null,
  modules: null,
  deviceId: null,
  from: null,
  to: null,
}
/** Tags that are offered. */
const MOST_TAGS = 12
/** "For 14 min" goes on while nothing happens. */
const AGAIN_S = 30

const DisplayQuery = Type.Object({
  ...siteChoiceQuery,
  theme: Type.Optional(Type.Enum(['dark', 'light'])),
  /** Only what is of devices with it. */
  tag: Type.Optional(PlainText({ maxLength: 50 })),
  /** Seconds for each site. */
  rotate: Type.Optional(NumberText('^([1-9][0-9]|[1-5][0-9]{2}|600)$', { minimum: 10, maximum: 600 })),
})

/**
 * A page for a wall display: numbers in a line, the open incidents, most severe first, or that all is quiet, and a map. Not
 * interactive but for links to other boards, and it survives interruptions.
 */
export const displayPage: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  showPage(server, 'viewer', 'site', '/display', {
    query: DisplayQuery,
    async show(reader, { query }) {
      const next = nextOf(reader, query)
      // Otherwise it would begin with the site that the browser remembers.
      if (next !== null && query.site === undefined) return addressOf(reader, 0)
      const tag = query.tag?.trim() || null
      const filter = { ...OPEN, tag }
      const groups = await listGroups(reader, db, filter)
      const [modules, alerts, readings, incidents, counts, resolved, unheard, hasPlaces, tags] = await Promise.all([
        countModules(db, reader.listed, tag),
        countOpenAlerts(db, reader.listed, tag),
        tag === null ? countReadingsByMinute(db, reader.listed, now()) : null,
        listOpenIncidents(db, reader.listed, { ...filter, without: groups }, MOST_URGENT, {
          behind: null,
          limit: MOST_LINES,
        }),
        countOpenIncidents(db, reader.listed, filter),
        findLastResolution(db, reader.listed, tag),
        findUnheardIncident(db, reader.listed, now()),
        hasPositions(db, reader.listed, tag),
        listTags(db, reader.listed, MOST_TAGS),
      ])
      // Lines say no places.
      const ids = incidents.map(({ incident_id }) => incident_id)
      const headlines = await findHeadlines(db, ids, noTowns, reader.now)
      const active = activeOf(counts)
      const shown =
        groups.length + incidents.length === 0
          ? silence(reader, { modules, critical: alerts.critical, resolved })
          : wallLines(reader, { groups, incidents, headlines, count: active.count })
      const open = html`<div class="lines">${liveAgain('worst', 'incident alert device', AGAIN_S, shown)}</div>`
      const { t } = reader
      return bare(
        reader,
        {
          title: t.overview.display,
          scripts: hasPlaces ? ['display', 'map'] : ['display'],
          theme: query.theme ?? 'dark',
          next,
        },
        html`<p id="lost" role="alert" data-text="${t.overview.displayLost('#')}" hidden></p>
        <header><h1>${[...(reader.site === null ? [] : [reader.site.name]), ...(tag === null ? [] : [tag])].join(' · ') || t.overview.display}</h1>
        ${live('numbers', 'alert incident device reading', numbers(reader, { modules, critical: alerts.critical, active, readings: readings === null ? null : (readings.at(-1) ?? 0) }))}
        <p id="clock" data-locale="${t.language.locale}" hidden><time></time> <time></time></p></header>
        ${wallBanner(reader, unheard)}
        <div class="${hasPlaces ? 'open-and-where' : 'open'}">${open}${hasPlaces ? fleetPicture(reader, positionsOf(reader, tag)) : null}</div>
        <button type="button" class="pill" id="sound" data-on="${t.overview.soundOn}" data-off="${t.overview.soundOff}" hidden></button>
        ${boardOptions(reader, { theme: query.theme ?? 'dark', rotate: query.rotate ?? null, tag, tags: tags.map((one) => one.tag) })}`,
      )
    },
  })
}

/** The board of the next site, by name, if it goes through all of them. */
function nextOf(reader: Reader, { rotate }: Static<typeof DisplayQuery>): { address: string; after_s: number } | null {
  const { sites, site } = reader
  if (rotate === undefined || sites.length < 2) return null
  const place = sites.findIndex(({ id }) => id === site?.id) + 1
  return { address: addressOf(reader, place % sites.length), after_s: Number(rotate) }
}

const addressOf = ({ address, sites }: Reader, place: number): string =>
  withQuery(address, { site: String(sites[place]!.id) })

/** Positions in the site that this page is about, whatever another tab has chosen meanwhile. */
const positionsOf = ({ site }: Reader, tag: string | null): string =>
  withQuery('/map/positions.json', { site: site === null ? null : String(site.id), tag })

interface Silence {
  modules: readonly ModuleStanding[]
  critical: number
  /** When the last incident was resolved. */
  resolved: Date | null
}

/** The board without an open incident: green, unless no device is online or a rule without incidents says critical. */
function silence({ t, preferences, now }: Reader, { modules, critical, resolved }: Silence): Html {
  const standing = standingOf(modules)
  const text = critical > 0 ? t.overview.displayAlerts(critical) : notQuietText(t, standing)
  if (text !== null) return html`<p class="calm ${critical > 0 ? 'critical' : 'off'}">${text}</p>`
  const since = resolved && clockText(resolved, preferences, now)
  return html`<p class="calm good">${t.overview.displayQuiet(since, t.shared.devices(standing.online))}</p>`
}

interface Active {
  count: number
  /** Those that nobody has acknowledged. */
  open: number
}

const activeOf = (counts: readonly OpenCount[]): Active => {
  const sum = (some: readonly OpenCount[]) => some.reduce((total, { count }) => total + count, 0)
  return { count: sum(counts), open: sum(counts.filter(({ status }) => status === 'open')) }
}

interface Numbers {
  modules: readonly ModuleStanding[]
  critical: number
  active: Active
  /** Null: they are not counted by tag. */
  readings: number | null
}

function numbers({ t, format }: Reader, { modules, critical, active, readings }: Numbers): Html {
  const { online, offline } = standingOf(modules)
  const number = (name: string, value: number, look: string, more: string | null = null) =>
    html`<li class="${look}"><strong data-value="${name}">${format.number(value)}</strong> ${name}${more === null ? null : ` · ${more}`}</li>`
  const { count, open } = active
  const { displayActive, displayOpen } = t.overview
  return html`<ul class="numbers">
  ${number(t.shared.deviceStatuses.online, online, '')}
  ${number(t.shared.deviceStatuses.offline, offline, offline > 0 ? 'warning' : '')}
  ${number(t.overview.critical, critical, critical > 0 ? 'critical' : '')}
  ${number(displayActive, count, open > 0 ? 'critical' : '', open < count ? displayOpen(format.number(open)) : null)}
  ${readings === null ? null : number(t.overview.perMinute, readings, '')}
</ul>`
}
