import uPlot from 'uplot'
import type { ChartData, Lines } from '../../parts/charts/chart-data.ts'
import { colour, faint } from '../page/colours.ts'
import { language, numberText } from '../page/language.ts'
import { drawBands, drawLimits } from './marks.ts'
import { tickTexts, timeTicks } from './time-ticks.ts'

const FONT = '12px system-ui, sans-serif'
const TICK_SPACE_PX = 72

export interface View {
  min: number
  max: number
}

export interface PlotOptions {
  holder: HTMLElement
  data: ChartData
  zone: string
  /** The visible range. */
  view: () => View
  onCursor: (at: number | null) => void
  onZoom: (view: View) => void
}

/** One chart. Draws the given data, and reports the cursor and the zoom. */
export function makePlot({ holder, data, zone, view, onCursor, onZoom }: PlotOptions): uPlot {
  const number = numberText(Math.max(data.digits, 2))
  const line = `--series-${data.colour}`
  const isSummed = data.lines.low !== undefined
  const axis = { stroke: () => colour('--text-3'), font: FONT, ticks: { show: false } }
  const hidden = { show: true, width: 0, points: { show: false } }
  return new uPlot(
    {
      width: Math.max(1, holder.clientWidth),
      height: holder.clientHeight,
      class: 'chart-canvas',
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false },
        points: { size: 7, fill: () => colour('--surface'), stroke: () => colour(line), width: 2 },
      },
      scales: {
        x: { time: true, range: () => [view().min, view().max] },
        y: { range: (_plot, least, most) => spread(least, most, data) },
      },
      series: [
        {},
        {
          stroke: () => colour(line),
          width: 1.5,
          points: { show: data.lines.t.length < 60, size: 4, fill: () => colour(line) },
        },
        ...(isSummed ? [hidden, hidden] : []),
      ],
      ...(isSummed ? { bands: [{ series: [3, 2] as [number, number], fill: () => faint(line, 0.16) }] } : {}),
      axes: [
        {
          ...axis,
          grid: { stroke: () => colour('--border'), width: 1 },
          size: 42,
          space: TICK_SPACE_PX,
          splits: (plot, _axis, min, max) =>
            timeTicks(
              min,
              max,
              ((max - min) * TICK_SPACE_PX) / Math.max(TICK_SPACE_PX, plot.bbox.width / uPlot.pxRatio),
              zone,
            ),
          values: (_plot, splits) => tickTexts(splits, zone, language),
        },
        {
          ...axis,
          size: 56,
          grid: { stroke: () => faint('--border', 0.7), width: 1 },
          values: (_plot, splits) => splits.map(number),
        },
      ],
      hooks: {
        drawAxes: [(plot) => drawBands(plot, data)],
        draw: [(plot) => drawLimits(plot, data)],
        setCursor: [
          (plot) => {
            const { idx, left } = plot.cursor
            onCursor(left === undefined || left < 0 || idx == null ? null : (plot.data[0][idx] ?? null))
          },
        ],
        setSelect: [
          (plot) => {
            const { left, width } = plot.select
            if (width < 4) return
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
            onZoom({ min: plot.posToVal(left, 'x'), max: plot.posToVal(left + width, 'x') })
          },
        ],
      },
    },
    columnsOf(data.lines),
    holder,
  )
}

export const columnsOf = ({ t, v, low, high }: Lines): uPlot.AlignedData =>
  low === undefined || high === undefined ? [t, v] : [t, v, low, high]

/** The range of all values and limits, plus a margin. */
function spread(least: number | null, most: number | null, { limits }: ChartData): [number, number] {
  const all = [least, most, ...limits.map(({ value }) => value)].filter((value) => value !== null)
  if (all.length === 0) return [0, 1]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const air = (high - low || Math.abs(high) || 1) * 0.08
  // Values that are never negative get no negative range.
  return [low >= 0 && low - air < 0 ? 0 : low - air, high + air]
}
