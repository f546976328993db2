import uPlot from 'uplot'
import type { ChartData } from '../../parts/charts/chart-data.ts'
import { colour, faint } from '../page/colours.ts'

/** Limits: dashed lines with a label at the right end. */
export function drawLimits(plot: uPlot, { limits }: ChartData): void {
  const { ctx, bbox } = plot
  const px = uPlot.pxRatio
  const taken: number[] = []
  ctx.save()
  ctx.font = `${11 * px}px system-ui, sans-serif`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  // From the top down, so that later labels can move below their line.
  for (const { value, severity, text } of limits.toSorted((one, other) => other.value - one.value)) {
    const y = plot.valToPos(value, 'y', true)
    ctx.strokeStyle = colour(`--${severity}`)
    ctx.fillStyle = colour(`--${severity}`)
    ctx.lineWidth = px
    ctx.setLineDash([5 * px, 4 * px])
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    // Above the line or below it; labels that would overlap are left to the table.
    const middle = [y - 7 * px, y + 8 * px].find(
      (at) =>
        at - 6 * px > bbox.top &&
        at + 6 * px < bbox.top + bbox.height &&
        taken.every((other) => Math.abs(other - at) >= 12 * px),
    )
    if (middle === undefined) continue
    taken.push(middle)
    ctx.fillText(text, bbox.left + bbox.width - 4 * px, middle)
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
