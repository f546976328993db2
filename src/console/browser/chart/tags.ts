import uPlot from 'uplot'
import { type ChartMark, type MarkLabel, tagsOf } from '../../frame/charts/marks.ts'
import { colour } from '../page/colours.ts'
import { element } from '../page/element.ts'

/** Two labels are at least this far apart. */
const APART_PX = 30

/** Lines at the times of the marks. */
export function drawMarkLines(plot: uPlot, marks: readonly ChartMark[]): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = colour('--text-3')
  ctx.lineWidth = uPlot.pxRatio
  ctx.setLineDash([uPlot.pxRatio, 3 * uPlot.pxRatio])
  for (const { at } of tagsIn(plot, marks)) {
    const x = Math.round(plot.valToPos(at, 'x', true))
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** Labels of the marks above the time axis, for the pointer; the list below the charts has the same links. */
export function showTags(plot: uPlot, marks: readonly ChartMark[]): void {
  for (const old of plot.over.querySelectorAll('.mark')) old.remove()
  for (const { at, text, marks: shown } of tagsIn(plot, marks)) {
    const severity = shown.find((mark) => mark.severity !== null)?.severity ?? 'none'
    const tag = element(
      'a',
      {
        class: `mark ${severity}`,
        href: shown[0]!.address,
        title: shown.map((mark) => mark.text).join('\n'),
        tabindex: '-1',
        'aria-hidden': 'true',
        draggable: 'false',
      },
      text,
    )
    tag.style.left = `${plot.valToPos(at, 'x')}px`
    plot.over.append(tag)
  }
}

function tagsIn(plot: uPlot, marks: readonly ChartMark[]): MarkLabel[] {
  const { min, max } = plot.scales.x as { min: number; max: number }
  return tagsOf(marks, min, max, ((max - min) * APART_PX) / Math.max(1, plot.bbox.width / uPlot.pxRatio))
}
