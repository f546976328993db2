import type { FastifyPluginAsync } from 'fastify'
import { listPositions } from '../../core/devices/lists/list-positions.ts'
import { findUnheardIncident } from '../../core/escalation/contact-notices.ts'
import { findHeadlines, noTowns } from '../../core/headline/find-headlines.ts'
import { countOpen } from '../../core/incidents/count-open.ts'
import { type IncidentFilter, listOpenIncidents } from '../../core/incidents/list-incidents.ts'
import { MOST_URGENT } from '../../core/incidents/open-order.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { wallBanner } from '../frame/page/banners.ts'
import { bare } from '../frame/page/layout.ts'
import { showPage } from '../frame/page/pages-and-forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { live } from '../frame/parts/page-parts.ts'
import { fleetPicture } from '../map/map-view.ts'
import { countModules, countOpenAlerts, countReadingsByMinute, type ModuleStanding } from './overview-store.ts'
import { MOST_LINES, wallLines } from './wallboard-lines.ts'

const ANYWHERE = { modules: null, statuses: null, since: null }
const OPEN: IncidentFilter = {
  statuses: ['open', 'acknowledged'],
  severities: null,
  modules: null,
  deviceId: null,
  from: null,
  to: null,
}

/**
 * A page for a wall display: numbers, the open incidents, most severe first, and a map. Not interactive, and it survives
 * interruptions.
 */
export const displayPage: FastifyPluginAsync<ConsoleContext> = async (server, { db, now }) => {
  showPage(server, 'viewer', 'site', '/display', {
    async show(reader) {
      const [modules, alerts, readings, incidents, counts, unheard, places] = await Promise.all([
        countModules(db, reader.listed),
        countOpenAlerts(db, reader.listed),
        countReadingsByMinute(db, reader.listed, now()),
        listOpenIncidents(db, reader.listed, OPEN, MOST_URGENT, { behind: null, limit: MOST_LINES }),
        countOpen(db, reader.listed, 'incidents'),
        findUnheardIncident(db, reader.listed, now()),
        listPositions(db, reader.listed, ANYWHERE, { afterId: 0, limit: 1 }),
      ])
      const hasPlaces = places.length > 0
      // Lines say no places.
      const ids = incidents.map(({ incident_id }) => incident_id)
      const headlines = await findHeadlines(db, ids, noTowns, reader.now)
      const count = counts.reduce((sum, one) => sum + one.count, 0)
      const open = html`<div class="lines">${wallLines(reader, { incidents, headlines, count })}</div>`
      const { t } = reader
      return bare(
        reader,
        { title: t.overview.display, scripts: hasPlaces ? ['display', 'map'] : ['display'] },
        html`<p id="lost" role="alert" data-text="${t.overview.displayLost('#')}" hidden></p>
        <header><h1>${reader.site?.name ?? t.overview.display}</h1><p id="clock" data-locale="${t.language.locale}" hidden><time></time> <time></time></p></header>
        ${wallBanner(reader, unheard)}
        ${live('numbers', 'alert incident device reading', numbers(reader, modules, alerts.critical, readings.at(-1) ?? 0))}
        <div class="${hasPlaces ? 'open-and-where' : 'open'}">${open}${hasPlaces ? fleetPicture(reader, positionsOf(reader)) : null}</div>`,
      )
    },
  })
}

/** Positions in the site that this page is about, whatever another tab has chosen meanwhile. */
const positionsOf = ({ site }: Reader): string =>
  site === null ? '/map/positions.json' : `/map/positions.json?site=${site.id}`

function numbers(
  { t, format, waiting }: Reader,
  modules: readonly ModuleStanding[],
  critical: number,
  readings: number,
): Html {
  const sum = (key: 'online' | 'offline') => modules.reduce((total, one) => total + one[key], 0)
  const number = (name: string, value: number, look: string) =>
    html`<div class="${look}"><strong data-value="${name}">${format.number(value)}</strong><span>${name}</span></div>`
  const offline = sum('offline')
  return html`<div class="numbers">
  ${number(t.shared.deviceStatuses.online, sum('online'), '')}
  ${number(t.shared.deviceStatuses.offline, offline, offline > 0 ? 'warning' : '')}
  ${number(t.overview.critical, critical, critical > 0 ? 'critical' : '')}
  ${number(t.overview.unacknowledged, waiting.incidents, waiting.incidents > 0 ? 'critical' : '')}
  ${number(t.overview.perMinute, readings, '')}
</div>`
}
