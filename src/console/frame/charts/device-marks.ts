import { listAlertNotes } from '../../../core/alerts/alert-notes.ts'
import { listAlertSpans } from '../../../core/alerts/alert-spans.ts'
import { listDeviceNotes } from '../../../core/devices/device-notes.ts'
import { listIncidentMoments } from '../../../core/incidents/incident-moments.ts'
import type { ReachedId } from '../../../core/reach/reached-id.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { TimeRange } from '../lists/time-range.ts'
import type { Reader } from '../page/reader.ts'
import type { ChartMark } from './marks.ts'

const MS = 1_000
/** The newest ones; more would hide the lines. */
const MOST_MARKS = 30
const LONGEST_NOTE = 200

/** Alerts and incidents of a device in a range, the notes on them, and those on the device. Oldest first. */
export async function deviceMarks(
  db: Queryable,
  { reach, t, titleOf }: Reader,
  deviceId: ReachedId<'device'>,
  { from, to }: Pick<TimeRange, 'from' | 'to'>,
): Promise<ChartMark[]> {
  const [spans, moments, notes, own] = await Promise.all([
    listAlertSpans(db, deviceId, from, to),
    listIncidentMoments(db, reach, deviceId, from, to),
    listAlertNotes(db, deviceId, from, to),
    listDeviceNotes(db, deviceId, { from, to, limit: MOST_MARKS }),
  ])
  const words = t.charts.mark
  const marks: ChartMark[] = [
    ...spans
      .filter(({ triggered_at }) => triggered_at >= from)
      .map((span) => markAt(span.triggered_at, span.severity, words.alert(titleOf(span)), `/alerts/${span.alert_id}`)),
    ...moments.map(({ at, incident_id, severity, note, ...titled }) => {
      const address = `/incidents/${incident_id}`
      return note === null
        ? markAt(at, severity, words.incident(incident_id, titleOf(titled)), address)
        : markAt(at, null, words.incidentNote(incident_id, shortened(note)), address)
    }),
    ...notes.map(({ at, alert_id, note, ...titled }) =>
      markAt(at, null, words.alertNote(titleOf(titled), shortened(note)), `/alerts/${alert_id}`),
    ),
    ...own.map(({ at, text }) =>
      markAt(at, null, words.deviceNote(shortened(text)), `/devices/${deviceId}/events?kind=note&${rangeAround(at)}`),
    ),
  ]
  return marks.sort((one, other) => one.at - other.at).slice(-MOST_MARKS)
}

/** The day around a time, in which a list shows it. */
const rangeAround = (at: Date): URLSearchParams => {
  const [from, to] = [-12, 12].map((hours) => new Date(at.getTime() + hours * 3_600 * MS).toISOString())
  return new URLSearchParams({ from: from!, to: to! })
}

const markAt = (at: Date, severity: ChartMark['severity'], text: string, address: string): ChartMark => ({
  at: at.getTime() / MS,
  severity,
  text,
  address,
})

const shortened = (note: string): string =>
  note.length <= LONGEST_NOTE ? note : `${note.slice(0, LONGEST_NOTE).trimEnd()} …`
