import { type AlertRecord, listOpenAlerts } from '../../core/alerts/list-alerts.ts'
import { listNewlyOffline } from '../../core/devices/presence/list-newly-offline.ts'
import { findHeadlines } from '../../core/headline/find-headlines.ts'
import type { Headline } from '../../core/headline/headline.ts'
import { placeWords, saysName } from '../../core/headline/headline-words.ts'
import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import { type EqualIncidents, type IncidentFilter, listOpenIncidents } from '../../core/incidents/list-incidents.ts'
import { listOutageDevices } from '../../core/incidents/list-outage-devices.ts'
import { MOST_URGENT } from '../../core/incidents/open-order.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { alertValue } from '../alerts/alert/alert-marks.ts'
import type { ConsoleContext } from '../console-context.ts'
import { acknowledgeButton } from '../frame/forms/acknowledge-button.ts'
import { type ListHeadline, listHeadline, whoAndHowBad } from '../frame/headline/list-headline.ts'
import type { Reader } from '../frame/page/reader.ts'
import { reachedBadge, statusBadge } from '../frame/parts/badges.ts'
import { groupRow, listGroups } from '../incidents/list/incident-groups.ts'

const MOST_ROWS = 8
const MOST_READ = 50
/** A device that went offline longer ago is not news. */
const NEWLY_OFFLINE_S = 3_600

const ALL = { severities: null, modules: null, deviceId: null, from: null, to: null }

/**
 * Everything that nobody has acknowledged: incidents first, equal ones as one, then alerts without an incident, then devices that went
 * offline within the hour; the most severe first. The silence of a device that an open incident is about is not repeated. Null if there is
 * nothing.
 */
export async function attentionRows(
  reader: Reader,
  { db, openTowns }: Pick<ConsoleContext, 'db' | 'openTowns'>,
): Promise<Html | null> {
  const page = { behind: null, limit: MOST_READ }
  const open: IncidentFilter = { ...ALL, statuses: ['open'] }
  const groups = await listGroups(reader, db, open)
  const lost = await listOutageDevices(db, reader.listed)
  const since = secondsAfter(reader.now, -NEWLY_OFFLINE_S)
  const [incidents, alerts, offline] = await Promise.all([
    listOpenIncidents(db, reader.listed, { ...open, without: groups }, MOST_URGENT, page),
    listOpenAlerts(db, reader.listed, { ...ALL, statuses: ['firing'], lost }, MOST_URGENT, page),
    listNewlyOffline(db, reader.listed, { since, without: lost }, MOST_ROWS),
  ])
  const { t, format } = reader
  const shown = incidents.slice(0, MOST_ROWS).map(({ incident_id }) => incident_id)
  const headlines = await findHeadlines(db, shown, openTowns, reader.now)
  const isListed = new Set<number>(incidents.map(({ incident_id }) => incident_id))
  const isGrouped = ({ rule_key, severity }: EqualIncidents) =>
    groups.some((group) => group.rule_key === rule_key && group.severity === severity)
  const incidentRows = [
    ...groups.map((group) => ({ severity: group.severity, shown: groupRow(reader, group) })),
    ...incidents.map((incident) => ({
      severity: incident.severity,
      shown: incidentRow(reader, incident, headlines.get(incident.incident_id)),
    })),
  ].sort((one, other) => SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity))
  const rows = [
    ...incidentRows.map(({ shown }) => shown),
    ...alerts
      .filter((alert) => alert.incident_id === null || !(isListed.has(alert.incident_id) || isGrouped(alert)))
      .map((alert) => alertRow(reader, alert)),
    ...offline.map((device) =>
      row(
        `attention-device-${device.id}`,
        statusBadge(t, 'offline'),
        html`<a href="/devices/${device.id}">${t.alerts.attention.offline(device.name)}</a>`,
        format.ago(device.offline_at),
        null,
      ),
    ),
  ]
  if (rows.length === 0) return null
  const others = html`<p><a href="/incidents">${t.overview.allIncidents}</a></p>`
  return html`<ul class="rows alert-rows">${rows.slice(0, MOST_ROWS)}</ul>${rows.length > MOST_ROWS ? others : null}`
}

function incidentRow(reader: Reader, incident: IncidentRecord, headline: Headline | undefined): Html {
  const { incident_id, created_at } = incident
  const said = listHeadline(reader, incident, headline)
  const place = headline?.place == null ? null : `${placeWords(headline.place, reader.preferences)} · `
  return row(
    `attention-incident-${incident_id}`,
    reachedBadge(reader.t, incident),
    whoAndHowBad(said, `/incidents/${incident_id}`),
    html`${titleBefore(said)}${place}${reader.format.ago(created_at)}`,
    acknowledgeButton(reader, `/incidents/${incident_id}`, incident),
  )
}

function alertRow(reader: Reader, alert: AlertRecord): Html {
  const address = `/alerts/${alert.alert_id}`
  const said = alertInShort(reader, alert)
  return row(
    `attention-alert-${alert.alert_id}`,
    reachedBadge(reader.t, alert),
    whoAndHowBad(said, address),
    html`${titleBefore(said)}${reader.format.ago(alert.triggered_at)}`,
    acknowledgeButton(reader, address, alert),
  )
}

/** An alert of no incident, in the words of a row. */
function alertInShort(reader: Reader, alert: AlertRecord): ListHeadline {
  const { severity, device_name, threshold, last_value } = alert
  const title = reader.titleOf(alert)
  if (threshold !== null) {
    return { who: device_name, what: alertValue(reader, alert, last_value), now: null, severity, title }
  }
  return {
    ...(saysName(title, device_name) ? { who: title, what: null } : { who: device_name, what: title }),
    now: null,
    severity,
    title: null,
  }
}

const titleBefore = ({ title }: ListHeadline): Content => (title === null ? null : `${title} · `)

const row = (id: string, badge: Html, name: Html, about: Content, action: Content): Html => html`
  <li id="${id}">${badge}<span class="stacked">${name}<span class="meta">${about}</span></span>${action}</li>`
