import type { ChartData } from '../../parts/charts/chart-data.ts'
import { onThemeChange } from '../page/colours.ts'
import { onPoint, pointAt } from '../page/cursor.ts'
import { element } from '../page/element.ts'
import { appendReadings } from './append-readings.ts'
import type { ChartGroup } from './chart.ts'
import { readByKeys } from './keys.ts'
import { columnsOf, makePlot, type View } from './plot.ts'
import { readouts } from './readout.ts'

/** Charts of the same time range: one cursor, one zoom. */
export function mountCharts(root: HTMLElement): void {
  const words = JSON.parse(root.dataset.chartWords!) as Record<string, string>
  const zone = root.dataset.chartZone!
  const holders = [...root.querySelectorAll<HTMLElement>('[data-chart]')]
  if (holders.length === 0) return
  const all = holders.map((holder) => ({ holder, data: JSON.parse(holder.dataset.chart!) as ChartData }))
  const { from, to } = all[0]!.data
  let isTelling = false
  let zoom: View | null = null

  const group: ChartGroup = {
    charts: [],
    zone,
    words,
    whole: { min: from, max: to },
    get view() {
      return zoom ?? group.whole
    },
    isZoomed: () => zoom !== null,
    setView(view) {
      zoom = view
      reset.hidden = zoom === null
      for (const { plot } of group.charts) plot.setScale('x', group.view)
    },
    point(at) {
      show(at)
      pointAt(at, group)
    },
    redraw() {
      for (const { plot, data } of group.charts) plot.setData(columnsOf(data.lines), true)
    },
  }

  const reset = element(
    'button',
    { type: 'button', class: 'quiet reset', click: () => group.setView(null), hidden: true },
    words.reset!,
  )
  root.prepend(reset)

  for (const { holder, data } of all) {
    holder.replaceChildren()
    holder.tabIndex = 0
    const plot = makePlot({
      holder,
      data,
      zone,
      view: () => group.view,
      onCursor: (at) => {
        if (!isTelling) group.point(at)
      },
      onZoom: (view) => group.setView(view),
    })
    plot.over.addEventListener('dblclick', () => group.setView(null))
    const chart = { data, holder, plot, readout: readouts(holder, data, zone, words) }
    group.charts.push(chart)
    readByKeys(chart, group)
    new ResizeObserver(() => plot.setSize({ width: Math.max(1, holder.clientWidth), height: plot.height })).observe(
      holder,
    )
  }

  function show(at: number | null): void {
    isTelling = true
    for (const { plot, readout } of group.charts) {
      const isOutside = at === null || at < group.view.min || at > group.view.max
      plot.setCursor(isOutside ? { left: -10, top: -10 } : { left: plot.valToPos(at, 'x'), top: 0 }, false)
      readout.show(isOutside ? null : plot.valToIdx(at))
    }
    isTelling = false
  }
  onPoint(group, show)
  onThemeChange(() => {
    for (const { plot } of group.charts) plot.redraw()
  })
  appendReadings(root, group)
}
