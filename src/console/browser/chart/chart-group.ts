import type { ChartLines } from '../../frame/charts/chart-data.ts'
import type { ChartMark } from '../../frame/charts/marks.ts'
import { afterReadings } from '../page/after-readings.ts'
import { onThemeChange } from '../page/colours.ts'
import { onPoint, pointAt } from '../page/cursor.ts'
import { whileShown } from '../page/while-shown.ts'
import { appendReadings } from './append-readings.ts'
import type { ChartGroup } from './chart.ts'
import { readByKeys } from './keys.ts'
import { columnsOf, makePlot, type View } from './plot.ts'
import { showNewest, showRange } from './ranges.ts'
import { readouts } from './readout.ts'

/** Several steps of a zoom make one request. */
const ASK_AFTER_MS = 300
/** Charts of several devices are exchanged as a whole. */
const REFRESH_MS = 30_000

/** Charts of the same time range: one cursor, one zoom. */
export function mountCharts(root: HTMLElement): void {
  const words = JSON.parse(root.dataset.chartWords!) as Record<string, string>
  const marks = JSON.parse(root.dataset.chartMarks ?? '[]') as ChartMark[]
  const zone = root.dataset.chartZone!
  const holders = [...root.querySelectorAll<HTMLElement>('[data-chart]')]
  if (holders.length === 0) return
  const all = holders.map((holder) => ({ holder, lines: JSON.parse(holder.dataset.chart!) as ChartLines }))
  const { from, to } = all[0]!.lines[0]
  const shown = whileShown(root)
  let isSyncing = false
  let zoomed: View | null = null
  let asking: ReturnType<typeof setTimeout> | undefined
  shown.addEventListener('abort', () => clearTimeout(asking))

  function show(view: View | null): void {
    zoomed = view
    for (const { plot } of group.charts) plot.setScale('x', group.view)
    clearTimeout(asking)
  }

  const group: ChartGroup = {
    charts: [],
    words,
    whole: { min: from, max: to },
    get view() {
      return zoomed ?? group.whole
    },
    zoom(view) {
      show(view)
      asking = setTimeout(() => showRange({ from: view.min, to: view.max }), ASK_AFTER_MS)
    },
    reset() {
      show(null)
      showRange(null)
    },
    point(at) {
      follow(at)
      pointAt(at, group)
    },
    redraw() {
      for (const { plot, lines } of group.charts) plot.setData(columnsOf(lines), true)
    },
  }

  for (const { holder, lines } of all) {
    holder.tabIndex = 0
    const plot = makePlot({
      holder,
      lines,
      marks,
      zone,
      view: () => group.view,
      onCursor: (at) => {
        if (!isSyncing) group.point(at)
      },
      onZoom: (view) => group.zoom(view),
    })
    holder.dataset.drawn = 'yes'
    plot.over.addEventListener('dblclick', () => group.reset())
    const chart = { lines, holder, plot, readout: readouts(holder, lines, zone, words) }
    group.charts.push(chart)
    readByKeys(chart, group)
    new ResizeObserver(() => {
      // On paper the drawn chart takes its place.
      if (holder.clientWidth > 0 && plot.root.clientHeight > 0) {
        plot.setSize({ width: holder.clientWidth, height: plot.height })
      }
    }).observe(holder)
  }

  function follow(at: number | null): void {
    isSyncing = true
    for (const { plot, readout } of group.charts) {
      const isOutside = at === null || at < group.view.min || at > group.view.max
      plot.setCursor(isOutside ? { left: -10, top: -10 } : { left: plot.valToPos(at, 'x'), top: 0 }, false)
      readout.show(isOutside ? null : at)
    }
    isSyncing = false
  }
  onPoint(group, follow, shown)
  const redraw = () => {
    for (const { plot } of group.charts) plot.redraw()
  }
  onThemeChange(redraw, shown)
  appendReadings(root, group, shown)
  if (root.dataset.refreshes !== undefined) {
    const refresh = async () => {
      if (zoomed === null) await showNewest()
    }
    afterReadings(null, REFRESH_MS, refresh, shown)
  }
}
