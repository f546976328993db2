import { saysName } from '../../core/headline/headline-words.ts'
import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import type { Module } from '../../core/vocabulary/modules.ts'
import type { Severity } from '../../core/vocabulary/severities.ts'
import type { Titled } from '../../core/vocabulary/titles.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { connectAddress } from '../devices/connect/connect-view.ts'
import { BAR_LOOKS, heartbeatStrip, sparkline } from '../frame/charts/sparkline.ts'
import { actionButton } from '../frame/forms/forms.ts'
import type { Reader } from '../frame/page/reader.ts'
import { moduleName, reachedBadge, statusBadge } from '../frame/parts/badges.ts'
import { card, emptyState } from '../frame/parts/page-parts.ts'
import { isUnsent, notQuietText, standingOf } from './fleet-standing.ts'
import { HOURS, type ModuleStanding, type TroubledWebhook } from './overview-store.ts'

export interface Overview {
  modules: readonly ModuleStanding[]
  alerts: Record<Severity, number>
  readings: readonly number[]
  worst: readonly { module: string; ago: number; has_critical: boolean }[]
  /** Whether each module sent anything in each of the last hours. */
  heard: ReadonlyMap<Module, readonly boolean[]>
  lastIncidentAt: Date | null
  recent: readonly IncidentRecord[]
  /** How many incidents are acknowledged and not resolved. */
  inHand: number
  webhooks: readonly TroubledWebhook[]
  /** Null without a demo fleet. */
  demo: { notifies: boolean } | null
  /** Id of the incident to begin with. */
  worstOpen: number | null
  /** Id of the device to connect first while none has sent anything; null without one that the reader may connect. */
  firstUnsent: number | null
}

export function tiles(reader: Reader, { modules, alerts, readings }: Overview): Html {
  const { t, format, waiting } = reader
  const count = (n: number) => format.number(n)
  const { online, offline, never_seen } = standingOf(modules)
  // The current minute is not complete.
  const lastMinute = readings.at(-1) ?? 0
  return html`<div class="tiles">
  ${statTile({ name: t.shared.deviceStatuses.online, value: count(online), address: '/devices?status=online' })}
  ${statTile({ name: t.shared.deviceStatuses.offline, value: count(offline), address: '/devices?status=offline', look: offline > 0 ? 'warning' : null })}
  ${statTile({ name: t.shared.deviceStatuses.never_seen, value: count(never_seen), address: '/devices?status=never_seen' })}
  ${statTile({ name: t.overview.critical, value: count(alerts.critical), address: '/alerts?severity=critical', look: alerts.critical > 0 ? 'critical' : null })}
  ${statTile({ name: t.overview.unacknowledged, value: count(waiting.incidents), address: '/incidents', look: waiting.incidents > 0 ? 'critical' : null })}
  ${statTile({ name: t.overview.perMinute, value: count(lastMinute), address: '/devices', more: sparkline(calm(readings.slice(0, -1)), t.overview.lastHour) })}
</div>`
}

const CALM_MIN = 5

/** Means of five minutes: devices that all send every few minutes would draw a saw. The last one is complete. */
const calm = (perMinute: readonly number[]): number[] =>
  Array.from({ length: Math.floor(perMinute.length / CALM_MIN) }, (_, place) => {
    const behind = perMinute.length - place * CALM_MIN
    return perMinute.slice(behind - CALM_MIN, behind).reduce((sum, count) => sum + count, 0) / CALM_MIN
  }).reverse()

/** Link to the most severe incident. */
export const worstLink = ({ t }: Reader, { worstOpen }: Overview): Content =>
  worstOpen === null ? null : html`<a class="button primary" href="/incidents/${worstOpen}">${t.overview.worst}</a>`

export function quiet({ t, format }: Reader, { modules, lastIncidentAt, inHand, firstUnsent }: Overview): Html {
  const standing = standingOf(modules)
  const text = notQuietText(t, standing)
  if (text !== null) {
    const [address, action] =
      firstUnsent === null
        ? ['/devices', t.shared.places.devices]
        : [connectAddress(firstUnsent), t.overview.connectFirst]
    return html`<div class="empty-state"><p>${text}.</p><a class="button${isUnsent(standing) ? ' primary' : ''}" href="${address}">${action}</a></div>`
  }
  if (inHand > 0) {
    return html`<div class="empty-state"><p>${t.overview.inHand(inHand)}</p><a class="button" href="/incidents">${t.incidents.showActive}</a></div>`
  }
  const devices = t.shared.devices(standing.online)
  return html`<div class="empty-state"><p>${t.overview.quiet(devices)}
  ${lastIncidentAt === null ? t.overview.quietEver : html`${t.overview.quietSince} ${format.ago(lastIncidentAt)}.`}</p></div>`
}

