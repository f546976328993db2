import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { hasPositions } from '../../core/devices/lists/list-positions.ts'
import { countOpen } from '../../core/incidents/count-open.ts'
import { type IncidentFilter, listIncidents } from '../../core/incidents/list-incidents.ts'
import { changeSetting } from '../../core/settings/change-settings.ts'
import { findDemo } from '../../fleet/demo/demo-store.ts'
import { clearDemo, loadDemo, setDemoNotifies } from '../../fleet/demo/manage-demo.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { done } from '../frame/forms/forms.ts'
import { countOf } from '../frame/lists/list-parts.ts'
import { shell } from '../frame/page/layout.ts'
import { FAMILY_PAGES } from '../frame/page/navigation.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { readSetUp } from '../frame/page/set-up.ts'
import { card, icon, live } from '../frame/parts/page-parts.ts'
import { fleetMap } from '../map/map-view.ts'
import { attentionRows } from './attention-rows.ts'
import { isUnsent, standingOf } from './fleet-standing.ts'
import {
  countModules,
  countOpenAlerts,
  countReadingsByMinute,
  findFirstUnsent,
  findWorstOpen,
  heardByHour,
  lastIncidentAt,
  listTroubledWebhooks,
  worstByHour,
} from './overview-store.ts'
import {
  demoNotice,
  fleetCard,
  noDevices,
  type Overview,
  quiet,
  recentCard,
  tiles,
  webhookCard,
  worstLink,
} from './overview-view.ts'
import { setUpCard } from './set-up-card.ts'

const RECENT = 8
const POSITIONS = '/map/positions.json'
/** Incidents that somebody has acknowledged; the others are listed as what needs attention. */
const IN_HAND: IncidentFilter = {
  statuses: ['acknowledged', 'resolved'],
  severities: null,
  modules: null,
  deviceId: null,
  from: null,
  to: null,
}

const OverviewQuery = Type.Object({ done: Type.Optional(Type.Enum(['loaded', 'cleared', 'step'])) })

/** The start page: current state, and the most urgent action. */
export const overviewPage: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, now } = context

  async function read({ listed }: Reader): Promise<Overview> {
    const at = now()
    const [modules, alerts, readings, worst, heard, last, recent, webhooks, demo, worstOpen, open] = await Promise.all([
      countModules(db, listed),
      countOpenAlerts(db, listed),
      countReadingsByMinute(db, listed, at),
      worstByHour(db, listed, at),
      heardByHour(db, listed, at),
      lastIncidentAt(db, listed),
      listIncidents(db, listed, IN_HAND, { beforeId: null, limit: RECENT }),
      listTroubledWebhooks(db, listed),
      findDemo(db),
      findWorstOpen(db, listed),
      countOpen(db, listed, 'incidents'),
    ])
    const firstUnsent = isUnsent(standingOf(modules)) ? await findFirstUnsent(db, listed) : null
    return {
      modules,
      alerts,
      readings,
      worst,
      heard,
      lastIncidentAt: last,
      recent,
      inHand: countOf(open, ({ status }) => status === 'acknowledged'),
      webhooks,
      demo,
      worstOpen,
      firstUnsent,
    }
  }

  async function setUp(reader: Reader): Promise<Content> {
    const progress = await readSetUp(context, reader, { isForCard: true })
    return progress && setUpCard(reader, progress, publicUrl())
  }

  async function page(reader: Reader, said: string | null): Promise<Html> {
    const [overview, attention, steps, hasMap] = await Promise.all([
      read(reader),
      attentionRows(reader, context),
      setUp(reader),
      hasPositions(db, reader.listed),
    ])
    const { t } = reader
    const actions = html`<a class="button quiet" href="${reader.site === null ? '/display' : `/display?site=${reader.site.id}`}">${icon('radio')}${t.overview.display}</a>${live('worst', 'incident', worstLink(reader, overview))}`
    const asides = html`${demoNotice(reader, overview)}${steps}`
    const hasDevices = overview.modules.length > 0
    const content = !hasDevices
      ? html`${asides}${noDevices(reader)}`
      : html`${live('attention', 'alert incident device', card(t.alerts.attention.label, attention ?? quiet(reader, overview)))}
        ${asides}
        ${live('tiles', 'alert incident device reading', tiles(reader, overview))}
        <div class="wide-narrow">
          <div class="stack">
            ${hasMap ? card(t.overview.where, fleetMap(reader, POSITIONS, { isFetchedWhenSeen: true }), html`<a href="/map">${t.shared.places.map}</a>`) : null}
            ${live('recent', 'incident webhook', html`${webhookCard(reader, overview)}${recentCard(reader, overview)}`)}
          </div>
          ${live('fleet', 'incident device', fleetCard(reader, overview))}
        </div>`
    return shell(reader, { title: t.shared.places.overview, place: 'overview', actions }, html`${done(said)}${content}`)
  }

  // Everybody comes here after the login, also those who reach no site.
  showPage(server, 'viewer', 'self', '/', {
    query: OverviewQuery,
    show: async (reader, { query }) => {
      if (!reader.may('viewer')) return reader.isFamily ? FAMILY_PAGES : '/account'
      return page(reader, query.done === undefined ? null : reader.t.overview[query.done])
    },
  })

  takeForm(server, 'admin', 'installation', '/set-up-card/dismissal', {
    async submit(request) {
      await changeSetting(db, 'set_up_card', 'dismissed', changeBy(request), now())
      return '/'
    },
    again: (request, { message }) => page(readerOf(request), message),
  })

  takeForm(server, 'admin', 'installation', '/set-up-card', {
    async submit(request) {
      await changeSetting(db, 'set_up_card', undefined, changeBy(request), now())
      return '/#set-up'
    },
    again: (request, { message }) => page(readerOf(request), message),
  })

  takeForm(server, 'admin', 'installation', '/demo', {
    async submit(request) {
      // The button may be on an old page although the demo has been loaded since.
      if ((await findDemo(db)) === null) await loadDemo(db, changeBy(request), now())
      return '/?done=loaded'
    },
    again: (request, { message }) => page(readerOf(request), message),
  })

  takeForm(server, 'admin', 'installation', '/demo/notifications', {
    body: Type.Object({ notifies: Type.Enum(['yes', 'no']) }),
    async submit(request, { notifies }) {
      // The demo may have been removed since.
      if ((await findDemo(db)) !== null) await setDemoNotifies(db, notifies === 'yes', changeBy(request), now())
      return '/'
    },
    again: (request, { message }) => page(readerOf(request), message),
  })

  takeForm(server, 'admin', 'installation', '/demo/removal', {
    async submit(request) {
      await clearDemo(db, changeBy(request), now())
      return '/?done=cleared'
    },
    again: (request, { message }) => page(readerOf(request), message),
  })
}
