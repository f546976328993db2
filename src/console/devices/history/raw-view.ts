import { type Content, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import { dataTable } from '../../frame/lists/data-table.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { jsonBlock } from '../../frame/parts/page-parts.ts'
import type { MarkedReading } from './reading-marks.ts'

const SHOWN = 4
const SKEW_S = 300

export const rawTable = (reader: Reader, deviceId: number, readings: readonly MarkedReading[]): Html => {
  const { t, format } = reader
  const { raw } = t.telemetry
  return dataTable({
    caption: raw.title,
    rows: readings,
    key: ({ at, digest }) => `${deviceId}-${at.getTime()}-${digest}`,
    columns: [
      { name: t.rehearsal.lastAt, show: ({ at }) => format.at(at) },
      { name: raw.received, show: ({ received_at }) => format.at(received_at) },
      { name: raw.skew, show: (reading) => skew(reader, reading) },
      { name: raw.values, show: (reading) => values(reader, reading) },
      { name: raw.marks, show: (reading) => marks(reader, reading) },
      {
        name: raw.content,
        kind: 'actions',
        show: ({ digest: _, arrival: __, marks: ___, ...reading }) =>
          html`<details class="drawer"><summary>${raw.show}</summary>${jsonBlock(reading, raw.ofReading(format.exact(reading.at)))}</details>`,
      },
    ],
  })
}

/** Delay between measurement and arrival; five minutes or more are marked. */
function skew({ format, t }: Reader, { at, received_at }: MarkedReading): Html {
  const seconds = (received_at.getTime() - at.getTime()) / 1_000
  const text = Math.abs(seconds) < 1 ? '< 1 s' : `${seconds < 0 ? '−' : ''}${format.duration(Math.abs(seconds))}`
  return html`<span class="${Math.abs(seconds) > SKEW_S ? 'badge warning' : ''}" title="${t.telemetry.raw.skew}">${text}</span>`
}

function values(reader: Reader, { metrics, battery, signal }: MarkedReading): Content {
  const all = [
    ...Object.entries(metrics),
    ...(battery === null ? [] : [['battery', battery] as const]),
    ...(signal === null ? [] : [['signal', signal] as const]),
  ]
  const shown = all
    .slice(0, SHOWN)
    .map(
      ([key, value]) =>
        html`<span class="value"><span class="meta">${measureName(reader.t, key)}</span> ${reader.format.value(key, value)}</span>`,
    )
  return html`<span class="values">${shown}${all.length > SHOWN ? html`<span class="meta">+${all.length - SHOWN}</span>` : null}</span>`
}

function marks({ t }: Reader, { marks: all, flags }: MarkedReading): Content {
  const { raw } = t.telemetry
  const raised = Object.entries(flags).flatMap(([key, value]) => (value === true ? [measureName(t, key)] : []))
  return html`${raised.map((name) => html`<span class="badge critical">${name}</span> `)}${
    all.has('late') ? html`<span class="badge info" title="${raw.lateHint}">${raw.late}</span> ` : null
  }${all.has('suspect') ? html`<span class="badge warning" title="${raw.suspectHint}">${raw.suspect}</span>` : null}`
}
