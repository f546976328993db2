import { listOpenAlerts } from '../../core/alerts/list-alerts.ts'
import { listNewlyOffline } from '../../core/devices/presence/list-newly-offline.ts'
import { saysName } from '../../core/headline/headline-words.ts'
import { type EqualIncidents, type IncidentFilter, listOpenIncidents } from '../../core/incidents/list-incidents.ts'
import { listOutageDevices } from '../../core/incidents/list-outage-devices.ts'
import { MOST_URGENT } from '../../core/incidents/open-order.ts'
import { SEVERITIES } from '../../core/vocabulary/severities.ts'
import type { Titled } from '../../core/vocabulary/titles.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { acknowledgeButton } from '../frame/forms/acknowledge-button.ts'
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
export async function attentionRows(reader: Reader, db: Queryable): Promise<Html | null> {
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
  const isListed = new Set<number>(incidents.map(({ incident_id }) => incident_id))
  const isGrouped = ({ rule_key, severity }: EqualIncidents) =>
    groups.some((group) => group.rule_key === rule_key && group.severity === severity)
  const incidentRows = [
    ...groups.map((group) => ({ severity: group.severity, shown: groupRow(reader, group) })),
    ...incidents.map((incident) => ({
      severity: incident.severity,
      shown: row(
        `attention-incident-${incident.incident_id}`,
        reachedBadge(t, incident),
        { name: reader.titleOf(incident), address: `/incidents/${incident.incident_id}` },
        html`${deviceBeside(reader, incident)}${format.ago(incident.created_at)}`,
        acknowledgeButton(reader, `/incidents/${incident.incident_id}`, incident),
      ),
    })),
  ].sort((one, other) => SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity))
  const rows = [
    ...incidentRows.map(({ shown }) => shown),
    ...alerts
      .filter((alert) => alert.incident_id === null || !(isListed.has(alert.incident_id) || isGrouped(alert)))
      .map((alert) =>
        row(
          `attention-alert-${alert.alert_id}`,
          reachedBadge(t, alert),
          { name: reader.titleOf(alert), address: `/alerts/${alert.alert_id}` },
          html`${deviceBeside(reader, alert)}${format.ago(alert.triggered_at)}`,
          acknowledgeButton(reader, `/alerts/${alert.alert_id}`, alert),
        ),
      ),
    ...offline.map((device) =>
      row(
        `attention-device-${device.id}`,
        statusBadge(t, 'offline'),
        { name: t.alerts.attention.offline(device.name), address: `/devices/${device.id}` },
        format.ago(device.offline_at),
        null,
      ),
    ),
  ]
  if (rows.length === 0) return null
  const others = html`<p><a href="/incidents">${t.overview.allIncidents}</a></p>`
  return html`<ul class="rows alert-rows">${rows.slice(0, MOST_ROWS)}</ul>${rows.length > MOST_ROWS ? others : null}`
}

/** The device, unless the title says it. */
export const deviceBeside = ({ titleOf }: Reader, titled: Titled & { device_name: string | null }): Content =>
  titled.device_name === null || saysName(titleOf(titled), titled.device_name) ? null : `${titled.device_name} · `

const row = (
  id: string,
  badge: Html,
  { name, address }: { name: string; address: string },
  about: Content,
  action: Content,
): Html => html`
  <li id="${id}">${badge}<span class="stacked"><a href="${address}">${name}</a><span class="meta">${about}</span></span>${action}</li>`
