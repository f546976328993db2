import type { Headline } from '../../core/headline/headline.ts'
import { howText, lastedText, whatText, whoBeside } from '../../core/headline/headline-words.ts'
import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import { rank, type Severity } from '../../core/vocabulary/severities.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { overSince } from '../frame/headline/headline-block.ts'
import { whoIsOnIt } from '../frame/headline/who-is-on-it.ts'
import type { Reader } from '../frame/page/reader.ts'
import { severityShape, statusBadge } from '../frame/parts/badges.ts'
import { personName } from '../frame/parts/people.ts'
import type { NamedGroup } from '../incidents/list/incident-groups.ts'

/** No screen has room for more. */
export const MOST_LINES = 30
/** Letters of a text that would take three lines in the largest size. */
const LONG = 40

interface WallLines {
  groups: readonly NamedGroup[]
  /** Those that are in no group, the most severe first. */
  incidents: readonly IncidentRecord[]
  headlines: ReadonlyMap<number, Headline>
  /** The count of all active incidents. */
  count: number
}

interface Line {
  /** The higher, the earlier. */
  urgency: number
  /** How many incidents it is for. */
  count: number
  shown: Html
}

/**
 * A line for each active incident, and one for many equal ones: who, how bad, since when, and who is on it. The fewer, the
 * larger. The script of the page shows as many as fit on the screen, as large as they fit, and how many more there are.
 */
export function wallLines(reader: Reader, { groups, incidents, headlines, count }: WallLines): Html {
  const { t, format } = reader
  const lines = [
    ...groups.map((group) => groupLine(reader, group)),
    ...incidents.flatMap((incident) => {
      const headline = headlines.get(incident.incident_id)
      return headline === undefined ? [] : [wallLine(reader, incident, headline)]
    }),
  ]
    .sort((one, other) => other.urgency - one.urgency)
    .slice(0, MOST_LINES)
  const behind = count - lines.reduce((sum, line) => sum + line.count, 0)
  const size = sizeFor(behind > 0 ? MOST_LINES : lines.length)
  const { displayMore } = t.overview
  return html`<ul class="worst ${size}" data-total="${count}">${lines.map(({ shown }) => shown)}</ul>
    <p class="more" data-one="${displayMore('1')}" data-many="${displayMore('#')}"${behind > 0 ? null : html` hidden`}>${displayMore(format.number(behind))}</p>`
}

const sizeFor = (lines: number): string => (lines <= 4 ? 'few' : lines <= 8 ? 'some' : 'many')

/** The most severe first; of these, those that somebody has yet to acknowledge. */
const urgencyOf = (severity: Severity, isAcknowledged: boolean): number => 2 * rank(severity) - (isAcknowledged ? 1 : 0)

/** A wallboard has many readers, so each person is called by name. */
function wallLine(reader: Reader, incident: IncidentRecord, headline: Headline): Line {
  const { preferences, titleOf } = reader
  const { severity } = headline
  const what = whatText(headline, preferences, titleOf)
  const who = whoBeside(headline, what)
  const { title_of } = incident
  const rule = title_of?.of === 'rule' ? html` data-rule="${title_of.key}"` : null
  return {
    urgency: urgencyOf(severity, incident.status === 'acknowledged'),
    count: 1,
    shown: html`
    <li class="${severity}" data-incident="${incident.incident_id}"${rule}>${severityShape(severity)}<p class="wall-title"><strong class="${who === null ? 'wall-what' : 'wall-who'}${lengthOf(who ?? what)}">${who ?? what}</strong>
    ${who === null ? null : html`<span class="wall-what">${what}</span>`}</p>
    <p class="wall-about">${siteOf(reader, headline)}<span class="wall-since">${sinceOf(reader, headline)}</span>
    <span class="wall-on-it">${whoIsOnIt(reader, incident, null)}</span></p></li>`,
  }
}

const lengthOf = (text: string): string => (text.length > LONG ? ' long' : '')

/** On a wallboard of several sites. */
const siteOf = ({ site }: Reader, { site_name, storm }: Headline): Content =>
  site !== null || site_name === null || storm?.where === site_name ? null : html`<span>${site_name}</span> `

function sinceOf(reader: Reader, headline: Headline): Content {
  const { cleared_since, severity } = headline
  if (cleared_since === null) return howText(headline, reader.preferences, reader.now)
  return html`${reader.t.shared.severities[severity]}, ${overSince(reader, headline, { over: cleared_since, which: reader.t.headline.cleared })}`
}

/** "Room temperature low · 834 devices", since when the oldest lasts, and who is on how many of them. */
function groupLine(reader: Reader, group: NamedGroup): Line {
  const { t, format, now } = reader
  const { severity, rule_key, incidents, acknowledged, devices, newest } = group
  const { groups: words } = t.incidents
  const what = `${group.name} · ${words.devices(devices)}`
  const oldest = t.headlines.for(lastedText((now.getTime() - group.oldest_at.getTime()) / 1_000))
  const isAcknowledged = acknowledged === incidents
  const people = group.acknowledged_by.map(personName)
  const some = isAcknowledged ? null : format.number(acknowledged)
  const owners =
    acknowledged === 0
      ? t.headline.onIt.nobody
      : t.overview.displayOn(format.list(people), { people: people.length, some })
  return {
    urgency: urgencyOf(severity, isAcknowledged),
    count: incidents,
    shown: html`
    <li class="${severity}" data-incident="${newest.incident_id}" data-rule="${rule_key}" data-count="${incidents}">${severityShape(severity)}<p class="wall-title"><strong class="wall-what${lengthOf(what)}">${what}</strong></p>
    <p class="wall-about">${sitesOf(reader, group)}${devices === incidents ? null : html`<span>${words.incidents(incidents, incidents - acknowledged)}</span> `}<span class="wall-since">${t.shared.severities[severity]}, ${t.overview.displayOldest(oldest)}</span>
    <span class="wall-on-it">${statusBadge(t, isAcknowledged ? 'acknowledged' : 'open')} <span class="owner">${owners}</span></span></p></li>`,
  }
}

/** On a wallboard of several sites. */
function sitesOf({ site, sites, format }: Reader, { site_ids }: NamedGroup): Content {
  if (site !== null || sites.length < 2) return null
  const names = sites.filter(({ id }) => site_ids.includes(id)).map(({ name }) => name)
  return names.length === 0 ? null : html`<span>${format.list(names)}</span> `
}
