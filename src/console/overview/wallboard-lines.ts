import type { Headline } from '../../core/headline/headline.ts'
import { howText, whatText, whoText } from '../../core/headline/headline-words.ts'
import type { IncidentRecord } from '../../core/incidents/incident-shape.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { overSince } from '../frame/headline/headline-block.ts'
import { whoIsOnIt } from '../frame/headline/who-is-on-it.ts'
import type { Reader } from '../frame/page/reader.ts'
import { severityShape } from '../frame/parts/badges.ts'

/** No screen has room for more. */
export const MOST_LINES = 30
/** Letters of a text that would take three lines in the largest size. */
const LONG = 40

interface WallLines {
  /** The most severe first. */
  incidents: readonly IncidentRecord[]
  headlines: ReadonlyMap<number, Headline>
  /** The count of all open incidents. */
  count: number
}

/**
 * A line for each open incident: who, how bad, since when, and who is on it. The fewer, the larger. The script of the page
 * shows as many as fit on the screen, as large as they fit, and how many more there are.
 */
export function wallLines(reader: Reader, { incidents, headlines, count }: WallLines): Html {
  const { t, format } = reader
  const lines = incidents.flatMap((incident) => {
    const headline = headlines.get(incident.incident_id)
    return headline === undefined ? [] : [wallLine(reader, incident, headline)]
  })
  const total = Math.max(count, lines.length)
  const behind = total - lines.length
  const { displayMore } = t.overview
  return html`<ul class="worst ${sizeFor(total)}" data-total="${total}">${lines}</ul>
    <p class="more" data-one="${displayMore('1')}" data-many="${displayMore('#')}"${behind > 0 ? null : html` hidden`}>${displayMore(format.number(behind))}</p>`
}

const sizeFor = (total: number): string => (total <= 4 ? 'few' : total <= 8 ? 'some' : 'many')

/** A wallboard has many readers, so each person is called by name. */
function wallLine(reader: Reader, incident: IncidentRecord, headline: Headline): Html {
  const { preferences, titleOf } = reader
  const what = whatText(headline, preferences, titleOf)
  const who = whoText(headline)
  return html`
    <li class="${headline.severity}" data-incident="${incident.incident_id}">${severityShape(headline.severity)}<p class="wall-title"><strong class="${who === null ? 'wall-what' : 'wall-who'}${(who ?? what).length > LONG ? ' long' : ''}">${who ?? what}</strong>
    ${who === null ? null : html`<span class="wall-what">${what}</span>`}</p>
    <p class="wall-about">${siteOf(reader, headline)}<span class="wall-since">${sinceOf(reader, headline)}</span>
    <span class="wall-on-it">${whoIsOnIt(reader, incident, null)}</span></p></li>`
}

/** On a wallboard of several sites. */
const siteOf = ({ site }: Reader, { site_name, storm }: Headline): Content =>
  site !== null || site_name === null || storm?.where === site_name ? null : html`<span>${site_name}</span> `

function sinceOf(reader: Reader, headline: Headline): Content {
  const { cleared_since, severity } = headline
  if (cleared_since === null) return howText(headline, reader.preferences, reader.now)
  return html`${reader.t.shared.severities[severity]}, ${overSince(reader, headline, { over: cleared_since, which: reader.t.headline.cleared })}`
}
