import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { ChartMark } from '../../frame/charts/marks.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { graphPlot, heldFor } from './graph-plot.ts'
import type { AlertGraph } from './read-alert-graph.ts'

/** Drawn by the server, so it needs no script and can be printed. The text beside it says the same. */
export function alertGraph(
  reader: Reader,
  alert: AlertRecord,
  graph: AlertGraph,
  marks: readonly ChartMark[] = [],
): Html {
  const { t, format } = reader
  const words = t.alerts.graph
  const held = heldFor(graph)
  const key = (kind: string, text: string) => html`<span class="key ${kind}">${text}</span>`
  return html`<figure class="alert-graph">
    ${graph.plots.map((plot) => graphPlot(reader, alert, graph, plot, marks))}
    <figcaption class="meta">
      <p class="graph-keys">${key(`lasted ${alert.severity}`, words.lasted)}${held === 0 ? null : key(`held ${alert.severity}`, words.held(format.duration(held)))}</p>
      ${notes(reader, graph)}
    </figcaption>
  </figure>`
}

/** Facts that the line of compared values does not show. */
function notes({ t, format }: Reader, { rule, evaluated, to, plots }: AlertGraph): Content {
  if (rule === null || evaluated === null) return null
  const words = t.alerts.graph
  const { version, replaced_by, replaced_at } = rule
  const isUnknown = plots.every((plot) => (plot.evaluated ?? []).length === 0)
  const isReplaced = replaced_at !== null && replaced_at < to
  return [
    isUnknown
      ? html`<p>${evaluated.cut === null ? words.unknown : words.tooMany}</p>`
      : evaluated.cut && html`<p>${words.cut} ${format.at(evaluated.cut.from)} – ${format.at(evaluated.cut.to)}</p>`,
    isReplaced ? html`<p>${words.replaced(version, replaced_by!)} ${format.at(replaced_at)}</p>` : null,
  ]
}
