import type uPlot from 'uplot'
import type { ChartData, ChartLines } from '../../frame/charts/chart-data.ts'
import type { View } from './plot.ts'
import type { Readout } from './readout.ts'

export interface Chart {
  lines: ChartLines
  holder: HTMLElement
  plot: uPlot
  readout: Readout
}

export interface ChartGroup {
  charts: Chart[]
  words: Record<string, string>
  /** The whole range. */
  whole: View
  view: View
  /** Shows a part of the range or more, at once, and then asks the page for all that it has of it. */
  zoom(view: View): void
  /** Returns to the range that the page had first. */
  reset(): void
  /** Moves the cursor of all charts and other listeners to this time. */
  point(at: number | null): void
  /** Redraws after a change of the lines. */
  redraw(): void
}

/** Charts that update themselves have one line each. */
export const lineOf = ({ lines: [line] }: Chart): ChartData => line