export const fleetCard = (reader: Reader, { modules, worst, heard }: Overview): Html => {
  const { t, format } = reader
  return card(
    t.devices.byModule,
    html`<ul class="fleet">${modules.map(({ module, online, offline, never_seen, disabled }) => {
      const all = online + offline + never_seen + disabled
      const name = t.shared.modules[module]
      const bars = Array.from({ length: HOURS }, (_, hour) => {
        const found = worst.find((one) => one.module === module && one.ago === HOURS - 1 - hour)
        if (found !== undefined) return found.has_critical ? 'bad' : 'warn'
        return heard.get(module)?.[hour] === true ? 'good' : 'none'
      })
      return html`<li><a href="/devices?module=${module}">${moduleName(t, module)}</a>
      <span class="counts">${format.number(online)} / ${format.number(all)} ${t.shared.deviceStatuses.online}</span>
      ${heartbeatStrip(bars, t.overview.fleetStrip(name))}</li>`
    })}</ul>
    ${stripLegend(reader)}`,
  )
}

const stripLegend = ({ t }: Reader): Html =>
  html`<p class="strip-legend meta">${t.overview.stripHours}${BAR_LOOKS.map((look) => html` <span><i class="${look}"></i>${t.overview.strip[look]}</span>`)}</p>`

export const recentCard = (reader: Reader, { recent }: Overview): Content => {
  const { t, format, titleOf } = reader
  return recent.length === 0
    ? null
    : card(
        t.overview.recent,
        html`<ul class="recent">${recent.map(
          ({ incident_id, title, title_of, status, device_name, created_at, ...level }) => html`<li>
        ${reachedBadge(t, level)}
        <a href="/incidents/${incident_id}">${titleOf({ title, title_of })}</a>
        <span class="meta">${deviceBeside(reader, { title, title_of, device_name })}${format.ago(created_at)}</span>
        ${statusBadge(t, status)}</li>`,
        )}</ul>`,
        html`<a href="/incidents">${t.overview.allIncidents}</a>`,
      )
}

/** The device, unless the title says it. */
const deviceBeside = ({ titleOf }: Reader, titled: Titled & { device_name: string | null }): Content =>
  titled.device_name === null || saysName(titleOf(titled), titled.device_name) ? null : `${titled.device_name} · `

export const webhookCard = ({ t, format, may }: Reader, { webhooks }: Overview): Content =>
  webhooks.length === 0 || !may('operator')
    ? null
    : card(
        t.overview.webhooks,
        html`<ul class="recent">${webhooks.map(
          ({ id, name, failing_since, breaker_opened_at, enabled }) => html`<li>
        <span class="badge warning">${enabled ? (breaker_opened_at === null ? t.overview.failing : t.overview.held) : t.overview.disabled}</span>
        <a href="/webhooks/${id}">${name}</a>
        ${failing_since === null ? null : html`<span class="meta">${t.terms.since} ${format.at(failing_since)}</span>`}</li>`,
        )}</ul>`,
      )

/** The demo fleet: whether it notifies people, with a switch, and its removal. */
export function demoNotice({ t, csrf, may }: Reader, { demo }: Overview): Content {
  if (demo === null) return null
  const { demo: words } = t.overview
  const { state, change } = words[demo.notifies ? 'notifies' : 'silent']
  const next = demo.notifies ? 'no' : 'yes'
  const buttons = html`<div class="row-of-buttons">
    ${actionButton({ action: '/demo/notifications', csrf, inPlace: false, name: 'notifies', value: next }, change)}
    ${actionButton({ action: '/demo/removal', csrf, inPlace: false }, words.remove)}</div>`
  return html`<div class="notice info demo"><div><p>${words.running} ${state}</p>${may('admin') ? html`<p class="meta">${words.removal}</p>` : null}</div>${may('admin') ? buttons : null}</div>`
}

export const noDevices = ({ t, csrf, may }: Reader): Html =>
  emptyState(
    'cpu',
    t.overview.noDevices,
    html`<div class="row-of-buttons">
      ${may('operator') ? html`<a class="button primary" href="/devices/new">${t.devices.add}</a>` : null}
      ${may('admin', null) ? actionButton({ action: '/demo', csrf, inPlace: false }, t.login.loadDemo) : null}
    </div>`,
  )

interface StatTile {
  name: string
  /** The large number. */
  value: string
  address: string
  /** Only if it needs action. */
  look?: 'critical' | 'warning' | null
  /** Content below the number: a line, a mark. */
  more?: Content
}

/** A large number that links to the list behind it. */
const statTile = ({ name, value, address, look, more }: StatTile): Html => html`
<a class="tile ${look ?? ''}" href="${address}"><span>${name}</span><strong data-value="${name}">${value}</strong>${more}</a>`
