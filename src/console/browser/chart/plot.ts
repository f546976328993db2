import uPlot from 'uplot'
import { type ChartData, type ChartLines, dashesOf } from '../../frame/charts/chart-data.ts'
import type { ChartMark } from '../../frame/charts/marks.ts'
import { tickTexts, timeTicks } from '../../frame/charts/time-ticks.ts'
import { type ValueAxis, valueAxis } from '../../frame/charts/value-axis.ts'
import { colour, faint } from '../page/colours.ts'
import { numberFormatter, pageLocale } from '../page/language.ts'
import { drawBands, drawLimits, drawLineNumbers } from './drawings.ts'
import { drawMarkLines, showTags } from './tags.ts'

const FONT = '12px system-ui, sans-serif'
const TICK_SPACE_PX = 72
/** Single values are drawn as dots while there are few. */
const FEW_VALUES = 60
const MARKS_PX = 22
const NUMBERS_PX = 18
const USUAL_GAP_PX = 5

export interface View {
  min: number
  max: number
}

interface PlotOptions {
  holder: HTMLElement
  lines: ChartLines
  marks: readonly ChartMark[]
  zone: string
  /** The visible range. */
  view: () => View
  onCursor: (at: number | null) => void
  onZoom: (view: View) => void
}

/** One chart. Draws the given lines, and reports the cursor and the zoom. */
export function makePlot({ holder, lines, marks, zone, view, onCursor, onZoom }: PlotOptions): uPlot {
  const [first] = lines
  const scales = [...new Set(lines.map(({ unit }) => unit))].map((unit, place) =>
    valueScale(
      place,
      lines.filter((line) => line.unit === unit),
    ),
  )
  const scaleOf = ({ unit }: ChartData) => scales.find(({ of }) => of.unit === unit)!.key
  const ofColour = ({ colour: index }: ChartData) => `--series-${index}`
  const isSummed = lines.length === 1 && first.lines.low !== undefined
  const axis = { stroke: () => colour('--text-3'), font: FONT, ticks: { show: false } }
  const hidden = { show: true, width: 0, points: { show: false } }
  return new uPlot(
    {
      width: Math.max(1, holder.clientWidth),
      height: holder.clientHeight,
      class: 'chart-canvas',
      legend: { show: false },
      // Room for the labels of the marks, and for the numbers of the lines.
      padding: [
        marks.length > 0 ? MARKS_PX : null,
        lines.length > 1 && scales.length < 2 ? NUMBERS_PX : null,
        null,
        null,
      ],
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false },
        points: {
          size: 7,
          fill: () => colour('--surface'),
          stroke: (_plot, series) => colour(ofColour(lines[series - 1] ?? first)),
          width: 2,
        },
      },
      scales: {
        x: { time: true, range: () => [view().min, view().max] },
        ...Object.fromEntries(scales.map(({ key, range }) => [key, { range }])),
      },
      series: [
        {},
        ...lines.map((line) => ({
          scale: scaleOf(line),
          stroke: () => colour(ofColour(line)),
          width: 1.5,
          ...(lines.length > 1 ? { dash: dashesOf(line.colour) } : {}),
          points: {
            show: lines.length === 1 && line.lines.t.length < FEW_VALUES,
            size: 4,
            fill: () => colour(ofColour(line)),
          },
        })),
        ...(isSummed ? [hidden, hidden] : []),
      ],
      ...(isSummed
        ? { bands: [{ series: [3, 2] as [number, number], fill: () => faint(ofColour(first), 0.16) }] }
        : {}),
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
          values: (_plot, splits) => tickTexts(splits, zone, pageLocale),
        },
        ...scales.map(({ key, side, ticks, text }) => ({
          ...axis,
          scale: key,
          side,
          size: 56,
          gap: key === 'y' ? USUAL_GAP_PX : NUMBERS_PX,
          grid: { show: key === 'y', stroke: () => faint('--border', 0.7), width: 1 },
          splits: ticks,
          values: (_plot: uPlot, splits: number[]) => splits.map(text),
        })),
      ],
      hooks: {
        drawAxes: [(plot) => drawBands(plot, first), (plot) => drawMarkLines(plot, marks)],
        draw: [
          (plot) => drawLimits(plot, first),
          (plot) => drawLineNumbers(plot, lines, scaleOf),
          (plot) => showTags(plot, marks),
        ],
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
    columnsOf(lines),
    holder,
  )
}

/** The values at all times of the lines; a line goes on where it has none, and is interrupted where it has null. */
export function columnsOf([first, ...others]: ChartLines): uPlot.AlignedData {
  if (others.length > 0) return uPlot.join([first, ...others].map(({ lines: { t, v } }) => [t, v]))
  const { t, v, low, high } = first.lines
  return low === undefined || high === undefined ? [t, v] : [t, v, low, high]
}

/** The scale of lines with the same unit, at the left, or a second one at the right; scaled to what is in view. */
function valueScale(place: number, lines: readonly ChartData[]) {
  const digits = Math.max(...lines.map((line) => line.digits))
  const limits = lines.flatMap((line) => line.limits.map(({ value }) => value))
  let axis: ValueAxis = valueAxis(0, 0, [], digits)
  return {
    of: lines[0]!,
    key: place === 0 ? 'y' : `y${place + 1}`,
    side: (place === 0 ? 3 : 1) as uPlot.Axis.Side,
    range(_plot: uPlot, least: number | null, most: number | null): [number, number] {
      axis = valueAxis(least ?? 0, most ?? 0, limits, digits)
      return [axis.min, axis.max]
    },
    ticks: () => axis.ticks,
    text: numberFormatter(digits),
  }
}
