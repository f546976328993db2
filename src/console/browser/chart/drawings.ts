import uPlot from 'uplot'
import type { ChartData, ChartLimit, ChartLines } from '../../frame/charts/chart-data.ts'
import { freeEnd } from '../../frame/charts/free-end.ts'
import { beyond, spreadOut } from '../../frame/charts/value-axis.ts'
import { colour, faint } from '../page/colours.ts'

const LINE_PX = 12
/** Limits named at one edge. */
const MOST_NAMED = 2
const BETWEEN_PX = 8

/** Limits: dashed lines with a label at the right end. Those beyond the axis are named at its edges, beside the line. */
export function drawLimits(plot: uPlot, { limits, lines }: ChartData): void {
  const { ctx, bbox } = plot
  const px = uPlot.pxRatio
  const right = bbox.left + bbox.width - 4 * px
  const { min, max } = plot.scales.y as { min: number; max: number }
  const { above, below } = beyond({ min, max }, limits)
  const top = bbox.top + 9 * px
  const bottom = bbox.top + bbox.height - 9 * px
  const taken: number[] = []
  ctx.save()
  ctx.font = `${11 * px}px system-ui, sans-serif`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  const within = limits.filter((limit) => !above.includes(limit) && !below.includes(limit))
  for (const { value, severity } of within) {
    const y = plot.valToPos(value, 'y', true)
    ctx.strokeStyle = colour(`--${severity}`)
    ctx.lineWidth = px
    ctx.setLineDash([5 * px, 4 * px])
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
  }
  // After all lines, which would cross them out.
  nameBeyond(above, 'above', top)
  nameBeyond(below, 'below', bottom)
  // From the top down, so that later labels can move below their line.
  for (const { value, severity, text } of within.toSorted((one, other) => other.value - one.value)) {
    const y = plot.valToPos(value, 'y', true)
    // Above the line or below it; labels that would overlap are left to the table.
    const middle = [y - 7 * px, y + 8 * px].find(
      (at) =>
        at - 6 * px > bbox.top &&
        at + 6 * px < bbox.top + bbox.height &&
        taken.every((other) => Math.abs(other - at) >= LINE_PX * px),
    )
    if (middle === undefined) continue
    taken.push(middle)
    ctx.fillStyle = colour(`--${severity}`)
    write(text, right, middle)
  }
  ctx.restore()

  /** Readable also where lines cross it. */
  function write(text: string, x: number, y: number): void {
    ctx.setLineDash([])
    ctx.lineWidth = 3 * px
    ctx.strokeStyle = colour('--surface')
    ctx.strokeText(text, x, y)
    ctx.fillText(text, x, y)
  }

  function nameBeyond(far: readonly ChartLimit[], edge: 'above' | 'below', y: number): void {
    if (far.length === 0) return
    const texts = far.slice(0, MOST_NAMED).map(({ severity, amount }) => {
      const text = `${edge === 'above' ? '↑' : '↓'} ${amount}`
      return { severity, text, width: ctx.measureText(text).width }
    })
    const width = texts.reduce((sum, text) => sum + text.width, (texts.length - 1) * BETWEEN_PX * px)
    const room = { edge, width: (width + 8 * px) / bbox.width, height: (18 * px) / bbox.height }
    const { min: from, max: to } = plot.scales.x as { min: number; max: number }
    const end = freeEnd(lines, { from, to }, { min, max }, room)
    if (end === 'right') taken.push(y)
    let x = end === 'right' ? right - width : bbox.left + 4 * px
    ctx.textAlign = 'left'
    for (const text of texts) {
      ctx.fillStyle = colour(`--${text.severity}`)
      write(text.text, x, y)
      x += text.width + BETWEEN_PX * px
    }
    ctx.textAlign = 'right'
  }
}

/** The number of each of several lines beside its last value, since colours alone do not tell lines apart. */
export function drawLineNumbers(plot: uPlot, lines: ChartLines, scaleOf: (line: ChartData) => string): void {
  if (lines.length < 2) return
  const { ctx, bbox } = plot
  const px = uPlot.pxRatio
  const { min, max } = plot.scales.x as { min: number; max: number }
  const ends = lines.flatMap((line) => {
    const { t, v } = line.lines
    const last = v.findLastIndex((value, place) => value !== null && t[place]! >= min && t[place]! <= max)
    return last === -1 ? [] : [{ line, y: plot.valToPos(v[last]!, scaleOf(line), true) }]
  })
  const depths = spreadOut(
    ends.map(({ y }) => y),
    LINE_PX * px,
  )
  ctx.save()
  ctx.font = `bold ${11 * px}px system-ui, sans-serif`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  for (const [place, { line }] of ends.entries()) {
    ctx.fillStyle = colour(`--series-${line.colour}`)
    ctx.fillText(String(line.colour), bbox.left + bbox.width + 5 * px, depths[place]!)
  }
  ctx.restore()
}

/** Times in which an alert was open. */
export function drawBands(plot: uPlot, { bands }: ChartData): void {
  const { ctx, bbox } = plot
  const max = plot.scales.x!.max!
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const { from, to, severity } of bands) {
    const left = plot.valToPos(from, 'x', true)
    const right = plot.valToPos(Math.min(to ?? max, max), 'x', true)
    const width = Math.max(2 * uPlot.pxRatio, right - left)
    ctx.fillStyle = faint(`--${severity}`, 0.12)
    ctx.fillRect(left, bbox.top, width, bbox.height)
    ctx.fillStyle = colour(`--${severity}`)
    ctx.fillRect(left, bbox.top, width, 3 * uPlot.pxRatio)
  }
  ctx.restore()
}
